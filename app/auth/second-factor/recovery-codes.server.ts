import { drawLetters } from "../passwords/generate-password.server.ts";

const CODES = 10;

/** Codes for the day on which the phone is lost, each for one sign-in. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => `${drawLetters(5)}-${drawLetters(5)}`);
