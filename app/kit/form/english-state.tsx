import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { Stretch } from "../../core/values/text-difference.ts";
import type { Toast } from "../toast.ts";
import { useToast } from "../toasts.tsx";
import { DifferenceText } from "./difference-text.tsx";

/** The state of the English translation of a record. */
export type EnglishStates = {
  /** The texts without English, as the form calls them. */
  missing: string[];
  /** The texts whose French changed since, with what changed. */
  outdated: { name: string; stretches: Stretch[] }[];
  /** A hash of the French texts that were compared. */
  seen: string;
};

/** Above the English fields of a form: the texts without a translation, and what changed in the French since. */
export function EnglishState({ table, id }: { table: string; id: string }) {
  const address = `/admin/translations/${table}/${id}`;
  const { load, data: states } = useFetcher<EnglishStates>();
  const confirming = useFetcher<{ toast: Toast }>();
  const show = useToast();
  useEffect(() => {
    void load(address);
  }, [load, address]);
  const answer = confirming.data;
  useEffect(() => {
    if (answer?.toast) show(answer.toast);
  }, [answer, show]);
  if (!states?.outdated) return null;
  const { missing, outdated, seen } = states;
  if (missing.length + outdated.length === 0) {
    return (
      <p lang="fr" className="text-sm text-muted">
        La traduction est à jour.
      </p>
    );
  }
  return (
    <section
      lang="fr"
      aria-label="État de la traduction"
      className="grid gap-3 rounded-control border border-line bg-amber p-3"
    >
      {missing.length > 0 && (
        <p>
          <strong>Sans anglais</strong> : {missing.join(", ")}
        </p>
      )}
      {outdated.length > 0 && (
        <>
          <p className="font-bold">Le français a changé depuis la traduction :</p>
          <dl className="grid gap-2">
            {outdated.map(({ name, stretches }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="bg-white p-2">
                  <DifferenceText stretches={stretches} lang="fr" />
                </dd>
              </div>
            ))}
          </dl>
          <p>
            <button
              type="button"
              disabled={confirming.state !== "idle"}
              onClick={() =>
                confirming.submit({ intent: "confirm", seen }, { method: "post", action: address })
              }
              className="button quiet small"
            >
              La traduction est à jour
            </button>
          </p>
        </>
      )}
    </section>
  );
}
