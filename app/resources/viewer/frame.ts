/** The state of the viewer, which decides what the frame shows. */
export type ViewerState = "loading" | "password" | "ready" | "error";

export type ViewerLabels = {
  /** With `{{page}}` and `{{total}}`. */
  page: string;
  pageFailed: string;
  passwordAsk: string;
  passwordInvalid: string;
  saved: string;
  error: string;
  /** The labels of the library's elements, by message id. */
  parts: Record<string, string>;
};

const NOTICE_MS = 8_000;

/** The dialog in the page, with access to its parts by name. */
export class ViewerFrame {
  readonly dialog: HTMLDialogElement;
  readonly labels: ViewerLabels;
  #hiding = 0;

  constructor(dialog: HTMLDialogElement) {
    this.dialog = dialog;
    this.labels = JSON.parse(dialog.dataset.labels ?? "{}");
  }

  /** The address of the document. */
  get file(): string {
    return this.dialog.dataset.file ?? "";
  }

  /** The name that a copy of it is saved under. */
  get fileName(): string {
    return this.dialog.dataset.name ?? "document.pdf";
  }

  part<E extends HTMLElement = HTMLElement>(name: string): E {
    const element = this.dialog.querySelector<E>(`[data-part="${name}"]`);
    if (!element) throw new Error(`the viewer has no part ${name}`);
    return element;
  }

  /** Runs something when a button of this name is pressed. */
  on(name: string, action: () => void): void {
    this.part(name).addEventListener("click", action);
  }

  get state(): ViewerState {
    return this.dialog.dataset.state as ViewerState;
  }

  set state(state: ViewerState) {
    this.dialog.dataset.state = state;
    this.part("stage").setAttribute("aria-busy", String(state === "loading"));
  }

  /** A short message at the top right. */
  notify(message: string): void {
    const notice = this.part("notice");
    notice.textContent = message;
    notice.hidden = false;
    window.clearTimeout(this.#hiding);
    this.#hiding = window.setTimeout(() => {
      notice.hidden = true;
    }, NOTICE_MS);
  }
}
