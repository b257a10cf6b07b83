import type { SigningOptions } from "./passkey.ts";

// The script of the sign-in screen, which is a plain document: it shows the way in by passkey where the
// browser has one, and sends what was signed with the form that stands there. What talks to the device is
// fetched when the button is pressed: most people come with their password.

type Ceremony = typeof import("./ceremony.browser.ts");

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
  place.previousElementSibling?.remove();
  place.hidden = false;
  button.addEventListener("click", async () => {
    problem.textContent = "";
    button.disabled = true;
    let ceremony: Ceremony | undefined;
    try {
      // Its address is in the document: whatever the bundler would add to find it weighs more than this script.
      ceremony = (await import(/* @vite-ignore */ place.dataset.ceremony ?? "")) as Ceremony;
      field.value = await ceremony.sign(await currentOptions(place, shownAt));
      form.submit();
    } catch (error) {
      problem.textContent = ceremony?.problemOf(error) ?? place.dataset.unreachable ?? "";
    }
    button.disabled = false;
  });
}

const place = document.querySelector<HTMLElement>(PLACE);
if (place && window.isSecureContext && typeof window.PublicKeyCredential === "function") {
  offer(place);
}
