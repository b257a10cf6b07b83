import { expect, test } from "vitest";
import { markupFaults } from "../support/browser/markup.ts";

const page = (body: string) =>
  `<!doctype html><html lang="fr"><head><meta charset="utf-8"/><title>Essai</title></head><body>${body}</body></html>`;

test("the validator that walks over the screens says what stands where it may not", async () => {
  const terms = "<dt>Adresse</dt><dd>Conakry</dd>";
  expect(await markupFaults(page(`<dl><div>${terms}</div></dl>`))).toEqual([]);
  for (const [body, rule] of [
    [`<dl><div><svg></svg>${terms}</div></dl>`, "term-group"],
    ["<p><div>Un bloc</div></p>", "close-order"],
    ["<ul><p>Un texte</p></ul>", "element-permitted-content"],
    ['<p id="a">Un</p><p id="a">Deux</p>', "no-dup-id"],
  ] as const) {
    expect((await markupFaults(page(body))).join("\n"), body).toContain(rule);
  }
});
