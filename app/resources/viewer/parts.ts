/**
 * Names the parts that the library adds to the page: text boxes, handles, buttons. It marks each with
 * the id of a message and leaves the words to whoever embeds it. Its own way would fetch a file of
 * messages, in the language of the browser instead of the page's.
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
    // The library leaves the name of a picture to a dialog that it does not bring.
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
    // What is announced is text; everything else is named.
    if (part.getAttribute("role") === "status") part.textContent = text;
    else part.setAttribute("aria-label", text);
    if (part instanceof HTMLButtonElement) part.title = text;
  }

  // What the library asks of whoever gives it its words.
  getLanguage = () => document.documentElement.lang;
  getDirection = () => "ltr";
  get = async (ids: string | string[]) =>
    Array.isArray(ids) ? ids.map((id) => this.#labels[id] ?? "") : (this.#labels[ids] ?? "");
  translate = async (root: HTMLElement) => this.#nameAll(root);
  translateOnce = this.translate;
  destroy = async () => this.#observer.disconnect();
  // It would stop the observation while it moves pages about; ours costs nothing then.
  pause = () => {};
  resume = () => {};
}

/** Puts values in the places of a label: `{{page}}`. */
export function fillPlaceholders(label: string, values: Record<string, string | number>): string {
  return label.replace(/\{\{(\w+)\}\}/g, (place, name) => String(values[name] ?? place));
}
