import type { ViewerFrame } from "./frame.ts";
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
