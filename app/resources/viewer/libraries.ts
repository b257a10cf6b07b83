import "./missing.ts";
// As Mozilla built them, for old browsers; untouched by our own build.
import pdfUrl from "pdfjs-dist/legacy/build/pdf.min.mjs?url";
import pagesStyleUrl from "pdfjs-dist/legacy/web/pdf_viewer.css?url";
import pagesUrl from "pdfjs-dist/legacy/web/pdf_viewer.mjs?url";
import frameStyleUrl from "./viewer.css?url";

type Pdf = typeof import("pdfjs-dist/legacy/build/pdf.mjs");
type Pages = typeof import("pdfjs-dist/legacy/web/pdf_viewer.mjs");
export type Libraries = { pdf: Pdf; pages: Pages; worker: Worker };

/** The styles of our own frame. Resolves even when they do not come: a plain frame is better than none. */
export function loadFrameStyle(): Promise<void> {
  return addLink({ rel: "stylesheet", href: frameStyleUrl });
}

/** What draws PDF files, and the worker that reads them: everything is asked for at once. */
export async function loadLibraries(): Promise<Libraries> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("the worker did not start")));
  });
  const styled = addLink({ rel: "stylesheet", href: pagesStyleUrl });
  void addLink({ rel: "modulepreload", href: pagesUrl });
  const load = async () => {
    // The second builds on the first, which it finds on `globalThis`.
    const pdf: Pdf = await import(/* @vite-ignore */ pdfUrl);
    const pages: Pages = await import(/* @vite-ignore */ pagesUrl);
    await styled;
    return { pdf, pages, worker };
  };
  return Promise.race([load(), broken]);
}

function addLink(attributes: { rel: string; href: string }): Promise<void> {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), attributes);
    link.onload = link.onerror = () => resolve();
    // Before our own styles, which have the last word.
    document.head.prepend(link);
  });
}
