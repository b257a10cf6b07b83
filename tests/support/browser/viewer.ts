import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import PDFDocument from "pdfkit";
import { StaffClient } from "../product/staff-client.ts";
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
export async function publish(bytes: Buffer, title: string): Promise<string> {
  const staff = await StaffClient.signIn(process.env.SITE_URL ?? "");
  const about = { is_public: "on", title };
  const { id, url } = await staff.uploaded(bytes, "essai.pdf", about);
  const file = { file_url: url, file_type: "application/pdf", is_public: "on", title };
  const more = { description: "Un essai.", category: "Guides Pratiques" };
  await staff.post("/admin/resources/new", { ...file, ...more });
  return `/resources/${id}`;
}
