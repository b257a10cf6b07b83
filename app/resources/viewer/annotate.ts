import type { ViewerFrame } from "./frame.ts";
import type { Libraries } from "./libraries.ts";
import type { Pages } from "./pages.ts";

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
    for (const [name, own] of Object.entries(modes)) {
      frame.part(name).setAttribute("aria-pressed", String(mode === own));
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
