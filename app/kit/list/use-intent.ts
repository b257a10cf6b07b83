import { type FormEvent, useEffect } from "react";
import { useFetcher } from "react-router";
import type { Toast } from "../toast.ts";
import { useToast } from "../toasts.tsx";
import { useSeen } from "./seen.tsx";

type Fields = Record<string, string>;

/**
 * A change that needs no form: a toggle, a status, a deletion. It goes to the list's own action, which
 * answers with a message. `pending` are the fields on their way, to show the result before it is there.
 */
export function useIntent(action?: string) {
  const fetcher = useFetcher<{ toast: Toast }>();
  const show = useToast();
  const seenOf = useSeen();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.toast) show(answer.toast);
  }, [answer, show]);
  return {
    submit: (intent: string, fields: Fields) => {
      // What is approved, cancelled or deleted is what stood on the screen.
      const seen = seenOf((fields.ids ?? fields.id ?? "").split(","));
      fetcher.submit({ intent, ...(seen && { seen }), ...fields }, { method: "post", action });
    },
    pending: fetcher.state === "idle" ? undefined : fetcher.formData,
  };
}

/** The same for a small form: what was typed goes along with the fields that say what it is about. */
export function useIntentForm(action: string, intent: string, fields: Fields = {}) {
  const { submit, pending } = useIntent(action);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Fields;
    submit(intent, { ...fields, ...values });
  };
  return { send, busy: pending !== undefined };
}
