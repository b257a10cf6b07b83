export const LANGUAGES = ["fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Kept for a year when a visitor chooses a language; only the home page looks at it. */
export const LANGUAGE_COOKIE = "lang";

/** The language of an address: English under /en, French elsewhere. */
export function languageOf(pathname: string): Language {
  return pathname === "/en" || pathname.startsWith("/en/") ? "en" : "fr";
}

/** The same address without its language prefix. */
export function neutralPath(pathname: string): string {
  if (languageOf(pathname) === "fr") return pathname;
  return pathname.slice("/en".length) || "/";
}

/** The back office is in French only. */
const OFFICE = /^\/admin(?:[/?#]|$)/;

/** A site path in a language. Other addresses (full ones, anchors) come back unchanged. */
export function pathIn(language: Language, path: string): string {
  if (language === "fr" || !path.startsWith("/") || path.startsWith("//")) return path;
  if (OFFICE.test(path)) return path;
  return path === "/" ? "/en" : `/en${path}`;
}
