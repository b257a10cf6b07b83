import type { Language } from "../i18n/languages.ts";
import type { ListSpec } from "../records/list/list-query.ts";

/**
 * `kept`: written into a folder of the server, since no mail leaves it. `withheld`: a person decided that it does
 * not leave a site that was restored, since it had left before.
 */
export const MAIL_STATUSES = ["queued", "sent", "kept", "failed", "withheld"] as const;

/** Whom a mail about something of theirs goes to, as the row of that has it. */
export type Addressee = { email: string; first_name: string; language: Language };

/** One message, complete: what stands in the outbox until it is sent. */
export type Mail = {
  /** Which mail this is, such as `newsletter-welcome`. */
  template: string;
  language: Language;
  /** One address, without a name. */
  recipient: string;
  /** One address, when an answer should not go to the federation. */
  reply_to?: string;
  subject: string;
  text_body: string;
  html_body: string;
  /** Beside the usual ones; each value is one line. */
  headers: Record<string, string>;
  /** The row that it is about, where more than its words is made of that when it leaves. */
  about_id?: string;
};

/**
 * A text as one line of visible characters: what stands in a header may neither start another one
 * nor turn the reading direction of what follows.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** What the list of sent mails can be asked for. */
export const SENT_MAIL_LIST: ListSpec = {
  filters: { status: MAIL_STATUSES },
  sorts: ["created_at"],
  descending: true,
};

/** What becomes of a message; without a mail server it is kept, and nobody got it. */
export const MAIL_STATUS_CHOICES = [
  { value: "queued", label: "En attente" },
  { value: "sent", label: "Envoyé" },
  { value: "kept", label: "Gardé" },
  { value: "failed", label: "Refusé" },
  { value: "withheld", label: "Retenu" },
];
