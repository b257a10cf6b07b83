import { dirname, join } from "node:path";
import { importsOf, read } from "./source.ts";

/** What begins a list of changes that one address offers, by the name of each. */
const BEGINNINGS = [
  /\brunIntents\(request, context, \{/g,
  /\bconst INTENTS = \{/g,
  /\bconst [A-Z]+: Readonly<Record<string, \(asking: Asking\) => Promise<\w+>>> = \{/g,
];

/** The changes that a screen's action offers, as its source names them. */
export function intentsOf(file: string): string[] {
  const own = ["app", dirname(file)].join("/");
  const sources = [
    join("app", file),
    ...importsOf(join("app", file))
      .map(({ target }) => target)
      .filter((target) => dirname(target) === own && target.endsWith(".server.ts")),
  ].map(read);
  const result = sources.flatMap((source) =>
    BEGINNINGS.flatMap((beginning) =>
      [...source.matchAll(beginning)].flatMap(({ 0: text, index }) =>
        keysFrom(source, index + text.length),
      ),
    ),
  );
  return [...new Set(result)];
}

/** The keys of the object whose brace was just opened. */
function keysFrom(source: string, begin: number): string[] {
  const keys: string[] = [];
  let depth = 1;
  for (let place = begin; depth > 0 && place < source.length; place++) {
    const letter = source[place];
    if (letter === "{" || letter === "(" || letter === "[") depth++;
    else if (letter === "}" || letter === ")" || letter === "]") depth--;
    else if (depth === 1 && letter === "\n") {
      const key = /^\s*(?:async )?"?([a-z][A-Za-z-]*)"?\s*[:(]/.exec(
        source.slice(place, place + 60),
      );
      if (key?.[1]) keys.push(key[1]);
    }
  }
  return keys;
}

/** The names of the fields that a screen's source reads, as its schemas write them. */
export function fieldNamesOf(file: string): string[] {
  const objects = read(join("app", file)).matchAll(/(?:z\.object|\.extend)\(\{([^}]*)\}/g);
  return [
    ...new Set(
      [...objects].flatMap(([, inside = ""]) =>
        [...inside.matchAll(/(?:^|,)\s*([a-z]\w*)\s*(?=[:,}]|$)/g)].map(([, name = ""]) => name),
      ),
    ),
  ];
}

/** The words that a screen's source knows. */
export const wordsOf = (file: string): string[] => [
  ...new Set(
    [...read(join("app", file)).matchAll(/"([a-z][a-z_-]{1,30})"/g)].map(([, w]) => w ?? ""),
  ),
];
