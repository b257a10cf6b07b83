import { expect, test } from "../../tests/support/office.ts";
import { dialogOf, find, named, output, rowOf, save } from "../../tests/support/office-list.ts";
import { openEditor } from "../../tests/support/text-editor.ts";

async function newArticle(page: Parameters<typeof openEditor>[0], title: string) {
  const { form, text } = await openEditor(page);
  await form.getByLabel("Titre").fill(title);
  await form.getByLabel("Résumé").fill("Un résumé.");
  await form.getByLabel("Catégorie").selectOption("Formation");
  await text.click();
  await page.keyboard.type("Un texte.");
  await save(page);
  await output(page, "Actualité créée avec succès");
}

test("a publication is undone from its message, and that from its own", async ({ page }) => {
  const title = named("À dépublier");
  await newArticle(page, title);
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
  await newArticle(page, title);
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

test("whoever saves second without a script gets both texts", async ({ page }) => {
  const title = named("Sans script");
  await newArticle(page, title);
  await find(page, "/admin/news", title);
  const link = rowOf(page, title).getByRole("link", { name: `Modifier ${title}` });
  const address = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
  const path = address.split("?")[0] ?? "";
  const origin = new URL(path).origin;
  const html = await (await page.request.get(path)).text();
  const version = /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const send = (excerpt: string, more: Record<string, string> = {}) =>
    page.request.post(path, {
      headers: { origin },
      maxRedirects: 0,
      form: {
        ...{ title, excerpt, content: "Un texte.", category: "Formation", published: "draft" },
        ...{ version, ...more },
      },
    });
  expect((await send("Le résumé de la première.")).status()).toBe(302);
  const refused = await send("Le résumé de la seconde.");
  expect(refused.status()).toBe(409);
  const both = await refused.text();
  expect(both).toContain("Quelqu’un d’autre a enregistré");
  expect(both).toContain('name="take.excerpt"');
  expect(both).toContain("Le résumé de la seconde.</textarea>");
  expect(both).not.toContain('name="take.content"');
  const newer = /name="version" value="([^"]+)"/.exec(both)?.[1] ?? "";
  const choice = { "take.excerpt": "on", "theirs.excerpt": "Le résumé de la première." };
  expect((await send("Le résumé de la seconde.", { version: newer, ...choice })).status()).toBe(
    302,
  );
  expect(await (await page.request.get(path)).text()).toContain(
    "Le résumé de la première.</textarea>",
  );
});
