import "./settings.ts";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../app/i18n/languages.ts";
import { greeting } from "../../app/mail/layout.ts";
import { oneLine } from "../../app/mail/mail.ts";
import { mailReason } from "../../app/office/frame/mail-reasons.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { sourceFiles } from "../support/source.ts";
import { NASTY, SUBSCRIPTION } from "./sample-values.ts";
import { everyMail, everyStaffMail } from "./samples.ts";
import { PUBLIC_URL } from "./settings.ts";

/** What the files of mails name their templates. */
const templates = sourceFiles("app")
  .filter((file) => file.endsWith(".mail.ts"))
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^ +template: "([^"]+)",$/gm)])
  .map(([, template = ""]) => template)
  .sort();

test("every template is tried here, and named once", () => {
  const tried = [
    ...Object.values(everyMail("fr", "Awa")).map(({ mail }) => mail),
    ...Object.values(everyStaffMail("Awa")),
  ];
  expect([...new Set(tried.map(({ template }) => template))].sort()).toEqual(templates);
});

const VOID = new Set(["meta", "br", "img"]);

/** The one picture a mail may show: it travels inside, tells nobody that it is seen, and has its words. */
const ENCLOSED = /<img src="cid:[a-z-]+" alt="[^"]{10,}" width="220" height="220" style="[^"]*">/;

/** The elements of a document, checked to be properly nested. */
function tagsOf(html: string): string[] {
  const open: string[] = [];
  const tags: string[] = [];
  for (const [, close, tag = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    tags.push(tag);
    if (VOID.has(tag)) continue;
    if (close) expect(open.pop(), `</${tag}>`).toBe(tag);
    else open.push(tag);
  }
  expect(open).toEqual([]);
  return tags;
}

describe.each(LANGUAGES)("in %s", (language) => {
  const mails = Object.entries(everyMail(language, "Aïssatou"));

  test("each is whole", () =>
    checkEach(mails, ({ mail, links }) => {
      const home = PUBLIC_URL + (language === "en" ? "/en" : "");
      for (const body of [mail.subject, mail.text_body, mail.html_body]) {
        expect(body).not.toMatch(/undefined|null|NaN|\[object|\{\{|\$\{|Invalid Date/);
        expect(body).not.toContain("~");
        expect(body.trim()).not.toBe("");
      }
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.subject.length).toBeLessThan(100);
      for (const path of links) {
        expect(mail.text_body).toContain(home + path);
        expect(mail.html_body).toContain(`href="${home}${path}`);
      }
      expect(mail.headers["Auto-Submitted"]).toMatch(/^auto-(generated|replied)$/);
      expect(mail.html_body).toContain(`<html lang="${language}">`);
      expect(mail.html_body.replace(ENCLOSED, "")).not.toMatch(/<img|<script|url\(|@import|<link/);
      expect(Buffer.byteLength(mail.html_body)).toBeLessThan(12_000);
      if (language === "fr") {
        expect(mail.text_body, "punctuation alone on a line").not.toMatch(/[ \u00a0][:;!?»]|« /);
      }
      tagsOf(mail.html_body);
    }));

  test("each keeps what people type harmless", () =>
    checkEach(Object.entries(everyMail(language, NASTY)), ({ mail }, name) => {
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(mail.html_body).not.toContain("<b>");
      expect(tagsOf(mail.html_body)).not.toContain("b");
      expect(Object.values(mail.headers).join()).not.toMatch(/Bcc|\n/);
      // Whatever was typed into it, it stays inside its own line.
      if (name !== "notice") expect(mail.text_body).not.toMatch(/^(Bcc|X):/m);
      else expect(mail.text_body).toContain("> Bcc: victim@example.org");
    }));
});

describe("to staff", () => {
  test("each is whole", () =>
    checkEach(Object.entries(everyStaffMail("Aïssatou")), (mail) => {
      for (const body of [mail.subject, mail.text_body, mail.html_body]) {
        expect(body).not.toMatch(/undefined|null|NaN|\[object|\{\{|\$\{|Invalid Date/);
      }
      expect(mail.language).toBe("fr");
      expect(mail.subject.length).toBeLessThan(100);
      expect(mail.html_body).not.toMatch(/<img|<script|url\(|@import|<link/);
      expect(mail.headers["Auto-Submitted"]).toBe("auto-generated");
      expect(tagsOf(mail.html_body)).toContain("h1");
    }));

  test("each keeps names harmless", () =>
    checkEach(Object.entries(everyStaffMail(NASTY)), (mail) => {
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(tagsOf(mail.html_body)).not.toContain("b");
      expect(mail.text_body).not.toMatch(/^(Bcc|X):/m);
      expect(Object.values(mail.headers).join()).not.toMatch(/Bcc|\n/);
    }));
});

test("the welcome can be answered by one click (RFC 8058), other mails cannot", () => {
  for (const language of LANGUAGES) {
    const { welcome, ...others } = everyMail(language, "Awa");
    const address = /^<(https:\/\/fge\.example(?:\/en)?\/newsletter\/one-click\/[\w-]{70})>$/;
    expect(welcome?.mail.headers["List-Unsubscribe"]).toMatch(address);
    expect(welcome?.mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(welcome?.mail.headers["List-Unsubscribe"]).not.toContain(SUBSCRIPTION);
    for (const { mail } of Object.values(others)) {
      expect(mail.headers).not.toHaveProperty("List-Unsubscribe");
    }
  }
});

test("a message to staff is answered to its sender", () => {
  const notice = everyMail("fr", NASTY).notice?.mail;
  expect(notice).toMatchObject({
    recipient: "contact@fge.example",
    reply_to: "m@example.org",
    subject: `Message du site\u202f: <b>"O'Hara" & co</b> Bcc: victim@example.org X: 1`,
  });
  expect(notice?.html_body).toContain("&lt;b&gt;&quot;O&apos;Hara&quot; &amp; co&lt;/b&gt;<br>Bcc");
});

test("an acknowledgement carries nobody's words to somebody else's mailbox", () => {
  const acknowledgement = everyMail("fr", "Gagnez 1000 € sur http://evil.example").acknowledgement
    ?.mail;
  expect(acknowledgement?.text_body).toContain("Bonjour,");
  expect(acknowledgement?.text_body).not.toContain("evil");
  expect(acknowledgement?.html_body).not.toContain("evil");
});

test("greetings use names, of any language, and nothing else", () => {
  expect(greeting("fr", " Aïssatou ")).toBe("Bonjour Aïssatou,");
  expect(greeting("fr", "N’Fa-Ibrahima")).toBe("Bonjour N’Fa-Ibrahima,");
  expect(greeting("en", "ߡߡߊߘߎ")).toBe("Hello ߡߡߊߘߎ,");
  for (const text of ["", "www.evil.example", "win:1", "Ali <b>", "a".repeat(60), "💰 Ali"]) {
    expect(greeting("fr", text)).toBe("Bonjour,");
  }
});

test("one line stays one line", () => {
  expect(oneLine(" a\r\n b\u2028c\u0000d\u202ee\u202f! ")).toBe("a b c de\u202f!");
});

describe("nothing that filters of unwanted mail look for", () => {
  const all = [
    ...LANGUAGES.flatMap((language) =>
      Object.entries(everyMail(language, "Aïssatou")).map(
        ([name, { mail }]) => [`${name} ${language}`, mail] as const,
      ),
    ),
    ...Object.entries(everyStaffMail("Aïssatou")),
  ];

  test("no words are hidden by their colour or size", () =>
    checkEach(all, ({ html_body }) => {
      const grounds: string[] = [];
      for (const [, close, tag = "", rest = ""] of html_body.matchAll(
        /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g,
      )) {
        if (VOID.has(tag)) continue;
        if (close) {
          grounds.pop();
          continue;
        }
        const ground = /background:(#[0-9a-f]{6})/.exec(rest)?.[1] ?? grounds.at(-1) ?? "#ffffff";
        const ink = /(?<![-\w])color:(#[0-9a-f]{6})/.exec(rest)?.[1];
        expect(ink, rest).not.toBe(ground);
        grounds.push(ground);
        expect(rest).not.toMatch(/opacity:|max-height:0|font-size:[0-5]px|visibility:/);
      }
      expect(html_body.match(/display:none/g)).toHaveLength(1);
    }));

  // A French text of many accents looks to them like one whose letters are disguised.
  test("plain letters e are more than others", () =>
    checkEach(all, ({ text_body }) => {
      const text = text_body.normalize("NFC");
      const plain = text.match(/e/g)?.length ?? 0;
      const others = text.match(/[èéêëÈÉÊË]/g)?.length ?? 0;
      expect(others / plain).toBeLessThan(0.4);
    }));
});

test("staff are told in words why each template was sent", () => {
  expect(templates.filter((template) => mailReason(template) === template)).toEqual([]);
});
