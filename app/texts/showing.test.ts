import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ALIVE, htmlOf } from "../../tests/support/text-html.ts";
import { startApp } from "../core/app.ts";
import { formatDocumentField, parseDocument, parseDocumentField } from "./document-json.ts";
import { normalForm } from "./normal-form.ts";
import { problemOf } from "./normalise-texts.operations.server.ts";
import { parseText } from "./parse.server.ts";
import { canonicalText } from "./print.server.ts";

beforeAll(() => {
  const pattern = ["/", "/membership", "/news/:id", "/:slug", "/*", "/admin/news"];
  startApp({ siteMap: pattern.map((pattern) => ({ pattern, screen: true })) });
});

/** Of the OWASP list of ways around filters. */
const ATTACKS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=https://xss.example/xss.js></SCRIPT>",
  `javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+alert(1)//'>`,
  '<IMG SRC="javascript:alert(1);">',
  "<IMG SRC=JaVaScRiPt:alert(1)>",
  '<IMG """><SCRIPT>alert("XSS")</SCRIPT>">',
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<a href='&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116:alert(1)'>x</a>",
  "<BODY ONLOAD=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<<SCRIPT>alert(1);//\\<</SCRIPT>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](vbscript:msgbox(1))",
  "[x](//evil.example)",
  "[x](/\\evil.example)",
  "![x](javascript:alert(1))",
  '![x](x" onerror="alert(1))',
  "<javascript:alert(1)>",
  '::image{src="javascript:alert(1)" alt="\\"><script>alert(1)</script>"}',
  '::image{src="/files/uploads/a.svg"}',
  '::image{src="https://evil.example/pixel.gif"}',
  '::video{href="javascript:alert(1)" title="<img src=x onerror=alert(1)>"}',
  '::action{href="data:text/html,<script>alert(1)</script>" label="x"}',
  "[x]: javascript:alert(1)\n\n[x]",
];

describe("hostile texts", () => {
  test("nothing of them runs, and the page shows their letters", () => {
    for (const attack of ATTACKS) {
      const document = parseText(canonicalText(attack));
      expect(htmlOf(document), attack).not.toMatch(ALIVE);
      expect(htmlOf(document), attack).not.toMatch(/(?:href|src)="(?:\/\/|\/\\|https:\/\/evil)/);
    }
  });

  test("a script in any field of what the editor sends is no link and no picture", () => {
    const evil = "javascript:alert(1)";
    const document = parseDocument([
      { type: "paragraph", runs: [{ text: "x", href: evil }] },
      { type: "picture", src: evil, alt: evil, caption: evil },
      { type: "video", href: evil, title: evil, picture: evil },
      { type: "action", href: evil, label: evil },
    ]);
    expect(document).toHaveLength(4);
    expect(htmlOf(document)).not.toMatch(ALIVE);
    for (const block of document) expect(problemOf([block])).toBeDefined();
  });

  test("whatever is sent in the editor's place is a text or nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const document = parseDocument(value);
        expect(normalForm(document)).toEqual(document);
        expect(parseDocumentField(formatDocumentField(document))).toEqual(document);
      }),
    );
    expect(parseDocumentField('{"document":[')).toBeUndefined();
    expect(parseDocumentField("Un mot")).toBeUndefined();
  });
});

describe("what cannot be published", () => {
  test.each([
    ["[x](javascript:alert(1))", /^Le lien .* ne mène nulle part/],
    ["[x](//evil.example)", /ne mène nulle part/],
    ["[x](/admin/news)", /n’existe pas sur le site/],
    ["[x](/news/a/b)", /n’existe pas sur le site/],
    ['::image{src="https://evil.example/a.jpg"}', /^L’image .* n’est pas sur le site/],
    ['::image{src="/files/uploads/a.svg"}', /n’est pas sur le site/],
    ['::action{href="/membership"}', /Indiquez le texte du bouton/],
  ])("%s", (markdown, message) => {
    expect(problemOf(parseText(markdown))).toMatch(message);
  });

  test("links to pages, sites, mails and telephones can", () => {
    const links = [
      "/",
      "/en/membership#form",
      "https://a.gn/b",
      "mailto:a@b.gn",
      "tel:+224620000000",
    ];
    for (const href of links) expect(problemOf(parseText(`[x](${href})`)), href).toBeUndefined();
  });
});

describe("a text on its page", () => {
  test("headings stand below the one above the text, and links in the page's language", () => {
    const document = parseText("## A\n\n### B\n\n[x](/en/membership)");
    expect(htmlOf(document)).toMatch(/<h2.*<h3.*href="\/membership"/s);
    expect(htmlOf(document, 2)).toMatch(/<h3.*<h4/s);
  });

  test("pictures wait, have their size and none is wider than is light", () => {
    const html = htmlOf(
      parseText(
        '::image{src="/files/uploads/a.jpg" alt="La salle" caption="En juin" size="1200x800"}',
      ),
    );
    expect(html).toContain('loading="lazy"');
    expect(html).toMatch(/width="1200" height="800"/);
    expect(html).toContain('alt="La salle"');
    expect(html).toContain("En juin</figcaption>");
    expect(html).not.toMatch(/-(?:960|1280)\.|-640\.webp/);
  });
});

test("titles within a text stand below the one above it, in a card too", () => {
  const document = parseText("## Partie\n\n### Sous-partie");
  for (const under of [1, 2, 3] as const) {
    const levels = [...htmlOf(document, under).matchAll(/<h(\d)/g)].map(([, level]) => level);
    expect(levels).toEqual([String(under + 1), String(under + 2)]);
  }
});
