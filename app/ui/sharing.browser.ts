/** Copying the address, and the phone's own way of sharing, where there are such. */
export function sharing(root: Document, { navigator }: Pick<Window, "navigator">): void {
  for (const block of root.querySelectorAll<HTMLElement>("[data-share]")) {
    const { share: url = "", title } = block.dataset;
    const offer = (name: string, can: boolean, act: (button: HTMLElement) => unknown) => {
      const button = block.querySelector<HTMLElement>(`[name=${name}]`);
      if (!button?.parentElement || !can) return;
      button.parentElement.hidden = false;
      button.addEventListener("click", () => act(button));
    };
    offer("copy", !!navigator.clipboard, async (button) => {
      await navigator.clipboard.writeText(url);
      button.textContent = button.dataset.done ?? "";
    });
    // Whoever closes the sheet again has changed their mind: nothing is wrong.
    offer("sheet", !!navigator.share, () => navigator.share({ title, url }).catch(() => {}));
  }
}

if (typeof document !== "undefined" && !("vitest" in globalThis)) sharing(document, window);
