import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { dialogOf } from "./office-list.ts";

// What journeys do with the editor of texts.

/** The form of a new article, once its editor has come. */
export async function openEditor(page: Page): Promise<{ form: Locator; text: Locator }> {
  await page.goto("/admin/news/new");
  const form = dialogOf(page).first();
  const text = form.locator(".ProseMirror").first();
  await expect(text).toBeVisible({ timeout: 30_000 });
  return { form, text };
}

/** One of the tools of the French text. */
export const tool = (form: Locator, name: string) =>
  form.getByRole("toolbar").first().getByRole("button", { name, exact: true });
