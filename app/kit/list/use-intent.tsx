import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
} from "react";
import { useFetcher } from "react-router";
import type { FieldErrors } from "../../core/values/check-fields.ts";
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

/** Provides the versions of the records of a screen, which its buttons send with a change. */
export function SeenRecords({ rows, moments, children }: Props) {
  const outer = useContext(Moments);
  const versions = useMemo(() => {
    const unpacked = unpackMoments(moments ?? "");
    const shown = rows.flatMap(({ id, updated_at }, place) => {
      const moment = unpacked[place] ?? updated_at?.getTime();
      return moment === undefined ? [] : [[id, moment] as const];
    });
    return new Map([...outer, ...shown]);
  }, [outer, rows, moments]);
  return <Moments value={versions}>{children}</Moments>;
}

/** Formats the seen versions of some records for a form; records that the screen does not show are left out. */
function useSeen(): (ids: readonly string[]) => string {
  const moments = useContext(Moments);
  return (ids) =>
    ids.flatMap((id) => (moments.has(id) ? `${id}@${moments.get(id)}` : [])).join(",");
}

type Fields = Record<string, string>;

/**
 * A change that needs no form: a toggle, a status, a deletion. It goes to the list's own action, which
 * answers with a message, and with `errors` where a field is wrong. `pending` are the fields on their way, to show the
 * result before it is there.
 */
export function useIntent(action?: string) {
  const fetcher = useFetcher<{ toast: Toast; errors?: FieldErrors }>();
  const show = useToast();
  const formatSeen = useSeen();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.toast) show(answer.toast);
  }, [answer, show]);
  return {
    submit: (intent: string, fields: Fields) => {
      // Approving, cancelling and deleting need the versions that the screen showed.
      const seen = formatSeen((fields.ids ?? fields.id ?? "").split(","));
      fetcher.submit({ intent, ...(seen && { seen }), ...fields }, { method: "post", action });
    },
    errors: answer?.errors ?? {},
    pending: fetcher.state === "idle" ? undefined : fetcher.formData,
  };
}

/** As `useIntent`, for a small form: its typed values are sent with `fields`. */
export function useIntentForm(action: string, intent: string, fields: Fields = {}) {
  const { submit, pending, errors } = useIntent(action);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Fields;
    submit(intent, { ...fields, ...values });
  };
  return { send, errors, busy: pending !== undefined };
}
