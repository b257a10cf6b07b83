import { expect, test } from "../../../tests/support/browser/office.ts";

test("health: what is looked at, and that this very browser reports what it refused", async ({
  page,
}) => {
  await page.goto("/about");
  // How it is shown a minute later is proven in tests/product/health.test.ts.
  const taken = page.waitForResponse(/\/reports$/);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
  });
  expect((await taken).status()).toBe(204);
  await expect(page).not.toHaveTitle("taken over");

  await page.goto("/admin");
  await page.getByText("Technique", { exact: true }).click();
  const link = page.getByRole("link", { name: "Santé du site" }).first();
  await page.goto((await link.getAttribute("href")) ?? "");
  // Each thing that is looked at may take its time, on a busy machine several seconds.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Santé du site", {
    timeout: 30_000,
  });
  await expect(page.getByRole("status").first()).toHaveText(/^17 vérifications\s: \d+ réussies/);
  // Without a mail server the screen does not let anybody believe that they will be told.
  await expect(page.getByText("personne n’est prévenu")).toBeVisible();
  const disk = page.getByRole("listitem").filter({ hasText: "Place sur le disque" }).first();
  await expect(disk).toContainText(/libres sur/);
  await page.getByText("Mémoire", { exact: true }).click();
  await expect(page.getByText("Objets du site")).toBeVisible();
  await expect(page.getByText("L’adresse du site n’est pas en https")).toBeVisible();
});
