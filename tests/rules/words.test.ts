import { expect, test } from "vitest";
import { validation as english } from "../../app/i18n/en/forms.ts";
import { validation as french } from "../../app/i18n/fr/forms.ts";
import { isForTests, read, sourceFiles } from "../support/source.ts";

/** Where the words stand that visitors and staff read. */
const WORDS =
  /^app\/(?:i18n\/.*|.*\.(?:mail|samples|admin|office|record|staff\.server)|.*-labels|.*-schema|legal\/.*)\.tsx?$/;
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`|>([^<>{}\n]*\p{L} \p{L}[^<>{}\n]*)</gu;

/** Quoted by the specification. */
const QUOTED = [
  "Email invalide",
  "Cette adresse email est déjà inscrite à la newsletter",
  "Veuillez confirmer votre email avant de vous connecter",
  "Email ou mot de passe incorrect",
  // The document's own title.
  "Statuts de la Fédération",
  "Invalid email",
];

/** The last column of the list. */
function bannedWords(): string[] {
  return read("docs/words.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Thing"))
    .flatMap((line) => (line.split("|").at(-2) ?? "").split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "" && !/^-+$/.test(word));
}

/** What begins with a capital in the list is meant with it. */
function patternOf(word: string): RegExp {
  const flags = /\p{Lu}/u.test(word) ? "u" : "iu";
  const tail = word.endsWith("Fédération") ? "(?! [Gg]uinéenne)" : "";
  return new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])${tail}`, flags);
}

test("one word stands for one thing", () => {
  const banned = bannedWords().map(patternOf);
  expect(banned.length).toBeGreaterThan(20);
  const files = sourceFiles("app").filter((file) => WORDS.test(file) && !isForTests(file));
  expect(files.length).toBeGreaterThan(100);
  const offenders = files.flatMap((file) =>
    [...read(file).matchAll(LITERAL)]
      .map(([, quoted, template, text]) => quoted ?? template ?? text ?? "")
      // A single word is a key of the code, unless it begins as a label does.
      .filter((text) => /\s/.test(text) || /^\p{Lu}/u.test(text))
      .filter((text) => !QUOTED.some((sentence) => text.includes(sentence)))
      .map((text) => text.replaceAll(/\$\{[^}]*\}|\{\{\w+\}\}|\{\w+\}/g, "…"))
      .filter((text) => banned.some((pattern) => pattern.test(text)))
      .map((text) => `${file}: ${text}`),
  );
  expect(offenders).toEqual([]);
});

test("a message beside a field says something", () => {
  const messages = Object.entries({ french, english }).flatMap(([language, groups]) =>
    [...JSON.stringify(groups).matchAll(/"(\w+)":"([^"]*)"/g)].map(
      ([, key, text = ""]) => [`${language} ${key}`, text] as const,
    ),
  );
  expect(messages.length).toBeGreaterThan(100);
  expect(messages.filter(([, text]) => !/\p{L}{2}/u.test(text))).toEqual([]);
});
