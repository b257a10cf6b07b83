import {
  LANGUAGE_NAMES,
  type PersonalTable,
  words,
} from "../core/database/doors/personal-table.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";

/** The personal data in a subscription to the newsletter. */
export const subscriptionData: PersonalTable = {
  table: newsletterSubscriptions,
  title: words("Newsletter", "Newsletter"),
  owner: { by: "address", emails: [newsletterSubscriptions.email] },
  fields: {
    email: words("E-mail", "E-mail"),
    whatsapp: words("Numéro WhatsApp", "WhatsApp number"),
    status: words("Statut", "Status"),
    language: words("Langue", "Language"),
    consent_text: words("Texte accepté", "Text agreed to"),
    consented_at: words("Accepté le", "Agreed on"),
    consent_channel: words("Accepté sur", "Agreed at"),
    created_at: words("Abonnement", "Subscribed on"),
  },
  values: {
    language: LANGUAGE_NAMES,
    status: {
      active: words("Inscrit", "Subscribed"),
      unsubscribed: words("Désinscrit", "Unsubscribed"),
    },
  },
  hidden: ["id", "address_hash", "return_sent_at", "search_text", "sort_email", "updated_at"],
};
