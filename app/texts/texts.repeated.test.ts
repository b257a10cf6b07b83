import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repetitions } from "../../tests/support/fuzz/repetitions.ts";
import { ALIVE, htmlOf } from "../../tests/support/text-html.ts";
import { parseDocument } from "./document-json.ts";
import { parseText } from "./parse.server.ts";
import { canonicalText, plainToMarkdown, printText } from "./print.server.ts";
import { textOf } from "./text-document.ts";

const PIECES = [
  ..."#*_[]()<>!`~|\\-+:;&{}\"'=.,0123456789 \n\t aéœ\u00a0\u202f\u200d😀\u0000\ufeff\ud800",
  "\n\n",
  "**",
  "***",
  "__",
  "](",
  "![",
  "::image[",
  ']{src="',
  '"}',
  "\n> ",
  "\n- ",
  "\n1. ",
  "    ",
  "\n| a | b |\n| - | - |\n",
  "<script>",
  "</p>",
  "javascript:",
  "https://a.gn/",
  "\n---\n",
  "\n===\n",
  "```\n",
  ":::note\n",
  "::video[",
  "mot ",
  "Conakry",
  "&#10;",
  "&#x2a;",
];
const hostile = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 24 })
  .map((pieces) => pieces.join(""));

/** What the editor can send, and more. */
const words = fc
  .array(
    fc.constantFrom("mot", "*", "_", "[x](y)", " ", "\\", "<b>", "&", "::image", "1.", "\u00a0"),
  )
  .map((parts) => parts.join(""));
const run = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      text: words,
      bold: fc.boolean(),
      italic: fc.boolean(),
      href: fc.constantFrom(
        "",
        "",
        "/membership",
        "https://a.gn/?y=1&z=(2)",
        "javascript:alert(1)",
      ),
    }),
  },
  fc.constant({ break: true }),
);
const runs = fc.array(run, { maxLength: 4 });
const paragraph = fc.record({ type: fc.constant("paragraph"), runs });
const list = (inner: fc.Arbitrary<unknown>) =>
  fc.record({
    type: fc.constant("list"),
    ordered: fc.boolean(),
    start: fc.integer(),
    items: fc.array(fc.array(inner, { maxLength: 2 }), { maxLength: 3 }),
  });
const flow = fc.oneof(paragraph, list(fc.oneof(paragraph, list(paragraph))));
const block = fc.oneof(
  flow,
  fc.record({ type: fc.constant("heading"), level: fc.integer(), runs }),
  fc.record({ type: fc.constant("quotation"), blocks: fc.array(flow, { maxLength: 2 }) }),
  fc.record({
    type: fc.constant("table"),
    rows: fc.array(fc.array(runs, { maxLength: 3 }), { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant("picture"),
    src: fc.constantFrom("/files/uploads/a.jpg", "javascript:alert(1)"),
    alt: words,
    caption: words,
  }),
  fc.record({ type: fc.constant("video"), href: fc.webUrl(), title: words }),
  fc.record({ type: fc.constant("action"), href: fc.constant("/membership"), label: words }),
);

describe("the stored form of a text", () => {
  test("what is printed reads and prints the same", () => {
    const holds = (stored: string) => {
      expect(printText(parseText(stored))).toBe(stored);
      expect(htmlOf(parseText(stored))).not.toMatch(ALIVE);
    };
    fc.assert(
      fc.property(hostile, (text) => holds(canonicalText(text))),
      { numRuns: repetitions(600, 20_000) },
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 3 }), (sent) => {
        const document = parseDocument(sent);
        const stored = printText(document);
        // The editor's own texts come back as they were, marks and all.
        expect(parseText(stored)).toEqual(document);
        holds(stored);
      }),
      { numRuns: repetitions(150, 5_000) },
    );
  }, 120_000);

  test("keeps every part of a text", () => {
    const markdown = [
      "## Le tournoi\n\nUn **mot** *penché* et un [lien](/membership).\\\nUne ligne.",
      "### Qui vient\n\n- un\n  - dedans\n- deux\n\n3. trois\n4. quatre",
      "> Une parole.\n\n| Équipe | Points |\n| - | - |\n| Dixinn | 3 |",
      '::image{src="/files/uploads/a.jpg" alt="La salle" caption="En juin" size="1200x800"}',
      '::video{href="https://youtu.be/x" title="La finale"}',
      '::action{href="/membership" label="Adhérer"}',
    ].join("\n\n");
    expect(canonicalText(markdown)).toBe(markdown);
    expect(textOf(parseText(markdown))).toBe(
      [
        "Le tournoi",
        "Un mot penché et un lien. Une ligne.",
        "Qui vient",
        "un",
        "dedans",
        "deux",
        "trois",
        "quatre",
        "Une parole.",
        "Équipe · Points",
        "Dixinn · 3",
        "En juin",
        "La finale",
        "Adhérer",
      ].join("\n"),
    );
  });

  test("what is no part of a text becomes its letters", () => {
    for (const text of [
      "<b>gras</b>",
      "`code`",
      "---",
      "[a]: /b",
      "::autre[x]",
      ":::x",
      "18:00",
      "a:b",
    ]) {
      expect(textOf(parseText(text)), text).toBe(text);
    }
    expect(canonicalText("# Un\n\n##### Deux")).toBe("## Un\n\n### Deux");
    expect(canonicalText("![La salle](/files/uploads/a.jpg)")).toBe(
      '::image{src="/files/uploads/a.jpg" alt="La salle"}',
    );
  });

  test("lines of an old text are its paragraphs, whatever signs they hold", () => {
    const old = "1. Un * deux\n\n# pas un titre\n<b>";
    expect(textOf(parseText(plainToMarkdown(old)))).toBe("1. Un * deux\n# pas un titre\n<b>");
    expect(parseText(plainToMarkdown(old)).map(({ type }) => type)).toEqual(
      Array(3).fill("paragraph"),
    );
  });

  test("lists go only so deep, and tables only so wide; their words stay", () => {
    const deep = Array.from({ length: 30 }, (_, n) => `${"  ".repeat(n)}- a${n}`).join("\n");
    const words = Array.from({ length: 30 }, (_, n) => `a${n}`);
    expect(textOf(parseText(deep)).split("\n")).toEqual(words);
    expect(canonicalText(deep)).not.toMatch(/^ {8}/m);
    const wide = `|${"a|".repeat(40)}\n|${"-|".repeat(40)}`;
    expect(textOf(parseText(wide))).toBe(Array(40).fill("a").join(" "));
  });

  test("what would take minutes to read is read in seconds, and lost in no case", () => {
    const worst = [
      "**a*b",
      "[a](",
      "> ",
      "- ",
      "![",
      "`",
      "_a",
      "*a ",
      "\\",
      "&#1",
      "<div>",
      "a\n",
    ];
    const start = process.cpuUsage().user;
    for (const part of worst) {
      const text = part.repeat(50_000 / part.length);
      const letters = (one: string) => one.replaceAll(/[^a-z]/g, "").length;
      expect(letters(textOf(parseText(canonicalText(text)))), part).toBe(letters(text));
    }
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(30);
  }, 60_000);
});
