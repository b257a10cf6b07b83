import type { ListSpec } from "../records/list/list-query.ts";
import { MAIL_STATUSES } from "./mail.ts";

/** What the list of sent mails can be asked for. */
export const sentMailList: ListSpec = {
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
