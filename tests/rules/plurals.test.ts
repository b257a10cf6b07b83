import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isForTests, sourceFiles } from "../support/source.ts";

/** What the specification quotes with its brackets, and an address that may begin in two ways. */
const QUOTED = ["fichier(s) téléchargé(s) avec succès", "http(s)"];

test("plurals are written out", () => {
  const offenders = sourceFiles("app")
    .filter((file) => !isForTests(file))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => /\p{L}\((?:e?s|x)\)/u.test(line))
        .filter((line) => !QUOTED.some((words) => line.includes(words)))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(offenders).toEqual([]);
});
