/**
 * The PDF viewer: opens the dialog in the document's page and loads pdf.js. The page is complete without it.
 */
import type { PDFDocumentLoadingTask } from "pdfjs-dist/legacy/build/pdf.mjs";
import { bindAnnotationTools, bindControls, bindSaveButton } from "./controls.ts";
import { ViewerFrame } from "./frame.ts";
import { type Libraries, loadFrameStyle, loadLibraries } from "./libraries.ts";
import { drawnPage, openAtPage, showPages } from "./pages.ts";

const dialog = document.querySelector<HTMLDialogElement>("dialog.viewer");
// With data saving on, the viewer is not loaded: the page links to the document.
if (dialog && !savesData()) void open(new ViewerFrame(dialog));

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

async function open(frame: ViewerFrame): Promise<void> {
  let tools = { leave: () => false };
  bindClosing(frame, () => tools.leave());
  const loading = loadLibraries();
  // It is awaited below; until then a rejection must not count as unhandled.
  loading.catch(() => {});
  await loadFrameStyle();
  frame.dialog.showModal();
  try {
    const libraries = await loading;
    const assets = `/pdfjs/${libraries.pdf.version}/`;
    const document = await read(frame, libraries, assets).promise;
    const pages = await showPages(libraries, frame, document, assets);
    openAtPage(pages, location.hash);
    // Until a page is drawn the frame says that it is loading: nobody takes a white sheet for the document.
    await drawnPage(pages);
    frame.state = "ready";
    bindControls(frame, pages);
    tools = bindAnnotationTools(frame, libraries, pages);
    bindSaveButton(frame, pages, tools);
    frame.part("scroll").focus();
  } catch (error) {
    reportError(error);
    frame.state = "error";
    frame.notify(frame.labels.error);
    frame.part("errorClose").focus();
  }
}

/** Reads the document in parts, as pages are shown, so that a large file is not loaded as a whole. */
function read(
  frame: ViewerFrame,
  { pdf, worker }: Libraries,
  assets: string,
): PDFDocumentLoadingTask {
  const task = pdf.getDocument({
    url: frame.file,
    worker: new pdf.PDFWorker({ port: worker as never }),
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${assets}cmaps/`,
    iccUrl: `${assets}iccs/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    // A letter of another width than the document counts on would stand over its neighbour.
    useSystemFonts: false,
    wasmUrl: `${assets}wasm/`,
  });
  task.onPassword = (give: (password: string) => void, reason: number) =>
    askPassword(frame, reason === pdf.PasswordResponses.INCORRECT_PASSWORD, give);
  return task;
}

/** Escape clears the selection, then the active tool, then closes the document. Closing leads back to the list. */
function bindClosing(frame: ViewerFrame, leaveTool: () => boolean): void {
  const list = frame.part<HTMLAnchorElement>("close");
  const leave = () => {
    const before = document.referrer && new URL(document.referrer);
    const fromList = before && before.origin === list.origin && before.pathname === list.pathname;
    // Back to the list with its tab and scroll position; a new browser tab has no history.
    if (fromList && history.length > 1) history.back();
    else location.assign(list.href);
  };
  for (const link of [list, frame.part("errorClose")]) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      leave();
    });
  }
  const leaveToolOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || frame.dialog.querySelector(".selectedEditor")) return;
    if (!leaveTool()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // In the capture phase, since the library handles every Escape while a tool is active. On the window, since nothing
  // has the focus for a moment whenever the library redraws a page.
  window.addEventListener("keydown", leaveToolOnEscape, { capture: true });
  // The back gesture of a phone.
  frame.dialog.addEventListener("cancel", (event) => {
    // A file chooser inside the dialog fires `cancel` too.
    if (event.target !== frame.dialog) return;
    event.preventDefault();
    if (!leaveTool()) leave();
  });
  frame.dialog.addEventListener("close", leave);
}

/** Asks for the password of a protected document, again after a wrong one. */
function askPassword(frame: ViewerFrame, isRetry: boolean, give: (password: string) => void) {
  const form = frame.part<HTMLFormElement>("password");
  const input = frame.part<HTMLInputElement>("passwordInput");
  const message = frame.part("passwordMessage");
  message.textContent = isRetry ? frame.labels.passwordInvalid : frame.labels.passwordAsk;
  input.setAttribute("aria-invalid", String(isRetry));
  input.value = "";
  frame.state = "password";
  input.focus();
  form.onsubmit = (event) => {
    event.preventDefault();
    frame.state = "loading";
    give(input.value);
  };
}
