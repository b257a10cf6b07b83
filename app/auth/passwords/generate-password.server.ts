import { randomInt } from "node:crypto";

/** Letters and digits that are not taken for one another when a password is copied by hand. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Letters that nobody guesses and somebody can copy. */
const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A password nobody guesses and somebody can type: four groups of six. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () => randomLetters(6)).join("-");

const CODES = 10;

/** Codes for the day on which the phone is lost, each for one sign-in. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => `${randomLetters(5)}-${randomLetters(5)}`);
