/**
 * The PDF viewer: takes over the dialog that the document's page carries, and brings pdf.js in. The
 * page is complete without it.
 */
import type { PDFDocumentLoadingTask } from "pdfjs-dist/legacy/build/pdf.mjs";
import { bindAnnotationTools, bindSaveButton } from "./annotate.ts";
import { bindControls } from "./controls.ts";
import { ViewerFrame } from "./frame.ts";
import { type Libraries, loadFrameStyle, loadLibraries } from "./libraries.ts";
import { openAtPage, showPages } from "./pages.ts";

const dialog = document.querySelector<HTMLDialogElement>("dialog.viewer");
// Whoever saves data reads the page, and opens the document with what the phone has.
if (dialog && !savesData()) void open(new ViewerFrame(dialog));

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

async function open(frame: ViewerFrame): Promise<void> {
  let tools = { leave: () => false };
  bindClosing(frame, () => tools.leave());
  const loading = loadLibraries();
  // It is awaited below; until then a failure is nobody's.
  loading.catch(() => {});
  await loadFrameStyle();
  frame.dialog.showModal();
  try {
    const libraries = await loading;
    const assets = `/pdfjs/${libraries.pdf.version}/`;
    const document = await read(frame, libraries, assets).promise;
    frame.state = "ready";
    const pages = await showPages(libraries, frame, document, assets);
    bindControls(frame, pages);
    openAtPage(pages, location.hash);
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

/** Reads the document in parts, as pages are shown: the rest of a heavy file is never paid for. */
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
    wasmUrl: `${assets}wasm/`,
  });
  task.onPassword = (give: (password: string) => void, reason: number) =>
    askPassword(frame, reason === pdf.PasswordResponses.INCORRECT_PASSWORD, give);
  return task;
}

/** Escape lets go of what is selected, then of the tool in hand, then of the document; whatever closes leads back to the list. */
function bindClosing(frame: ViewerFrame, leaveTool: () => boolean): void {
  const list = frame.part<HTMLAnchorElement>("close");
  const leave = () => {
    const before = document.referrer && new URL(document.referrer);
    const fromList = before && before.origin === list.origin && before.pathname === list.pathname;
    // The list as it was left: its tab, its place. A tab of its own has nothing behind it.
    if (fromList && history.length > 1) history.back();
    else location.assign(list.href);
  };
  for (const link of [list, frame.part("errorClose")]) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      leave();
    });
  }
  const putDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || frame.dialog.querySelector(".selectedEditor")) return;
    if (!leaveTool()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Before the library, which keeps every Escape to itself while a tool is in hand. Of the window: the
  // focus is nowhere for a moment whenever the library draws a page anew.
  window.addEventListener("keydown", putDown, { capture: true });
  // A phone asks to close with its own gesture.
  frame.dialog.addEventListener("cancel", (event) => {
    // A file chooser inside it is cancelled by itself.
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
