import type { ReactNode } from "react";
import { Badge } from "../kit/list/row-controls.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import { type MessageStatus, replyAddress, STATUS_CHOICES } from "./contact-messages.ts";

/** The list, whose action takes every change of a message. */
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

/** Opens the answer in the mail program, and marks the message answered. */
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
