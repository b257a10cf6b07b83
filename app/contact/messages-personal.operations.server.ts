import { type PersonalTable, words } from "../core/database/doors/personal-table.server.ts";
import { contactMessages } from "./contact-messages.table.server.ts";

/** The personal data in a contact message. */
export const messageData: PersonalTable = {
  table: contactMessages,
  title: words("Message de contact", "Contact message"),
  owner: { by: "address", emails: [contactMessages.email], name: contactMessages.name },
  fields: {
    name: words("Nom", "Name"),
    email: words("E-mail", "E-mail"),
    subject: words("Objet", "Subject"),
    message: words("Message", "Message"),
    status: words("Statut", "Status"),
    created_at: words("Reçu le", "Received on"),
  },
  values: {
    status: {
      unread: words("Non lu", "Unread"),
      read: words("Lu", "Read"),
      replied: words("Répondu", "Answered"),
    },
  },
  hidden: ["id", "search_text", "updated_at"],
};
