import type { ViewerFrame } from "./frame.ts";
import type { Libraries } from "./libraries.ts";
import { fitWidth, MAX_SCALE, MIN_SCALE, nextScale, type Pages } from "./pages.ts";
import { fillPlaceholders } from "./parts.ts";

type ViewerAction = "previous" | "next" | "first" | "last" | "zoomIn" | "zoomOut" | "fit";

const ACTIONS: Record<string, ViewerAction> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  PageUp: "previous",
  PageDown: "next",
  Home: "first",
  End: "last",
  "+": "zoomIn",
  // The same key without its shift.
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "fit",
};

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** What a key asks of the viewer. Keys held with another belong to the browser. */
export function keyAction({ key, ctrlKey, metaKey, altKey }: Pressed): ViewerAction | undefined {
  return ctrlKey || metaKey || altKey ? undefined : ACTIONS[key];
}

/** Pages are redrawn sharply this long after the last zoom step. */
const REDRAW_MS = 300;

/** Binds the buttons and keys for pages and zoom, and shows the current page. */
export function bindControls(frame: ViewerFrame, { bus, viewer }: Pages): void {
  const total = viewer.pagesCount;
  const turn = (page: number) => {
    if (page >= 1 && page <= total) viewer.currentPageNumber = page;
  };
  const zoom = (direction: 1 | -1) => {
    const scaleFactor = nextScale(viewer.currentScale, direction) / viewer.currentScale;
    viewer.updateScale({ scaleFactor, drawingDelay: REDRAW_MS });
  };
  const actions: Record<ViewerAction, () => void> = {
    previous: () => turn(viewer.currentPageNumber - 1),
    next: () => turn(viewer.currentPageNumber + 1),
    first: () => turn(1),
    last: () => turn(total),
    zoomIn: () => zoom(1),
    zoomOut: () => zoom(-1),
    fit: () => fitWidth(viewer),
  };
  for (const name of ["previous", "next", "zoomIn", "zoomOut", "fit"] as const) {
    frame.on(name, actions[name]);
  }
  frame.dialog.addEventListener("keydown", (event) => {
    const action = keyAction(event);
    if (!action || isTaken(event.target as HTMLElement) || isAnnotating(frame)) return;
    event.preventDefault();
    actions[action]();
  });
  const update = () => {
    const page = viewer.currentPageNumber;
    frame.part("page").textContent = fillPlaceholders(frame.labels.page, { page, total });
    disable(frame.part("previous"), page <= 1);
    disable(frame.part("next"), page >= total);
    disable(frame.part("zoomOut"), viewer.currentScale <= MIN_SCALE);
    disable(frame.part("zoomIn"), viewer.currentScale >= MAX_SCALE);
  };
  bus.on("pagechanging", update);
  bus.on("scalechanging", update);
  update();
}

/** A button that gives up its own focus when it is disabled would leave the keyboard nowhere. */
function disable(button: HTMLElement, disabled: boolean): void {
  if (disabled && button === document.activeElement) {
    button.closest("dialog")?.querySelector<HTMLElement>('[data-part="scroll"]')?.focus();
  }
  (button as HTMLButtonElement).disabled = disabled;
}

/** While one writes or draws, keys belong to what is written and drawn. */
const isTaken = (target: HTMLElement) =>
  target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

const isAnnotating = ({ dialog }: ViewerFrame) =>
  dialog.querySelector('[data-part="tools"] [aria-pressed="true"]') !== null;

/** Visible on white and on a dark cover. */
const RED = "#ce1126";

/** The tools for text, drawings and pictures on pages. `leave` returns whether one was active. */
export function bindAnnotationTools(
  frame: ViewerFrame,
  { pdf: { AnnotationEditorType, AnnotationEditorParamsType } }: Libraries,
  { bus, viewer }: Pages,
): { leave(): boolean } {
  const modes = {
    text: AnnotationEditorType.FREETEXT,
    draw: AnnotationEditorType.INK,
    stamp: AnnotationEditorType.STAMP,
  };
  const defaults: [number, string | number][] = [
    [AnnotationEditorParamsType.FREETEXT_COLOR, RED],
    [AnnotationEditorParamsType.FREETEXT_SIZE, 14],
    [AnnotationEditorParamsType.INK_COLOR, RED],
    [AnnotationEditorParamsType.INK_THICKNESS, 3],
  ];
  let activeMode: number = AnnotationEditorType.NONE;
  let choosing = false;
  const use = (mode: number) => {
    choosing = mode === modes.stamp;
    viewer.annotationEditorMode = { mode };
  };
  const leave = () => {
    if (activeMode === AnnotationEditorType.NONE) return false;
    use(AnnotationEditorType.NONE);
    return true;
  };
  const set = (type: number, value?: string | number) =>
    bus.dispatch("switchannotationeditorparams", { source: frame, type, value });

  frame.on("annotate", () => {
    const tools = frame.part("tools");
    tools.hidden = !tools.hidden;
    frame.part("annotate").setAttribute("aria-expanded", String(!tools.hidden));
    if (tools.hidden) leave();
  });
  for (const [name, mode] of Object.entries(modes)) {
    frame.on(name, () => {
      if (activeMode !== mode || !leave()) use(mode);
    });
  }
  // Selecting an existing annotation switches to its tool.
  bus.on("switchannotationeditormode", (change: { mode: number }) => {
    viewer.annotationEditorMode = change;
  });
  bus.on("annotationeditormodechanged", ({ mode }: { mode: number }) => {
    activeMode = mode;
    for (const [name, toolMode] of Object.entries(modes)) {
      frame.part(name).setAttribute("aria-pressed", String(mode === toolMode));
    }
    // The defaults can only be set once an editor exists.
    for (const [type, value] of defaults.splice(0)) set(type, value);
    // A picture is chosen before it is placed; the other tools begin where the page is touched.
    if (choosing) set(AnnotationEditorParamsType.CREATE);
    choosing = false;
  });
  return { leave };
}

/** The library's types declare the listeners as null. */
type Listened = { resetModified(): void; onSetModified: unknown; onResetModified: unknown };

/** Saves a copy with the annotations; while there are unsaved ones, leaving the page asks first. */
export function bindSaveButton(
  frame: ViewerFrame,
  { document: pdf }: Pages,
  tools: { leave(): boolean },
): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const storage: Listened = pdf.annotationStorage;
  storage.onSetModified = () => window.addEventListener("beforeunload", warn);
  storage.onResetModified = () => window.removeEventListener("beforeunload", warn);
  frame.on("save", async () => {
    // Commits the annotation that is being written.
    tools.leave();
    try {
      saveAs(await pdf.saveDocument(), frame.fileName);
      storage.resetModified();
      frame.notify(frame.labels.saved);
    } catch (error) {
      reportError(error);
      frame.notify(frame.labels.error);
    }
  });
}

function saveAs(bytes: Uint8Array, name: string): void {
  const href = URL.createObjectURL(
    new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }),
  );
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // Some browsers read the URL after the click.
  window.setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
