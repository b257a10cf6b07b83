import { newId } from "../../app/core/secrets/id.server.ts";
import type { Language } from "../../app/i18n/languages.ts";
import type { Mail } from "../../app/mail/mail.ts";

/** What a folder of `app/` says of its mails in its `*.mail-expectations.ts`. */
export type MailExpectations = {
  /** Messages to visitors, with `values` wherever somebody's own words go, and where each leads in French. */
  toVisitors?: (
    language: Language,
    values: string,
  ) => Record<string, { mail: Mail; links: string[] }>;
  /** Messages to staff, in French. */
  toStaff?: (values: string) => Record<string, Mail>;
};

export const SUBSCRIPTION = newId();

export const DEADLINE = new Date("2027-03-01T09:05:00Z");

/** What people type who mean no good: markup, and lines that would be headers. */
export const NASTY = `<b>"O'Hara" & co</b>\r\nBcc: victim@example.org\u2028X: 1`;
