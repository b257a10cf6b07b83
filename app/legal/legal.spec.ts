import { axeFaults } from "../../tests/support/browser/look.ts";
import { expect, test } from "../../tests/support/browser/office.ts";
import { dialogOf } from "../../tests/support/browser/office-list.ts";

const DAY = "2099-03-01";

test("a version to come starts from the site's own text, and is announced on its page", async ({
  page,
}) => {
  await page.goto("/admin/pages/legal");
  await page.getByRole("link", { name: /^Nouvelle version.*Conditions/ }).click();
  const form = dialogOf(page);
  await form.getByLabel("Applicable à partir du").fill("2001-01-01");
  await form.getByLabel("Statut").selectOption("published");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.locator(".field-error", { hasText: "Ce jour est passé" })).toBeVisible();
  await form.getByLabel("Applicable à partir du").fill(DAY);
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Version créée avec succès")).toBeVisible();
  await expect(page.getByRole("row", { name: /À venir/ })).toBeVisible();

  await page.goto("/terms");
  await expect(page.getByText("Une nouvelle version s’applique à partir du")).toBeVisible();
  await page.getByRole("link", { name: "Lire la version à venir" }).click();
  await expect(page).toHaveURL(`/terms?version=${DAY}`);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator("#refunds")).toContainText("remboursement intégral");
  expect(await axeFaults(page)).toEqual([]);
  const answer = await page.request.get("/terms?version=2098-01-01");
  expect(answer.status()).toBe(404);

  await page.goto("/admin/pages/legal");
  await page.getByRole("button", { name: /^Supprimer Conditions/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("Version supprimée avec succès")).toBeVisible();
  await page.goto("/terms");
  await expect(page.getByText("Une nouvelle version s’applique")).toHaveCount(0);
});
