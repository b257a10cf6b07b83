import { randomBytes } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import PDFDocument from "pdfkit";
import { expect } from "./journey.ts";

/** Sample documents, as an address without its language. */
const sample = (number: number) => `/resources/01930000-0000-7000-8000-00000000700${number}`;
export const STATUTES = sample(1);
export const PROTECTED = sample(4);
/** The shipped sample's, which the list of documents says nobody should keep secret. */
export const PASSWORD = "conakry2026";

export const viewerOf = (page: Page) => page.locator("dialog.viewer");

/** The viewer with its first page drawn. */
export async function opened(page: Page) {
  const viewer = viewerOf(page);
  await expect(viewer).toHaveAttribute("data-state", "ready", { timeout: 20_000 });
  await expect(viewer.locator(".page canvas").first()).toBeVisible();
  return viewer;
}

/**
 * What browsers three years old do not have, though today's pdf.js is written with it. Runs before any
 * other script, in the page and in its worker.
 */
export function forgetNewBuiltIns(): void {
  const forget = (holder: object, ...names: string[]) => {
    for (const name of names) delete (holder as Record<string, unknown>)[name];
  };
  forget(Promise, "withResolvers", "try");
  forget(Array, "fromAsync");
  forget(URL, "parse");
  forget(RegExp, "escape");
  forget(Math, "sumPrecise");
  forget(Object, "groupBy");
  forget(Map, "groupBy");
  forget(Map.prototype, "getOrInsert", "getOrInsertComputed");
  forget(WeakMap.prototype, "getOrInsert", "getOrInsertComputed");
  forget(Uint8Array, "fromBase64", "fromHex");
  forget(Uint8Array.prototype, "toBase64", "toHex", "setFromBase64", "setFromHex");
  const sets = ["union", "intersection", "difference", "symmetricDifference"];
  forget(Set.prototype, ...sets, "isSubsetOf", "isSupersetOf", "isDisjointFrom");
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const steps = ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach"];
  forget(iterator, ...steps, "some", "every", "find");
  forget(globalThis, "Iterator");
}

/** A document too heavy to be read whole: CMYK colour and text, and noise at its end. */
export function longDocument(pages: number): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4", autoFirstPage: false });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  for (let page = 1; page <= pages; page++) {
    document.addPage();
    document.rect(0, 0, 595, 200).fill([100, 0, 100, 0]);
    document.fillColor("black").fontSize(40).text(`Page ${page}`, 60, 300);
  }
  document.file(randomBytes(400_000), { name: "bruit.bin" });
  return new Promise((resolve) => {
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.end();
  });
}

/** Publishes a document as staff do; gives the address of its page. */
export async function publish(browser: Browser, bytes: Buffer, title: string): Promise<string> {
  const baseURL = process.env.SITE_URL ?? "";
  const storageState = JSON.parse(process.env.OFFICE_STATE ?? "");
  const office = await browser.newContext({ baseURL, storageState });
  try {
    const form = await office.newPage();
    await form.goto("/admin/files/new");
    const choice = form
      .getByLabel("Catégorie *")
      .locator("option", { hasText: "Guides Pratiques" });
    const query = new URLSearchParams({
      category_id: (await choice.getAttribute("value")) ?? "",
      filename: "essai.pdf",
      title,
      is_public: "on",
    });
    const headers = { origin: baseURL };
    const answer = await office.request.post(`/admin/files/upload?${query}`, {
      headers: { ...headers, "content-type": "application/pdf" },
      data: bytes,
    });
    const { id, url } = JSON.parse((await answer.text()).trim().split("\n").at(-1) ?? "{}");
    expect(id, await answer.text()).toBeTruthy();
    const file = { file_url: url, file_type: "application/pdf", is_public: "on" };
    await office.request.post("/admin/resources/new", {
      headers,
      form: { ...file, title, description: "Un essai.", category: "Guides Pratiques" },
    });
    return `/resources/${id}`;
  } finally {
    await office.close();
  }
}
