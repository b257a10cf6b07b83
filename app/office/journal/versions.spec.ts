import { axeFaults } from "../../../tests/support/browser/look.ts";
import { expect, newPartner, test } from "../../../tests/support/browser/office.ts";
import {
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../../tests/support/browser/office-list.ts";

test("what a partner's record said is compared, and brought back", async ({ page }) => {
  const name = named("Partenaire");
  const id = await newPartner(name, "Il aide <b>Conakry</b>.");
  const open = async () => {
    await page.goto(`/admin/partners/${id}`);
    await expect(dialogOf(page).getByLabel("Description").first()).toBeVisible();
  };
  const write = async (french: string, english?: string) => {
    await open();
    await dialogOf(page).getByLabel("Description").first().fill(french);
    if (english !== undefined) {
      await page.getByRole("tab", { name: /English/ }).click();
      await dialogOf(page).getByRole("tabpanel").getByLabel("Description").fill(english);
    }
    await save(page);
    await output(page, "Partenaire mis à jour avec succès");
  };
  await write("Il aide Kindia.");

  await open();
  await page.getByRole("link", { name: "Versions" }).click();
  await expect(page.getByRole("heading", { name: `Versions : ${name}` })).toBeVisible();
  const shown = page.getByRole("region", { name: "Version 2" });
  await expect(shown.locator("del").first()).toHaveText("<b>Conakry</b>");
  await expect(shown.locator("ins").first()).toHaveText("Kindia");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: /^Version 1/ }).click();
  await page.getByRole("link", { name: "Depuis cette version" }).click();
  await page.getByRole("button", { name: "Rétablir cette version" }).click();
  await output(page, "Version 1 rétablie");
  await expect(page.getByRole("link", { name: /Version 3.*version 1 rétablie/ })).toBeVisible();
  await open();
  await expect(dialogOf(page).getByLabel("Description").first()).toHaveValue(
    "Il aide <b>Conakry</b>.",
  );

  await page.goto("/en/partners");
  await expect(
    page.getByText("Some texts on this page are available in French only."),
  ).toBeVisible();

  await find(page, "/admin/translations", name);
  await expect(rowOf(page, name)).toContainText("1 champ sans anglais");
  await write("Il aide la ville.", "It helps the town.");
  await write("Il aide la région.");
  await find(page, "/admin/translations", name);
  await expect(rowOf(page, name)).toContainText("1 champ à revoir");
  await rowOf(page, name).getByRole("link", { name }).click();
  await page.getByRole("tab", { name: /English/ }).click();
  const state = page.getByRole("region", { name: "État de la traduction" });
  await expect(state.locator("ins")).toHaveText("région");
  await expect(state.locator("del")).toHaveText("ville");
  expect(await axeFaults(page)).toEqual([]);
  await state.getByRole("button", { name: "La traduction est à jour" }).click();
  await expect(state).toHaveCount(0);
  await find(page, "/admin/translations", name);
  await expect(rowOf(page, name)).toHaveCount(0);
});
