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

if (typeof document !== "undefined" && !("vitest" in globalThis)) {
  solidHeader(document, window);
  closingMenus(document);
  brokenPictures(document);
}
