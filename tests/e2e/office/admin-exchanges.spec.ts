import { readFileSync } from "node:fs";
import { sendAsVisitor } from "../../support/browser/journey.ts";
import { axeFaults } from "../../support/browser/look.ts";
import { confirmed, expect, sendAsOffice, test } from "../../support/browser/office.ts";
import {
  deleteAndUndo,
  dialogOf,
  find,
  named,
  output,
  rowOf,
} from "../../support/browser/office-list.ts";

test("messages: a row opens it and marks it read; reply, filter, delete, undo", async ({
  page,
}) => {
  const subject = named("Question");
  await sendAsVisitor("/contact", {
    name: "Aminata Sow",
    email: "aminata@example.gn",
    subject,
    message: "Bonjour,\nComment s’inscrire au tournoi ?",
  });

  await find(page, "/admin/messages", subject);
  const row = rowOf(page, subject);
  await expect(row).toHaveAttribute("data-marked", "true");
  await expect(row).toContainText("Non lu");
  // A glance at its address does not read it.
  const address = (await row.getByRole("link", { name: subject }).getAttribute("href")) ?? "";
  expect((await sendAsOffice(address)).status).toBe(200);
  await page.reload();
  await expect(row).toContainText("Non lu");
  // Anywhere in the row, such as on its date: the link of the row lies over all of it.
  await row.getByRole("cell").nth(3).click({ force: true });
  await expect(page).toHaveURL(/\/admin\/messages\/[0-9a-f-]{36}\?/);
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("Comment s’inscrire au tournoi ?");
  await expect(dialog.getByText("Lu", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Marquer comme lu" })).toHaveCount(0);
  expect(await axeFaults(page, (axe) => axe.include("dialog"))).toEqual([]);

  const reply = dialog.getByRole("link", { name: "Répondre à Aminata Sow" });
  await expect(reply).toHaveAttribute(
    "href",
    `mailto:aminata@example.gn?subject=${encodeURIComponent(`Re: ${subject}`)}`,
  );
  await reply.click();
  await output(page, "Message marqué comme répondu");
  await expect(dialog.getByText("Répondu", { exact: true })).toBeVisible();
  await dialog.getByRole("link", { name: "Fermer" }).click();
  await expect(row).not.toHaveAttribute("data-marked");

  await page.getByRole("search").getByLabel("Statut").selectOption("unread");
  await expect(page.getByText("Aucun message ne correspond à vos filtres.")).toBeVisible();
  await page.getByRole("search").getByLabel("Statut").selectOption("replied");
  await expect(row).toHaveCount(1);
  const deleted = "Message supprimé avec succès";
  await deleteAndUndo(page, `Aminata Sow : ${subject}`, deleted, subject);

  await row.getByRole("link", { name: subject }).click();
  const remove = async () => {
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
  };
  await page.context().setOffline(true);
  await remove();
  await expect(dialog.getByRole("alert")).toHaveText(/^Pas de connexion/);
  await page.context().setOffline(false);
  await remove();
  await output(page, deleted);
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test("newsletter: filter, unsubscribe, delete, undo", async ({ page }) => {
  const email = `${named("abonne").replaceAll(" ", "-")}@example.gn`;
  await sendAsVisitor("/newsletter", { email, whatsapp: "622 12 34 56", consent: "on" });

  await find(page, "/admin/newsletter", email);
  const row = rowOf(page, email);
  await expect(row).toContainText("+224622123456");
  await confirmed(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exporter" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^fge-abonnes-\d{4}-\d\d-\d\d\.csv$/i);
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(lines[0]).toBe(
    "\ufeffE-mail;WhatsApp;Langue;Statut;Inscription;Consentement du;Donné sur;Texte accepté",
  );
  expect(lines[1]).toContain(`${email};224 622 12 34 56;Français;Inscrit;`);
  expect(lines).toHaveLength(3);
  await deleteAndUndo(page, email, "Inscrit supprimé avec succès");
  await row.getByRole("button", { name: `Désinscrire ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Désinscrire" }).click();
  await output(page, "Personne désinscrite avec succès");
  // Of an address that left, nothing is kept that could be found by it.
  await expect(page.getByText("Aucun inscrit ne correspond à vos filtres.")).toBeVisible();
  await page.goto("/admin/newsletter?status=unsubscribed");
  await expect(page.getByText("Adresse effacée").first()).toBeVisible();
});
