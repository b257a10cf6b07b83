import type { Page } from "@playwright/test";
import { photograph } from "../../files/samples.ts";
import { expect } from "./journey.ts";
import { dialogOf } from "./office-list.ts";

// What journeys of the back office do with files.

export type Chosen = { name: string; mimeType: string; buffer: Buffer };

export const text = (name: string, content: string): Chosen => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});
export const large = (name: string): Chosen => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.alloc(25 * 1024 ** 2 + 1, "a"),
});
export const picture = async (name: string): Promise<Chosen> => ({
  name,
  mimeType: "image/jpeg",
  buffer: await photograph(320, 240),
});

export async function upload(
  page: Page,
  files: Chosen[],
  tags = "",
  category = "Photos",
): Promise<void> {
  await page.goto("/admin/files/new");
  const dialog = dialogOf(page);
  await dialog.getByLabel("Fichiers", { exact: true }).setInputFiles(files);
  await dialog.getByLabel("Catégorie").selectOption({ label: category });
  await dialog.getByLabel("Étiquettes").fill(tags);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
}

/** Takes the address of a file into the form that is open. */
export async function chooseFile(page: Page, name: string): Promise<void> {
  const picker = page.getByRole("dialog", { name: "Choisir un fichier" });
  await expect(async () => {
    await page.getByRole("button", { name: "Choisir parmi les fichiers" }).click();
    await expect(picker).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await picker.getByLabel("Rechercher un fichier").fill(name);
  await picker.getByRole("button", { name }).click();
}
