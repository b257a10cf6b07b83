/**
 * The one script of the public pages, inlined in each document. Plain DOM, no import: everything
 * that it adds works without it too.
 */

/** The header turns solid once the page is scrolled by more than this, in CSS pixels. */
export const SOLID_AFTER = 50;

/** Follows the page with the header, and turns it solid below the first pixels. */
export function solidHeader(root: Document, view: Window): void {
  const header = root.querySelector<HTMLElement>(".site-header");
  if (!header) return;
  root.documentElement.classList.add("js");
  const update = () => header.toggleAttribute("data-solid", view.scrollY > SOLID_AFTER);
  view.addEventListener("scroll", update, { passive: true });
  update();
}

/** Escape and a tap elsewhere close open menus; opening one closes its neighbours. */
export function closingMenus(root: Document): void {
  const openMenus = () => root.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]");
  root.addEventListener("click", (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(event.target as Node)) menu.open = false;
    }
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

/** A picture that does not load gives way to the placeholder of its kind. */
export function brokenPictures(root: Document): void {
  const replace = (picture: HTMLImageElement) => {
    const placeholder = picture.dataset.placeholder;
    if (!placeholder || picture.dataset.replaced) return;
    picture.dataset.replaced = "1";
    for (const source of picture.parentElement?.querySelectorAll("source") ?? []) source.remove();
    picture.removeAttribute("srcset");
    picture.src = placeholder;
  };
  root.addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLImageElement) replace(event.target);
    },
    true,
  );
  for (const picture of root.querySelectorAll("img")) {
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) replace(picture);
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Says what is wrong with a field in the server's own words, as soon as one leaves it. */
export function checkControl(control: Control): void {
  const { message, patternMessage } = control.dataset;
  const place = control.ownerDocument.getElementById(`${control.name}-error`);
  if (!message || !place) return;
  const { validity, value } = control;
  // Without typing, browsers do not judge the length.
  const short = "minLength" in control && control.minLength > value.trim().length;
  const wrong = !validity.valid || (short && value !== "");
  place.textContent = wrong
    ? (validity.patternMismatch && !short && patternMessage) || message
    : "";
  if (wrong) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

/** Early messages, and a button that shows it is working and refuses a second click. */
export function forms(root: Document, view: Window): void {
  for (const form of root.querySelectorAll<HTMLFormElement>("form[data-form]")) {
    const button = form.querySelector<HTMLButtonElement>("button[data-working]");
    const label = button?.textContent ?? "";
    form.addEventListener("focusout", ({ target }) => {
      const control = target as Control;
      // Not at once: a message that appears while the button is being pressed moves it away.
      if (control.dataset?.message && control.value) view.setTimeout(checkControl, 250, control);
    });
    form.addEventListener("input", ({ target }) => {
      const control = target as Control;
      if (control.getAttribute("aria-invalid")) checkControl(control);
    });
    form.addEventListener("submit", (event) => {
      if (!button) return;
      if (button.ariaDisabled) return event.preventDefault();
      button.ariaDisabled = "true";
      button.textContent = button.dataset.working ?? label;
    });
    // Back from the next page: the form is ready again.
    view.addEventListener("pageshow", () => {
      if (!button) return;
      button.ariaDisabled = null;
      button.textContent = label;
    });
  }
}

/** What only minors are asked is shown once the birth date says so, and when the server asked for it. */
export function guardians(root: Document, view: Window): void {
  for (const part of root.querySelectorAll<HTMLDetailsElement>("[data-born-after]")) {
    const birth = part.closest("form")?.querySelector<HTMLInputElement>("[name=birthDate]");
    const update = () => {
      const { bornAfter = "", bornUntil = "" } = part.dataset;
      const born = birth?.value ?? "";
      const minor = born > bornAfter && born <= bornUntil;
      part.hidden = !minor && !part.querySelector("[aria-invalid]");
      part.open ||= minor;
    };
    birth?.addEventListener("input", update);
    // Back from another page, the browser fills the form in again.
    view.addEventListener("pageshow", update);
    update();
  }
}

if (typeof document !== "undefined" && !("vitest" in globalThis)) {
  solidHeader(document, window);
  closingMenus(document);
  brokenPictures(document);
  forms(document, window);
  guardians(document, window);
}
