import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
} from "react";
import { useFetcher } from "react-router";
import { unpackMoments } from "../../records/seen.ts";
import type { Toast } from "../toast.ts";
import { useToast } from "../toasts.tsx";

const Moments = createContext<ReadonlyMap<string, number>>(new Map());

type Props = {
  rows: readonly { id: string; updated_at?: Date }[];
  /** When each was last changed, as a list carries it (`packMoments`); without it the rows say so themselves. */
  moments?: string;
  children: ReactNode;
};

/** The records of a screen, with the moment of the last change of each: what its buttons say was seen. */
export function SeenRecords({ rows, moments, children }: Props) {
  const outer = useContext(Moments);
  const known = useMemo(() => {
    const unpacked = unpackMoments(moments ?? "");
    const own = rows.flatMap(({ id, updated_at }, place) => {
      const moment = unpacked[place] ?? updated_at?.getTime();
      return moment === undefined ? [] : [[id, moment] as const];
    });
    return new Map([...outer, ...own]);
  }, [outer, rows, moments]);
  return <Moments value={known}>{children}</Moments>;
}

/** What was seen of some records, as a form carries it; those that no screen around shows are left out. */
function useSeen(): (ids: readonly string[]) => string {
  const moments = useContext(Moments);
  return (ids) =>
    ids.flatMap((id) => (moments.has(id) ? `${id}@${moments.get(id)}` : [])).join(",");
}

type Fields = Record<string, string>;

/**
 * A change that needs no form: a toggle, a status, a deletion. It goes to the list's own action, which
 * answers with a message. `pending` are the fields on their way, to show the result before it is there.
 */
export function useIntent(action?: string) {
  const fetcher = useFetcher<{ toast: Toast }>();
  const show = useToast();
  const formatSeen = useSeen();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.toast) show(answer.toast);
  }, [answer, show]);
  return {
    submit: (intent: string, fields: Fields) => {
      // What is approved, cancelled or deleted is what stood on the screen.
      const seen = formatSeen((fields.ids ?? fields.id ?? "").split(","));
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
