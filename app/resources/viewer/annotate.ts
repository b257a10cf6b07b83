import type { ViewerFrame } from "./frame.ts";
import type { Libraries } from "./libraries.ts";
import type { Pages } from "./pages.ts";

/** Its own types say that nobody may listen. */
type Listened = { resetModified(): void; onSetModified: unknown; onResetModified: unknown };

/** The tools that write, draw and stick pictures on pages, and the copy that keeps what they did. */
export function annotations(
  frame: ViewerFrame,
  { pdf }: Libraries,
  { bus, viewer, document: opened }: Pages,
): { leaveTool(): boolean } {
  const { AnnotationEditorType, AnnotationEditorParamsType } = pdf;
  const modes = {
    text: AnnotationEditorType.FREETEXT,
    draw: AnnotationEditorType.INK,
    stamp: AnnotationEditorType.STAMP,
  };
  const toggle = frame.part("annotate");
  const tools = frame.part("tools");
  let inHand: number = AnnotationEditorType.NONE;
  const use = (mode: number) => {
    viewer.annotationEditorMode = { mode };
  };
  const leaveTool = () => {
    if (inHand === AnnotationEditorType.NONE) return false;
    use(AnnotationEditorType.NONE);
    return true;
  };

  frame.on("annotate", () => {
    tools.hidden = !tools.hidden;
    toggle.setAttribute("aria-expanded", String(!tools.hidden));
    if (tools.hidden) leaveTool();
  });
  for (const [name, mode] of Object.entries(modes)) {
    frame.on(name, () => {
      if (inHand === mode) leaveTool();
      else use(mode);
    });
  }
  // An annotation that the document has already is taken up with the tool that made it.
  bus.on("switchannotationeditormode", (asked: { mode: number }) => {
    viewer.annotationEditorMode = asked;
  });
  bus.on("annotationeditormodechanged", ({ mode }: { mode: number }) => {
    inHand = mode;
    for (const [name, own] of Object.entries(modes)) {
      frame.part(name).setAttribute("aria-pressed", String(mode === own));
    }
    // A picture is chosen first; the others begin under the finger.
    if (mode !== modes.stamp) return;
    const type = AnnotationEditorParamsType.CREATE;
    bus.dispatch("switchannotationeditorparams", { source: frame, type });
  });

  // What was written is not lost by closing without a thought.
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const storage: Listened = opened.annotationStorage;
  storage.onSetModified = () => window.addEventListener("beforeunload", warn);
  storage.onResetModified = () => window.removeEventListener("beforeunload", warn);

  frame.on("save", async () => {
    leaveTool();
    try {
      saveAs(await opened.saveDocument(), frame.fileName);
      storage.resetModified();
      frame.notify(frame.labels.saved);
    } catch {
      frame.notify(frame.labels.error);
    }
  });
  return { leaveTool };
}

function saveAs(bytes: Uint8Array, name: string): void {
  const href = URL.createObjectURL(
    new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }),
  );
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // Some browsers read it after the click.
  window.setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
