import type { Notion } from "../kit/notion.ts";
import { subscriberRecord } from "./newsletter.record.ts";

export const newsletter: Notion = {
  address: "/admin/newsletter",
  records: [subscriberRecord],
  mails: {
    "newsletter-return": "Retour à la newsletter à confirmer",
    "newsletter-welcome": "Bienvenue dans la newsletter",
  },
};
