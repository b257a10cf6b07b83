import { startApp } from "../../app/core/app.ts";
import "./settings.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { contactAcknowledgementMail } from "../../app/contact/contact.mail.ts";
import { withLogo } from "../../app/mail/attachments.server.ts";
import { folder } from "../../app/mail/mail.server.ts";

const box = mkdtempSync(join(tmpdir(), "logo-"));
afterAll(() => rmSync(box, { recursive: true }));
afterEach(() => startApp({ readMailLogo: async () => undefined }));

const LOGO = Buffer.from("a small picture");
const mail = contactAcknowledgementMail({
  language: "fr",
  recipient: "aissatou@example.org",
  name: "Aïssatou",
});

test("a mail carries the federation's logo within itself, with its words", async () => {
  startApp({ readMailLogo: async () => LOGO });
  const { html, attachments } = await withLogo(mail.html_body);
  expect(html.match(/<img [^>]*>/g)).toEqual([
    expect.stringMatching(/^<img src="cid:federation-logo" alt="FGE" width="48" height="48"/),
  ]);
  expect(html).not.toMatch(/<!-- logo|src="http/);
  await folder(box).send({ messageId: "<a@fge.example>", html, attachments });
  const [name = ""] = readdirSync(box);
  const message = readFileSync(join(box, name), "utf8");
  expect(message).toMatch(/^Content-Type: multipart\/related/m);
  expect(message).toMatch(/^Content-Id: <federation-logo>$/im);
  expect(message).toMatch(/^Content-Disposition: inline/m);
  expect(message).toContain(LOGO.toString("base64"));
});

test.each([
  ["that is the one of the product", async () => undefined],
  ["that is heavy", async () => Buffer.alloc(10_241)],
  ["that cannot be read", () => Promise.reject(new Error("the disk is away"))],
])("without a logo, or with one %s, it is whole all the same", async (_which, read) => {
  startApp({ readMailLogo: read });
  const { html, attachments } = await withLogo(mail.html_body);
  expect(attachments).toEqual([]);
  expect(html).not.toMatch(/<img|<!--/);
  expect(html).toContain("Aïssatou");
});

test("nothing that somebody typed takes the place of the logo", async () => {
  startApp({ readMailLogo: async () => LOGO });
  const typed = contactAcknowledgementMail({
    language: "fr",
    recipient: "a@example.org",
    name: "$& <!-- logo -->",
  });
  const { html } = await withLogo(typed.html_body);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html.indexOf("<img ")).toBeLessThan(html.indexOf("<h1"));
});
