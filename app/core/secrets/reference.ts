/** Letters and digits that nobody mistakes for one another, read aloud or from a phone. */
const REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const REFERENCE_LENGTH = 6;

/** A reference such as FGE-7K3M-2Q, from random bytes (at least six are needed). */
export function referenceFrom(prefix: string, random: Uint8Array): string {
  const letters = [...random.subarray(0, REFERENCE_LENGTH)]
    .map((byte) => REFERENCE_LETTERS.charAt(byte % REFERENCE_LETTERS.length))
    .join("");
  return `${prefix.toUpperCase()}-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
