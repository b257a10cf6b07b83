// The number of a licence belongs to a person for life. Its letter finds every mistyped digit and every two digits
// that changed places: 23 divides no such difference.

/** Not B, I and O, which look like 8, 1 and 0. */
const LETTERS = "ACDEFGHJKLMNPQRSTUVWXYZ";

/** It stays when the federation changes its short name: a number never changes. */
const PREFIX = "FGE";

const NUMBER = /^(?:FGE)?0*([1-9]\d{0,8})([A-Z])$/;

const letterOf = (serial: number): string => LETTERS.charAt(serial % LETTERS.length);

/** 'FGE-004217-K' */
export const formatLicence = (serial: number): string =>
  `${PREFIX}-${String(serial).padStart(6, "0")}-${letterOf(serial)}`;

const PREFIXED = /^FGE0*([1-9]\d{0,8})$/;

/** The serial that a search names: a whole number, or one whose letter was left out. */
export function searchedLicence(text: string): number | undefined {
  const [, digits] = PREFIXED.exec(tidy(text)) ?? [];
  return digits === undefined ? parseLicence(text) : Number(digits);
}

const DIGITS = /^0*([1-9]\d{0,8})$/;

/** The serial that figures alone may be: they may as well stand in a name or an address. */
export function spokenLicence(text: string): number | undefined {
  const [, digits] = DIGITS.exec(tidy(text)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const tidy = (text: string) => text.toUpperCase().replaceAll(/[\s./_‑–—-]/g, "");

/** The serial of a number as people type it, in any case, with or without prefix and separators. */
export function parseLicence(text: string): number | undefined {
  const [, digits, letter] = NUMBER.exec(tidy(text)) ?? [];
  const serial = Number(digits);
  return letter !== undefined && letterOf(serial) === letter ? serial : undefined;
}
