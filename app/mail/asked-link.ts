import type { Language } from "../i18n/languages.ts";
import { composeMail } from "./layout.ts";
import type { Mail } from "./mail.ts";

/** Of a link that somebody asked for on the site, for an address that may be another's. */
export type AskedLink = { language: Language; recipient: string; token: string };

/** What such a mail says, from top to bottom. */
export type AskedLinkTexts = Record<
  "subject" | "preheader" | "title" | "asked" | "link" | "button" | "ignore" | "reason",
  string
>;

/** Tells an address what was asked with it, and gives its owner alone the way on. */
export function askedLinkMail(
  { language, recipient, token }: AskedLink,
  template: string,
  path: string,
  texts: AskedLinkTexts,
): Mail {
  return composeMail({
    template,
    language,
    recipient,
    subject: texts.subject,
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: texts.asked },
      { text: texts.link },
      { button: texts.button, to: `${path}/${token}` },
      { text: texts.ignore },
    ],
    reason: texts.reason,
  });
}
