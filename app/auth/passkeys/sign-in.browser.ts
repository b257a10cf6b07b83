import { canUsePasskeys, problemOf, sign } from "./ceremony.browser.ts";
import type { SigningOptions } from "./passkey.ts";

// The script of the sign-in screen, which is a plain document: it shows the way in by passkey where the
// browser has one, and sends what was signed with the form that stands there.

const PLACE = "[data-passkey]";
const MINUTE_MS = 60_000;
const MINUTES_TO_ANSWER = 3;

/** What the server gave with the screen. */
const optionsIn = (root: ParentNode) =>
  JSON.parse(root.querySelector<HTMLElement>(PLACE)?.dataset.passkey ?? "null") as SigningOptions;

/** The screen may have stood open for longer than its challenge is good; people take their time to answer, too. */
async function currentOptions(place: HTMLElement, shownAt: number): Promise<SigningOptions> {
  const goodFor = (Number(place.dataset.minutes) - MINUTES_TO_ANSWER) * MINUTE_MS;
  if (Date.now() - shownAt < goodFor) return optionsIn(document);
  const html = await (await fetch(location.href)).text();
  return optionsIn(new DOMParser().parseFromString(html, "text/html"));
}

function offer(place: HTMLElement): void {
  const form = place.querySelector("form");
  const field = form?.querySelector<HTMLInputElement>("[name=passkey]");
  const button = place.querySelector("button");
  const problem = place.querySelector("[aria-live]");
  if (!form || !field || !button || !problem) return;
  const shownAt = Date.now();
  const waiting = new AbortController();
  const send = (signed: string) => {
    field.value = signed;
    form.submit();
  };
  place.hidden = false;
  button.addEventListener("click", async () => {
    waiting.abort();
    problem.textContent = "";
    button.disabled = true;
    try {
      send(await sign(await currentOptions(place, shownAt)));
    } catch (error) {
      problem.textContent = problemOf(error);
    }
    button.disabled = false;
  });
  void suggest(waiting.signal).then(send, () => {});
}

/** Passkeys among what the browser suggests for the address, where it can. */
async function suggest(signal: AbortSignal): Promise<string> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()))
    return new Promise(() => {});
  return sign(optionsIn(document), { mediation: "conditional", signal });
}

const place = document.querySelector<HTMLElement>(PLACE);
if (place && canUsePasskeys()) offer(place);
