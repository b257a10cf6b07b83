/**
 * The script of the sign-in screen: without a connection the form stays, with what was typed, and the warning that the
 * document holds as a template is shown instead of the browser's own page.
 */

/** Asks for nothing but an answer. */
const ANY_ANSWER = "/healthz";

export function checkBeforeSending(root: Document, view: Window): void {
  const warning = root.querySelector<HTMLTemplateElement>("#offline");
  let state: "idle" | "asking" | "connected" = "idle";
  root.addEventListener("submit", async (event) => {
    if (state === "connected") return;
    event.preventDefault();
    if (state === "asking") return;
    state = "asking";
    try {
      await view.fetch(ANY_ANSWER, { cache: "no-store" });
    } catch {
      state = "idle";
      // Said once, it stays.
      warning?.replaceWith(warning.content);
      return;
    }
    state = "connected";
    (event.target as HTMLFormElement).requestSubmit(event.submitter);
  });
  // Back from the next page.
  view.addEventListener("pageshow", () => {
    state = "idle";
  });
}

if (typeof document !== "undefined" && !("vitest" in globalThis)) {
  checkBeforeSending(document, window);
}
