import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

// What journeys of the back office do with every list.

/** A name that no other test uses. */
export const named = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`;

export const dialogOf = (page: Page) => page.getByRole("dialog");
export const save = (page: Page) => page.getByRole("button", { name: "Enregistrer" }).click();
export const output = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).last()).toBeVisible();
export const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Opens a list where only the rows of this name are. */
export const find = (page: Page, list: string, name: string) =>
  page.goto(`${list}?${new URLSearchParams({ q: name })}`);

/** Deletes the row of this name, and takes it back by the message's button. */
export async function deleteAndUndo(
  page: Page,
  name: string,
  done: string,
  inRow = name,
): Promise<void> {
  await page.getByRole("button", { name: `Supprimer ${name}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(name);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await output(page, done);
  await expect(rowOf(page, inRow)).toHaveCount(0);
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await output(page, "Fiche rétablie");
  await expect(rowOf(page, inRow)).toHaveCount(1);
}

/** Waits until the script has taken over, which is when keys do something. A press too many harms nobody. */
export async function keysWork(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("heading", { name: "Raccourcis du clavier" })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
}
