export const MESSAGE_STATUSES = ["unread", "read", "replied"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Opens a mail to the sender, under the subject of the message. */
export function replyAddress({ email, subject }: { email: string; subject: string }): string {
  const recipient = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${recipient}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
