import { expect, test } from "vitest";
import { isForTests, read, sourceFiles } from "../support/source.ts";

/** Where the words stand that visitors read on pages, in mails and in the first content, and staff of what is sold. */
const WORDS =
  /^app\/(?:i18n\/fr\/.*|.*\.(?:mail|samples)|(?:events|payments|registrations|membership)\/.*\.server)\.ts$/;
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`/g;
/** A wide space, or one that breaks the line, where French wants a narrow one that does not. */
const WRONG_SPACE = /[ \u00a0][:;!?»](?=\s|$)|«[ \u00a0]/;

test("French punctuation stands behind a narrow space that never breaks", () => {
  const files = sourceFiles("app").filter((file) => WORDS.test(file) && !isForTests(file));
  const offenders = files.flatMap((file) =>
    [...read(file).matchAll(LITERAL)]
      // What a template computes is code, not words.
      .map(([, quoted, template]) => quoted ?? template?.replaceAll(/\$\{[^}]*\}/g, "…") ?? "")
      .filter((text) => WRONG_SPACE.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(offenders).toEqual([]);
});
