/** The form of every id. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A random id; `crypto.randomUUID` would need https. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

/** Whether a text looks like an id; anything else matches no row and is never sent to the database. */
export function isId(value: string | undefined): value is string {
  return value !== undefined && UUID.test(value);
}

/** Letters and digits that are not mistaken for one another. */
const REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const REFERENCE_LENGTH = 6;

/** A reference as people say and type it: 'fge 7k3m 2q', 'FGE7K3M2Q' or, without the prefix, '7K3M-2Q'. */
export function referenceFromText(text: string, prefix: string): string | undefined {
  const letters = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const own = letters.slice(-REFERENCE_LENGTH);
  const before = letters.slice(0, -REFERENCE_LENGTH) || prefix.toUpperCase();
  if (own.length < REFERENCE_LENGTH) return undefined;
  if (![...own].every((letter) => REFERENCE_LETTERS.includes(letter))) return undefined;
  return `${before}-${own.slice(0, 4)}-${own.slice(4)}`;
}

/** A reference such as FGE-7K3M-2Q, from random bytes (at least six are needed). */
export function referenceFrom(prefix: string, random: Uint8Array): string {
  const letters = [...random.subarray(0, REFERENCE_LENGTH)]
    .map((byte) => REFERENCE_LETTERS.charAt(byte % REFERENCE_LETTERS.length))
    .join("");
  return `${prefix.toUpperCase()}-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
