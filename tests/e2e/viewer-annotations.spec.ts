import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { DESKTOP, expect, test } from "../support/browser/journey.ts";
import { fitsEverywhere, watch } from "../support/browser/look.ts";
import { opened, PASSWORD, PROTECTED, STATUTES, viewerOf } from "../support/browser/viewer.ts";

/** Where on the shown part of the first page, from its top left corner. */
async function spot(viewer: Locator, x: number, y: number) {
  const box = await viewer.locator(".page").first().boundingBox();
  return { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
}

async function write(page: Page, viewer: Locator, text: string) {
  await viewer.getByRole("button", { name: "Texte", exact: true }).click();
  const { x, y } = await spot(viewer, 150, 60);
  await page.mouse.click(x, y);
  await expect(viewer.locator(".freeTextEditor [contenteditable=true]")).toBeFocused();
  // Keys belong to the text now: none of these turns a page or closes anything.
  await page.keyboard.type(text);
}

async function draw(page: Page, viewer: Locator) {
  await viewer.getByRole("button", { name: "Dessin", exact: true }).click();
  const from = await spot(viewer, 150, 200);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++)
    await page.mouse.move(from.x + step * 20, from.y + step * 4);
  await page.mouse.up();
}

async function stick(page: Page, viewer: Locator) {
  const colour = { r: 206, g: 17, b: 38 };
  const create = { width: 120, height: 80, channels: 3, background: colour } as const;
  const choosing = page.waitForEvent("filechooser");
  await viewer.getByRole("button", { name: "Image", exact: true }).click();
  const buffer = await sharp({ create }).png().toBuffer();
  await (await choosing).setFiles({ name: "tampon.png", mimeType: "image/png", buffer });
  await expect(viewer.locator(".stampEditor canvas")).toBeVisible();
}

/** Saves the copy and reads it again: the annotations of its first page, by kind. */
async function saved(page: Page, viewer: Locator, password?: string) {
  const coming = page.waitForEvent("download");
  await viewer.getByRole("button", { name: "Enregistrer" }).click();
  const copy = await coming;
  await expect(viewer.getByText("Votre copie annotée est enregistrée.")).toBeVisible();
  const task = getDocument({
    data: new Uint8Array(await readFile(await copy.path())),
    password,
    verbosity: 0,
  });
  try {
    const first = await (await task.promise).getPage(1);
    const annotations: { subtype: string; contentsObj?: { str: string } }[] =
      await first.getAnnotations();
    return {
      name: copy.suggestedFilename(),
      texts: annotations.map(({ contentsObj }) => contentsObj?.str).filter(Boolean),
      kinds: annotations.map(({ subtype }) => subtype).sort(),
    };
  } finally {
    await task.destroy();
  }
}

test("text, drawing and picture are put on a document and saved in a copy", async ({ page }) => {
  const problems = watch(page, () => false);
  await page.setViewportSize(DESKTOP);
  await page.goto(STATUTES);
  const viewer = await opened(page);
  await viewer.getByRole("button", { name: "Annoter" }).click();
  await write(page, viewer, "Relu par le bureau - 0+1");
  await draw(page, viewer);
  await stick(page, viewer);
  await expect(viewer).toContainText("Page 1 sur 8");

  // Every part that the library added has a name, in the language of the page.
  const nameless = await viewer.evaluate((dialog) =>
    [...dialog.querySelectorAll("[data-l10n-id]")]
      .filter((part) => part.checkVisibility())
      .filter((part) => !part.getAttribute("aria-label") && !part.textContent)
      .map((part) => part.getAttribute("data-l10n-id")),
  );
  expect(nameless).toEqual([]);
  await fitsEverywhere(page);

  // Escape lets go of the picture, then of the tool; closing asks before it loses anything.
  await expect(viewer.locator(".stampEditor")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(viewer.locator(".selectedEditor")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(viewer.locator("[aria-pressed=true]")).toHaveCount(0);
  await expect(viewer).toBeVisible();
  const request = page.waitForEvent("dialog");
  const closing = viewer.getByRole("link", { name: "Fermer le document" }).first().click();
  const question = await request;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await closing;
  await expect(viewerOf(page)).toBeVisible();

  expect(await saved(page, viewer)).toEqual({
    name: "statuts-de-la-fédération.pdf",
    texts: ["Relu par le bureau - 0+1"],
    kinds: ["FreeText", "Ink", "Stamp"],
  });
  // Saved, it closes without a question.
  await viewer.getByRole("link", { name: "Fermer le document" }).first().click();
  await expect(page).toHaveURL(/\/resources$/);
  expect(problems).toEqual([]);
});

test("a copy of a protected document stays protected", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(PROTECTED);
  const viewer = viewerOf(page);
  await viewer.getByLabel("Mot de passe").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await opened(page);
  await viewer.getByRole("button", { name: "Annoter" }).click();
  await write(page, viewer, "Vu");
  const copy = await saved(page, viewer, PASSWORD);
  expect(copy.texts).toEqual(["Vu"]);
  await expect(saved(page, viewer)).rejects.toThrow(/password/i);
});
