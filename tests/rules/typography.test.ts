import { expect, test } from "vitest";
import { isForTests, read, sourceFiles } from "../support/source.ts";

/** Where the words stand that visitors and staff read. */
const WORDS =
  /^app\/(?:i18n\/fr\/.*|legal\/.*|kit\/.*|.*-labels|.*\.(?:mail|samples|admin|office|record)|(?:events|payments|registrations|membership|licences|people)\/.*\.server)\.tsx?$/;
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`|>([^<>{}\n]*\p{L} [^<>{}\n]*)</gu;
/** A wide space, or one that breaks the line, where French wants a narrow one that does not. */
const WRONG_SPACE = /(?<=[\p{L}\p{N}»…])[ \u00a0][:;!?»](?=\s|$)|«[ \u00a0]/u;

test("French punctuation stands behind a narrow space that never breaks", () => {
  const files = sourceFiles("app").filter((file) => WORDS.test(file) && !isForTests(file));
  const offenders = files.flatMap((file) =>
    [...read(file).matchAll(LITERAL)]
      // What a template computes is code, not words.
      .map(([, quoted, template, text]) =>
        (quoted ?? template ?? text ?? "").replaceAll(/\$\{[^}]*\}/g, "…"),
      )
      // A template in a template ends where the inner one begins; a choice between two values is code.
      .filter((text) => !/\$\{| \? .* : /.test(text))
      .filter((text) => WRONG_SPACE.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(offenders).toEqual([]);
});

test("No attribute of a screen shows an escape: JSX reads none between plain quotes", () => {
  const offenders = sourceFiles("app")
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) =>
      [
        ...read(file).matchAll(
          /[\w-]="[^"\n]*\\u[^"\n]*"|>[^<>{}"`\n]*\\u[\da-f]{4}[^<>{}"`\n]*</g,
        ),
      ].map(([found]) => `${file}: ${found}`),
    );
  expect(offenders).toEqual([]);
});
