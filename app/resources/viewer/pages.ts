import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { EventBus, PDFViewer } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import type { ViewerFrame } from "./frame.ts";
import type { Libraries } from "./libraries.ts";
import { PartNames } from "./parts.ts";

/** Pixels of one canvas, four bytes each: a page of a phone fits whole, enlarged ones in parts. */
const MAX_CANVAS_PIXELS = 4_000_000;

export const MIN_SCALE = 0.25;
export const MAX_SCALE = 5;

/**
 * The drawn pages that give their canvas back: all but those in view and their neighbours, which the
 * library draws ahead and would draw again at once. A telephone with 2 GB ends a page that keeps more.
 */
export function pagesToEmpty(rendered: readonly number[], inView: readonly number[]): number[] {
  if (inView.length === 0) return [];
  const first = Math.min(...inView) - 1;
  const last = Math.max(...inView) + 1;
  return rendered.filter((page) => page < first || page > last);
}

/** The next step of the zoom, a quarter at a time, within its bounds. */
export function nextScale(scale: number, direction: 1 | -1): number {
  const next = direction === 1 ? scale * 1.25 : scale / 1.25;
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, next));
}

export type Pages = { bus: EventBus; viewer: PDFViewer; document: PDFDocumentProxy };

/** Shows a document in the frame, fitted to its width, and keeps it so when the frame changes. */
export async function showPages(
  { pdf, pages }: Libraries,
  frame: ViewerFrame,
  document: PDFDocumentProxy,
  assets: string,
): Promise<Pages> {
  const bus = new pages.EventBus();
  const linkService = new pages.PDFLinkService({
    eventBus: bus,
    externalLinkTarget: pages.LinkTarget.BLANK,
    externalLinkRel: "noopener noreferrer",
  });
  const viewer = new pages.PDFViewer({
    container: frame.part<HTMLDivElement>("scroll"),
    viewer: frame.part<HTMLDivElement>("pages"),
    // @ts-expect-error: the option exists, and its types do not know it.
    viewerAlert: frame.part("alert"),
    eventBus: bus,
    linkService,
    l10n: new PartNames(frame.dialog, frame.labels.parts) as never,
    annotationEditorMode: pdf.AnnotationEditorType.NONE,
    maxCanvasPixels: MAX_CANVAS_PIXELS,
    imageResourcesPath: `${assets}images/`,
    removePageBorders: true,
  });
  linkService.setViewer(viewer);
  const ready = new Promise<void>((resolve) => bus.on("pagesinit", resolve));
  viewer.setDocument(document);
  linkService.setDocument(document);
  await ready;
  fitWidth(viewer);
  boundMemory(bus, viewer);
  followFrame(frame, viewer);
  bus.on("pagerendered", ({ error }: { error?: unknown }) => {
    if (error) frame.notify(frame.labels.pageFailed);
  });
  return { bus, viewer, document };
}

/** Goes to the page that the address names, as browsers do with a document of their own: `#page=3`. */
export function openAtPage({ viewer, document }: Pages, hash: string): void {
  const page = Number(/^#page=(\d{1,5})$/.exec(hash)?.[1] ?? 1);
  if (page > 1 && page <= document.numPages) viewer.currentPageNumber = page;
}

/** Once the first page is drawn, or could not be. */
export const drawnPage = ({ bus }: Pages): Promise<void> =>
  new Promise((resolve) => bus.on("pagerendered", () => resolve(), { once: true }));

/** Fits the page to the width of the frame. */
export function fitWidth(viewer: PDFViewer): void {
  viewer.currentScaleValue = "page-width";
}

/** Removes the canvases of pages out of view. */
function boundMemory(bus: EventBus, viewer: PDFViewer): void {
  const empty = () => {
    const rendered: number[] = [];
    for (const { id } of viewer.getCachedPageViews()) rendered.push(id);
    const { views } = viewer._getVisiblePages() as { views: { id: number }[] };
    const inView = views.map(({ id }) => id);
    for (const page of pagesToEmpty(rendered, inView)) viewer.getPageView(page - 1)?.destroy();
  };
  bus.on("pagerendered", empty);
  bus.on("updateviewarea", empty);
}

/** Keeps the page when a phone is turned: the library keeps the position while the scale changes. */
function followFrame(frame: ViewerFrame, viewer: PDFViewer): void {
  new ResizeObserver(() => {
    const value = viewer.currentScaleValue;
    // Setting the same value again recalculates the fit.
    if (value) viewer.currentScaleValue = value;
    viewer.update();
  }).observe(frame.part("scroll"));
}
