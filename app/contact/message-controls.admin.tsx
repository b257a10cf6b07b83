import type { ReactNode } from "react";
import { Badge } from "../kit/list/row-controls.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import { type MessageStatus, STATUS_CHOICES } from "./messages.record.ts";

/** The list, whose action handles the changes of messages. */
export const LIST = "/admin/messages";

export function StatusBadge({ status }: { status: MessageStatus }) {
  const choice = STATUS_CHOICES.find(({ value }) => value === status);
  return <Badge tone={choice?.tone ?? "plain"}>{choice?.label ?? status}</Badge>;
}

type ReplyProps = {
  message: { id: string; name: string; email: string; subject: string };
  className: string;
  children: ReactNode;
};

/** Opens a mail to the sender, under the subject of the message. */
function replyAddress({ email, subject }: { email: string; subject: string }): string {
  const recipient = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${recipient}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

/** Opens the reply in the mail program and marks the message as replied. */
export function ReplyLink({ message, className, children }: ReplyProps) {
  const { submit } = useIntent(LIST);
  return (
    <a
      href={replyAddress(message)}
      onClick={() => submit("reply", { ids: message.id })}
      aria-label={`Répondre à ${message.name}`}
      title="Répondre"
      className={className}
    >
      {children}
    </a>
  );
}
