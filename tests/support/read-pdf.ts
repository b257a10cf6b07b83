import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The PDF that a message carries: its pages, and the words of the first. */
export async function readPdfIn(raw: Buffer | undefined): Promise<{ pages: number; text: string }> {
  const [, base64] =
    /application\/pdf[\s\S]*?\n\r?\n([\w+/=\r\n]+)/.exec(raw?.toString("latin1") ?? "") ?? [];
  if (!base64) throw new Error("the message carries no PDF");
  return readPdf(Buffer.from(base64, "base64"));
}

async function openPdf(pdf: Uint8Array) {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  return getDocument({ data: new Uint8Array(pdf) }).promise;
}

/** The pages of a PDF, and the words of one. */
export async function readPdf(pdf: Uint8Array, page = 1): Promise<{ pages: number; text: string }> {
  const document = await openPdf(pdf);
  const content = await (await document.getPage(page)).getTextContent();
  const text = content.items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { pages: document.numPages, text };
}

type Tag = { role?: string; alt?: string; children?: Tag[] };

/** The tags of a page that hold something, in the order in which they are read aloud. */
export async function readTags(pdf: Uint8Array, page = 1): Promise<string[]> {
  const tree = await (await (await openPdf(pdf)).getPage(page)).getStructTree();
  const tagsOf = ({ role, alt, children = [] }: Tag): string[] =>
    children.some((child) => child.role)
      ? children.flatMap(tagsOf)
      : role
        ? [alt === undefined ? role : `${role}: ${alt}`]
        : [];
  return tagsOf(tree as Tag);
}

/** What a camera reads from the QR codes of a page. */
export async function readCodesOf(pdf: Uint8Array, page = 1): Promise<string[]> {
  const [{ createCanvas }, { prepareZXingModule, readBarcodes }] = await Promise.all([
    import("@napi-rs/canvas"),
    import("zxing-wasm/reader"),
  ]);
  const wasmBinary = readFileSync(
    fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")),
  ).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const paper = await (await openPdf(pdf)).getPage(page);
  const viewport = paper.getViewport({ scale: 3 });
  const canvas = createCanvas(viewport.width, viewport.height);
  await paper.render({ canvas: canvas as never, viewport }).promise;
  const { data, width, height } = canvas
    .getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height);
  const found = await readBarcodes({ data, width, height } as ImageData, { formats: ["QRCode"] });
  return found.map(({ text }) => text);
}
