import { expect, newArticle, sendAsOffice, test } from "../../../tests/support/browser/office.ts";
import {
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../../tests/support/browser/office-list.ts";

test("a publication is undone from its message, and that from its own", async ({ page }) => {
  const title = named("À dépublier");
  await newArticle(title);
  await find(page, "/admin/news", title);
  await rowOf(page, title)
    .getByRole("button", { name: /Brouillon/ })
    .click();
  await output(page, "Actualité publiée avec succès");
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await output(page, "Changement annulé");
  await expect(rowOf(page, title)).toContainText("Brouillon");
  await page.getByRole("button", { name: "Annuler", exact: true }).last().click();
  await expect(rowOf(page, title)).toContainText("Publié");
});

test("a change is undone later from the log, and not over what changed since", async ({ page }) => {
  const title = named("Journal");
  const next = `${title} changé`;
  await newArticle(title);
  const rename = async (from: string, to: string) => {
    await find(page, "/admin/news", from);
    await rowOf(page, from)
      .getByRole("link", { name: `Modifier ${from}` })
      .click();
    await dialogOf(page).first().getByLabel("Titre").fill(to);
    await save(page);
    await output(page, "Actualité mise à jour avec succès");
  };
  await rename(title, next);
  await find(page, "/admin/audit", next);
  await page
    .getByRole("link", { name: /^Annuler ce changement/ })
    .first()
    .click();
  const question = page.getByRole("dialog", { name: "Annuler ce changement" });
  await expect(question.getByText("Ce qui reviendra")).toBeVisible();
  await question.getByRole("button", { name: "Annuler ce changement" }).click();
  await output(page, "Changement annulé");
  await expect(page.getByText("Annulé depuis").first()).toBeVisible();
  await find(page, "/admin/news", title);
  await expect(rowOf(page, title)).not.toContainText("changé");
  await rename(title, next);
  const third = `${title} encore autre`;
  await rename(next, third);
  await find(page, "/admin/audit", next);
  await page
    .getByRole("link", { name: /^Annuler ce changement/ })
    .first()
    .click();
  await expect(question.getByText("La fiche a changé depuis")).toBeVisible();
  await expect(question.getByRole("button", { name: "Annuler ce changement" })).toHaveCount(0);
  await expect(question).toContainText(third);
});

test("whoever saves second without a script gets both texts", async () => {
  const title = named("Sans script");
  const path = `/admin/news/${await newArticle(title)}`;
  const versionIn = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const read = async () => (await sendAsOffice(path)).text();
  const form = { title, content: "Un texte.", category: "Formation", published: "draft" };
  const version = versionIn(await read());
  const send = (excerpt: string, more: Record<string, string> = {}) =>
    sendAsOffice(path, { ...form, excerpt, version, ...more });
  expect((await send("Le résumé de la première.")).status).toBe(302);
  const refused = await send("Le résumé de la seconde.");
  expect(refused.status).toBe(409);
  const both = await refused.text();
  expect(both).toContain("Vous avez enregistré cette fiche");
  expect(both).toContain('name="take.excerpt"');
  expect(both).toContain("Le résumé de la seconde.</textarea>");
  expect(both).not.toContain('name="take.content"');
  const choice = { "take.excerpt": "on", "theirs.excerpt": "Le résumé de la première." };
  const taken = await send("Le résumé de la seconde.", { version: versionIn(both), ...choice });
  expect(taken.status).toBe(302);
  expect(await read()).toContain("Le résumé de la première.</textarea>");
});
