import "./polyfills.ts";
// Mozilla's own build for old browsers; our build copies it unchanged.
import pdfUrl from "pdfjs-dist/legacy/build/pdf.min.mjs?url";
import pagesStyleUrl from "pdfjs-dist/legacy/web/pdf_viewer.css?url";
import pagesUrl from "pdfjs-dist/legacy/web/pdf_viewer.mjs?url";
import frameStyleUrl from "./viewer.css?url";

type Pdf = typeof import("pdfjs-dist/legacy/build/pdf.mjs");
type Pages = typeof import("pdfjs-dist/legacy/web/pdf_viewer.mjs");
export type Libraries = { pdf: Pdf; pages: Pages; worker: Worker };

/** The styles of our frame. Resolves even when they fail to load: a plain frame is better than none. */
export function loadFrameStyle(): Promise<void> {
  return addLink({ rel: "stylesheet", href: frameStyleUrl });
}

/** pdf.js and its worker, loaded in parallel. */
export async function loadLibraries(): Promise<Libraries> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("the worker did not start")));
  });
  const styled = addLink({ rel: "stylesheet", href: pagesStyleUrl });
  void addLink({ rel: "modulepreload", href: pagesUrl });
  const load = async () => {
    // The second needs the first on `globalThis`.
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
    // Before our own styles, so that those win.
    document.head.prepend(link);
  });
}
