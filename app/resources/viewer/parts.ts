/**
 * Labels the elements that the library adds to the page: text boxes, handles, buttons. It marks each with a message
 * id. Its own localisation would fetch a file of messages, in the language of the browser instead of the page's.
 */
export class PartNames {
  readonly #labels: Record<string, string>;
  readonly #observer: MutationObserver;

  constructor(root: HTMLElement, labels: Record<string, string>) {
    this.#labels = labels;
    this.#observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "attributes") this.#name(target as HTMLElement);
        for (const node of addedNodes) if (node instanceof HTMLElement) this.#nameAll(node);
      }
    });
    this.#observer.observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ["data-l10n-id", "data-l10n-args"],
    });
  }

  #nameAll(root: HTMLElement): void {
    this.#name(root);
    for (const part of root.querySelectorAll<HTMLElement>("[data-l10n-id]")) this.#name(part);
    // The library expects a dialog of its own, which is not included, to label pictures.
    const picture = root.matches("canvas[role=img]")
      ? root
      : root.querySelector("canvas[role=img]");
    picture?.setAttribute("aria-label", this.#labels["pdfjs-editor-stamp-editor"] ?? "");
  }

  #name(part: HTMLElement): void {
    const { l10nId = "", l10nArgs = "{}" } = part.dataset;
    const label = this.#labels[l10nId];
    if (!label) return;
    const text = fillPlaceholders(label, JSON.parse(l10nArgs));
    // A status is announced by its text; other elements get a label.
    if (part.getAttribute("role") === "status") part.textContent = text;
    else part.setAttribute("aria-label", text);
    if (part instanceof HTMLButtonElement) part.title = text;
  }

  // The interface of the library for localisation.
  getLanguage = () => document.documentElement.lang;
  getDirection = () => "ltr";
  get = async (ids: string | string[]) =>
    Array.isArray(ids) ? ids.map((id) => this.#labels[id] ?? "") : (this.#labels[ids] ?? "");
  translate = async (root: HTMLElement) => this.#nameAll(root);
  translateOnce = this.translate;
  destroy = async () => this.#observer.disconnect();
  // The library pauses observation while it moves pages; that is not needed here.
  pause = () => {};
  resume = () => {};
}

/** Replaces the placeholders of a label, such as `{{page}}`. */
export function fillPlaceholders(label: string, values: Record<string, string | number>): string {
  return label.replace(/\{\{(\w+)\}\}/g, (placeholder, name) =>
    String(values[name] ?? placeholder),
  );
}
