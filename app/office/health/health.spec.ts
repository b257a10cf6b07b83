import { expect, test } from "../../../tests/support/office.ts";

test("health: what is looked at, and what this very browser refused on a page of ours", async ({
  page,
}) => {
  // The watch writes reports once a minute.
  test.setTimeout(180_000);
  await page.goto("/about");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
  });
  await expect(page).not.toHaveTitle("taken over");

  await page.goto("/admin");
  const link = page.getByRole("link", { name: "Santé du site" }).first();
  await page.goto((await link.getAttribute("href")) ?? "");
  // Each thing that is looked at may take its time, on a busy machine several seconds.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Santé du site", {
    timeout: 30_000,
  });
  await expect(page.getByRole("status").first()).toHaveText(/^15 vérifications : \d+ réussies/);
  // Without a mail server the screen does not let anybody believe that they will be told.
  await expect(page.getByText("personne n’est prévenu")).toBeVisible();
  const disk = page.getByRole("listitem").filter({ hasText: "Place sur le disque" }).first();
  await expect(disk).toContainText(/libres sur/);
  await page.getByText("Mémoire", { exact: true }).click();
  await expect(page.getByText("Objets du site")).toBeVisible();
  await expect(page.getByText("L’adresse du site n’est pas en https")).toBeVisible();

  const report = page.getByRole("listitem").filter({ hasText: "refusé par script-src" });
  await expect(async () => {
    await page.getByRole("link", { name: "Regarder encore" }).click();
    await expect(report.filter({ hasText: "/about" })).toContainText("inline", { timeout: 4_000 });
  }).toPass({ timeout: 120_000, intervals: [5_000] });
  await page.setViewportSize({ width: 360, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(360);
  if (process.env.LOOK) {
    await page.screenshot({ path: `${process.env.LOOK}/health-360.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: `${process.env.LOOK}/health-1280.png`, fullPage: true });
  }
});
