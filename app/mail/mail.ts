import type { Language } from "../i18n/languages.ts";
import type { ListSpec } from "../records/list/list-query.ts";

/**
 * `kept`: written into a folder of the server, which has no mail server configured. `withheld`: an administrator decided
 * that a restored site does not send it again.
 */
export const MAIL_STATUSES = ["queued", "sent", "kept", "failed", "withheld"] as const;

/** The recipient of a mail, as in the row of their record: a person, or an organisation. */
export type Addressee = {
  email: string;
  organisation?: string | null;
  first_name: string;
  language: Language;
};

/** A complete message, as stored in the outbox. */
export type Mail = {
  /** The kind of mail, such as `newsletter-welcome`. */
  template: string;
  language: Language;
  /** One address, without a name. */
  recipient: string;
  /** One address, when replies should not go to the federation. */
  reply_to?: string;
  subject: string;
  text_body: string;
  html_body: string;
  /** Additional headers; each value is one line. */
  headers: Record<string, string>;
  /** The row that the mail is about, when attachments are made from it at the time of sending. */
  about_id?: string;
};

/**
 * A text as one line of visible characters, since a header value must neither start another header nor change the
 * reading direction of the following text.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** The filters and sorts of the list of sent mails. */
export const SENT_MAIL_LIST: ListSpec = {
  filters: { status: MAIL_STATUSES },
  sorts: ["created_at"],
  descending: true,
};

/** The labels of mail statuses. */
export const MAIL_STATUS_CHOICES = [
  { value: "queued", label: "En attente" },
  { value: "sent", label: "Envoyé" },
  { value: "kept", label: "Gardé, non envoyé" },
  { value: "failed", label: "Refusé" },
  { value: "withheld", label: "Retenu" },
];
