/** The PDF that a message carries: its pages, and the words of the first. */
export async function readPdfIn(raw: Buffer | undefined): Promise<{ pages: number; text: string }> {
  const [, base64] =
    /application\/pdf[\s\S]*?\n\r?\n([\w+/=\r\n]+)/.exec(raw?.toString("latin1") ?? "") ?? [];
  if (!base64) throw new Error("the message carries no PDF");
  return readPdf(Buffer.from(base64, "base64"));
}

/** The pages of a PDF, and the words of one. */
export async function readPdf(pdf: Uint8Array, page = 1): Promise<{ pages: number; text: string }> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const content = await (await document.getPage(page)).getTextContent();
  const text = content.items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { pages: document.numPages, text };
}
