import type { MessageStatus } from "./contact-messages.ts";

/** What the back office calls the states of a message. */
export const STATUS_CHOICES = [
  { value: "unread", label: "Non lu", tone: "news" },
  { value: "read", label: "Lu", tone: "plain" },
  { value: "replied", label: "Répondu", tone: "good" },
] as const satisfies readonly { value: MessageStatus; label: string; tone: string }[];
