import { type PersonalTable, words } from "../core/database/doors/personal-table.server.ts";
import { mailOutbox, mailRefusals } from "./mail.table.server.ts";

/** What we wrote to somebody: what and why, not what it says. */
export const mailData: PersonalTable = {
  table: mailOutbox,
  title: words("Message envoyé par le site", "Message sent by the site"),
  owner: {
    by: "address",
    emails: [mailOutbox.recipient, mailOutbox.reply_to],
    mentions: [mailOutbox.key, mailOutbox.text_body],
  },
  fields: {
    recipient: words("À", "To"),
    subject: words("Objet", "Subject"),
    status: words("État", "State"),
    created_at: words("Écrit le", "Written on"),
    sent_at: words("Envoyé le", "Sent on"),
  },
  values: {
    status: {
      queued: words("En attente", "Waiting"),
      sent: words("Envoyé", "Sent"),
      kept: words("Gardé, non envoyé", "Kept, not sent"),
      failed: words("Refusé", "Refused"),
    },
  },
  hidden: [
    "id",
    "key",
    "about_id",
    "template",
    "language",
    "reply_to",
    "text_body",
    "html_body",
    "headers",
    "attempts",
    "next_attempt_at",
    "last_error",
    "search_text",
    "updated_at",
  ],
};

/** That a mail server knows no such address. */
export const refusalData: PersonalTable = {
  table: mailRefusals,
  title: words("Adresse refusée", "Address refused"),
  owner: { by: "address", emails: [mailRefusals.address] },
  fields: {
    address: words("E-mail", "E-mail"),
    code: words("Réponse du serveur de messagerie", "Mail server’s answer"),
    refused_at: words("Refusée le", "Refused on"),
  },
  hidden: ["id"],
};
