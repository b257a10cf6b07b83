export type ViewerAction = "previous" | "next" | "first" | "last" | "zoomIn" | "zoomOut" | "fit";

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
export function actionOf({ key, ctrlKey, metaKey, altKey }: Pressed): ViewerAction | undefined {
  return ctrlKey || metaKey || altKey ? undefined : ACTIONS[key];
}
