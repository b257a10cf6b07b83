/** What people write between the digits of a number. */
const SEPARATORS = /[\s.\-\u2010-\u2015/()]/g;

/** The fewest digits, as specified, and the most that a number of any country has. */
const DIGITS = { min: 8, max: 15 };

/** A mobile or a fixed line of Guinea, with or without the code of the country or a leading 0. */
const GUINEAN = /^(?:(?:\+|00)?224)?0?([67]\d{8}|3\d{7})$/;

/**
 * A phone number as it is stored: E.164 for one of Guinea, as typed for any other. Undefined for what can be a number
 * nowhere. Nothing else is judged, since tables of valid numbers lag behind the operators.
 */
export function readPhone(typed: string): string | undefined {
  const text = typed.trim();
  const bare = text.replaceAll(SEPARATORS, "");
  if (!/^\+?\d+$/.test(bare)) return undefined;
  const { length } = bare.replace(/^(?:\+|00)/, "");
  if (length < DIGITS.min || length > DIGITS.max) return undefined;
  const [, guinean] = GUINEAN.exec(bare) ?? [];
  return guinean ? `+224${guinean}` : text;
}

/** The address of a link that dials a number. */
export const telAddress = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, "")}`;
