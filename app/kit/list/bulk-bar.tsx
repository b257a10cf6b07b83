import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import type { Bulk } from "./list-page.tsx";
import { ConfirmHint, useMenuChoice } from "./row-controls.tsx";
import type { useIntent } from "./use-intent.tsx";

/** One result, several results. */
type Noun = readonly [string, string];

/** The question before several rows are deleted. */
function deletionText(gender: "masculine" | "feminine", [one, many]: Noun, count: number): string {
  return count > 1
    ? `${count} ${many} iront dans la corbeille pour 30 jours.`
    : `${gender === "feminine" ? "Une" : "Un"} ${one} ira dans la corbeille pour 30 jours.`;
}

type BulkBarProps = {
  bulk: Bulk;
  noun: Noun;
  ids: string[];
  submit: ReturnType<typeof useIntent>["submit"];
  done: () => void;
};

/** What can be done with the selected rows of a list. */
export function BulkBar({ bulk, noun, ids, submit, done }: BulkBarProps) {
  const [asking, setAsking] = useState(false);
  const send = (intent: string, fields: Record<string, string> = {}) => {
    submit(intent, { ids: ids.join(","), ...fields });
    done();
  };
  const menu = useMenuChoice("", (status) => send("status", { status }));
  const count = ids.length;
  return (
    <section
      aria-label="Sélection"
      className="sticky top-14 z-10 mb-3 flex flex-wrap items-center gap-3 rounded-card bg-night p-3 text-white"
    >
      <p className="font-semibold" role="status">
        {count} sélectionné{bulk.deleting === "feminine" && "e"}
        {count > 1 && "s"}
      </p>
      {bulk.statuses && (
        <label className="flex items-center gap-2">
          <span className="text-sm">Changer le statut</span>
          <select
            {...menu.props}
            className="min-h-9 rounded-control border border-mist bg-night px-2"
          >
            <option value="" disabled>
              Choisir…
            </option>
            {bulk.statuses.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {menu.isOpen && <ConfirmHint className="" />}
        </label>
      )}
      {bulk.deleting && (
        <button type="button" className="button danger small" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" size={15} />
          Supprimer
        </button>
      )}
      <button type="button" className="ml-auto text-sm underline" onClick={done}>
        Annuler la sélection
      </button>
      {asking && bulk.deleting && (
        <ConfirmDialog
          title="Supprimer la sélection ?"
          message={[deletionText(bulk.deleting, noun, count), bulk.consequences?.(ids)]
            .filter(Boolean)
            .join(" ")}
          close={() => setAsking(false)}
          confirm={() => send("delete", bulk.fields?.(ids))}
        />
      )}
    </section>
  );
}
