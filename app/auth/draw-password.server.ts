import { randomInt } from "node:crypto";

/** Letters and digits that are not taken for one another when a password is copied by hand. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password nobody guesses and somebody can type: four groups of six. */
export function drawPassword(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  const group = () => Array.from({ length: 6 }, letter).join("");
  return Array.from({ length: 4 }, group).join("-");
}
