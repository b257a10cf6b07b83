import { confirmed, expect, test } from "../support/browser/office.ts";

test("refunds to pay have a list and a file, and the limit of a second person is a setting", async ({
  page,
}) => {
  await page.goto("/admin/payments");
  await page.getByRole("link", { name: "Remboursements à envoyer" }).click();
  await expect(page.getByRole("heading", { name: "Remboursements à envoyer" })).toBeVisible();
  await confirmed(page);
  const file = await page.request.get("/admin/payments/payouts/export");
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect(await file.text()).toContain("Numéro;Montant;Devise");
  await page.goto("/admin/pages/settings/refunds");
  await expect(page.getByLabel("Plafond en GNF")).toHaveValue("1500000");
  await expect(page.getByLabel("Plafond en FCFA")).toHaveValue("100000");
  await expect(page.getByText(/Un plafond relevé compte après 24/)).toBeVisible();
});
