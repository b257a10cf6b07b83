import * as z from "zod";
import "../../kit/form/schema.ts";
import { randomInt } from "node:crypto";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { checkFields, type FormValues, type Submission } from "../../core/values/check-fields.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { LONGEST_PASSWORD, NEW_PASSWORD_LENGTH } from "./passwords.ts";

const TOO_SHORT = `Le mot de passe doit contenir au moins ${NEW_PASSWORD_LENGTH} caractères`;
const TOO_LONG = `Le mot de passe ne peut dépasser ${LONGEST_PASSWORD} caractères`;

/** A new password, typed twice. */
const newPasswordSchema = z
  .object({
    password: z
      .string({ error: TOO_SHORT })
      .min(NEW_PASSWORD_LENGTH, TOO_SHORT)
      .max(LONGEST_PASSWORD, TOO_LONG),
    again: z.string({ error: TOO_SHORT }),
  })
  .refine(({ password, again }) => password === again, {
    path: ["again"],
    message: "Les deux mots de passe diffèrent",
  });

type NewPassword = { password: string; again: string };

/** Checks a typed new password: long enough, twice the same, not easily guessed. */
export async function checkNewPassword(
  values: FormValues,
  owner: { name: string; email: string },
): Promise<Submission<NewPassword>> {
  const checked = checkFields(values, newPasswordSchema);
  if (!checked.ok) return checked;
  const weakness = await passwordWeakness(checked.value.password, owner);
  return weakness ? { ok: false, values, errors: { password: weakness } } : checked;
}

/** Whose password it is. */
type Owner = { name: string; email: string };

/** zxcvbn's best mark: more than 10 thousand million guesses. */
const STRONG = 4;
/** The rest is not checked: it only makes a password better, and the check slow. */
const CHECKED_LENGTH = 40;
/** How many substitutions of letters by digits are tried: ten times as many take ten times as long. */
const SPELLINGS = 8;
/** Letters that must be there besides the owner's names. */
const MIN_OTHER_LETTERS = 8;
/** Words that anybody would try at this site. */
const COMMON_HERE = [
  "admin",
  "administrateur",
  "administration",
  "secretariat",
  "federation",
  "federale",
  "fge",
  "feguiesport",
  "esport",
  "esports",
  "gaming",
  "guinee",
  "guineenne",
  "guinea",
  "conakry",
  "motdepasse",
  "bienvenue",
  "connexion",
  "bonjour",
];

let estimator: Promise<ZxcvbnFactory> | undefined;

/** The word lists are loaded when the first password is chosen. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, french] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-fr"),
  ]);
  return new Factory({
    dictionary: { ...common.dictionary, ...french.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: SPELLINGS,
  });
}

/** A text without accents and capitals. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The words of a text, and all of them together. */
function wordsOf(text: string): string[] {
  const words = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  return [...words, words.join("")];
}

/** Whether a password consists of little else than these words, ignoring punctuation. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = plain(password).replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ""), letters);
  return rest !== letters && rest.length < MIN_OTHER_LETTERS;
}

/** Why a password is too weak, as its field's error; undefined when it is good. */
export async function passwordWeakness(
  password: string,
  owner: Owner,
): Promise<string | undefined> {
  // A disk that was away once is tried again.
  estimator ??= loadEstimator().catch((error: unknown) => {
    estimator = undefined;
    throw error;
  });
  const { federation } = cachedSettings();
  const { name, name_en, short_name } = federation;
  // Whoever has an address that ends in .com may well write a word that holds it.
  const email = owner.email.replace(/\.\w+$/, "");
  const own = [owner.name, email, name, name_en, short_name].flatMap(wordsOf);
  const first = [...own, ...COMMON_HERE];
  const looked = password.slice(0, CHECKED_LENGTH);
  const { score, sequence } = (await estimator).check(looked, first);
  if (score >= STRONG && !isMadeOf(password, first)) return undefined;
  const personal = isMadeOf(password, own);
  return personal || sequence.some(({ token }) => own.includes(plain(token)))
    ? "Ce mot de passe contient votre nom, votre adresse ou le nom de la fédération : on l’essaierait en premier. Choisissez plutôt une phrase."
    : "Ce mot de passe est trop courant ou trop facile à deviner. Choisissez plutôt une phrase de plusieurs mots.";
}

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
