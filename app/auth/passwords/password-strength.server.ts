import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { knownSettings } from "../../settings/settings.visitor.server.ts";

/** Whose password it is: what is theirs is guessed first. */
type Owner = { name: string; email: string };

/** Of five marks the best: more than ten thousand million guesses. */
const STRONG = 4;
/** What comes after is not looked at: it only makes a password better, and the looking slow. */
const LOOKED_AT = 40;
/** How many ways of writing letters as digits are tried: ten times as many take ten times as long. */
const SPELLINGS = 8;
/** So many letters must be there beside one's own names. */
const LEFT_OVER = 8;
/** Words that anybody would try at this door. */
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

/** The lists of common passwords and of French words are read when the first password is chosen. */
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

/** A text as it is typed on any keyboard. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The words of a text, and all of them together. */
function wordsOf(text: string): string[] {
  const words = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  return [...words, words.join("")];
}

/** Whether little is left of a password without these words. Signs between them make it no better. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = plain(password).replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ""), letters);
  return rest !== letters && rest.length < LEFT_OVER;
}

/** Why nobody should have this password, to be said beside its field; undefined when it is good. */
export async function weaknessOf(password: string, owner: Owner): Promise<string | undefined> {
  estimator ??= loadEstimator();
  const { federation } = knownSettings();
  const { name, name_en, short_name } = federation;
  const own = [owner.name, owner.email, name, name_en, short_name].flatMap(wordsOf);
  const first = [...own, ...COMMON_HERE];
  const looked = password.slice(0, LOOKED_AT);
  const { score, sequence } = (await estimator).check(looked, first);
  if (score >= STRONG && !isMadeOf(password, first)) return undefined;
  const personal = isMadeOf(password, own);
  return personal || sequence.some(({ token }) => own.includes(plain(token)))
    ? "Ce mot de passe contient votre nom, votre adresse ou le nom de la fédération : on l’essaierait en premier. Choisissez plutôt une phrase."
    : "Ce mot de passe est trop courant ou trop facile à deviner. Choisissez plutôt une phrase de plusieurs mots.";
}
