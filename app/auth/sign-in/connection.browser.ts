/**
 * The script of the sign-in screen: without a connection the form stays, with what was typed, and the warning that the
 * document holds as a template is shown instead of the browser's own page.
 */

/** Asks for nothing but an answer. */
const ANY_ANSWER = "/healthz";

/** After so long without an answer there is no connection, in milliseconds. */
const PATIENCE = 8_000;

export function checkBeforeSending(root: Document, view: Window & typeof globalThis): void {
  // Safari before 16 sends the form as it always did.
  if (!("requestSubmit" in view.HTMLFormElement.prototype)) return;
  const warning = root.querySelector<HTMLTemplateElement>("#offline");
  let state: "idle" | "asking" | "connected" = "idle";
  root.addEventListener("submit", async (event) => {
    if (state === "connected") return;
    event.preventDefault();
    if (state === "asking") return;
    state = "asking";
    try {
      await view.fetch(ANY_ANSWER, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
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
