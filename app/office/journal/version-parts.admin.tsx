import { CircleAlert, Undo2 } from "lucide-react";
import { useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { DifferenceText } from "../../kit/form/difference-text.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import type { FieldDifference } from "./version-differences.server.ts";
import type { Line, Refusal } from "./versions.admin.tsx";

/** Why a version did not come back, and where its words can be taken from. */
export function Refused({ problem, reasons = [], to }: Refusal & { to: string }) {
  return (
    <div role="alert" className="mb-4 rounded-control border-2 border-red bg-rose p-3">
      <p className="flex gap-2 font-bold text-blood">
        <CircleAlert aria-hidden="true" size={20} className="shrink-0" />
        {problem}
      </p>
      {reasons.length > 0 && (
        <>
          <ul className="mt-1 list-disc pl-8">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="mt-1 pl-7">
            Reprenez-en ce qui vaut encore dans{" "}
            <Link to={to} className="link">
              la fiche
            </Link>
            .
          </p>
        </>
      )}
    </div>
  );
}

type ListProps = { lines: readonly Line[]; shown: number; isToday: boolean };

export function VersionList({ lines, shown, isToday }: ListProps) {
  return (
    <ol reversed aria-label="Versions" className="panel divide-y divide-line">
      {lines.map(({ number, when, who, restored_from, changed }, place) => (
        <li key={number} className={number === shown ? "bg-mint" : ""}>
          <Link
            to={{ search: `?v=${number}${isToday && place > 0 ? "&against=today" : ""}` }}
            preventScrollReset
            aria-current={number === shown ? "true" : undefined}
            className="block px-4 py-3"
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <strong>Version {number}</strong>
              {place === 0 && <Badge tone="good">Aujourd’hui</Badge>}
            </span>
            <span className="block text-sm">{when}</span>
            <span className="block text-sm text-muted wrap-anywhere">
              {who}
              {restored_from !== null && ` · version ${restored_from} rétablie`}
            </span>
            {changed.length > 0 && (
              <span className="block text-sm text-muted">{changed.join(", ")}</span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** With what the version is compared. */
export function Against({ number, isToday }: { number: number; isToday: boolean }) {
  const choice = (today: boolean, label: string) => (
    <Link
      to={{ search: `?v=${number}${today ? "&against=today" : ""}` }}
      preventScrollReset
      aria-current={today === isToday ? "true" : undefined}
      className="border-b-3 border-transparent px-3 py-2 font-semibold text-muted aria-[current]:border-green aria-[current]:text-ink"
    >
      {label}
    </Link>
  );
  return (
    <nav aria-label="Comparaison" className="flex flex-wrap">
      {choice(false, "Ce qu’elle a changé")}
      {choice(true, "Depuis cette version")}
    </nav>
  );
}

type DifferencesProps = { differences: readonly FieldDifference[]; isToday: boolean };

export function Differences({ differences, isToday }: DifferencesProps) {
  if (differences.length === 0) {
    return (
      <p className="text-muted">
        {isToday ? "Rien n’a changé depuis." : "Rien ne la distingue de la version d’avant."}
      </p>
    );
  }
  return (
    <dl className="grid gap-4">
      {differences.map(({ name, stretches }) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="mt-1">
            <DifferenceText stretches={stretches} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be done with an old version. */
export function Acts({ number, seen }: { number: number; seen: string }) {
  const [asking, setAsking] = useState(false);
  const submit = useSubmit();
  return (
    <Form method="post" className="flex flex-wrap gap-3 border-t border-line pt-4">
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="seen" value={seen} />
      <button type="submit" name="intent" value="restore" className="button">
        <Undo2 aria-hidden="true" size={17} />
        Rétablir cette version
      </button>
      <button type="button" className="button quiet" onClick={() => setAsking(true)}>
        Effacer cette version
      </button>
      {asking && (
        <ConfirmDialog
          title={`Effacer la version ${number} ?`}
          message="Ses mots ne se liront plus nulle part, et elle ne reviendra pas. Pour un nom ou une image qui n’aurait jamais dû y être."
          action="Effacer"
          close={() => setAsking(false)}
          confirm={() => submit({ intent: "forget", number, seen }, { method: "post" })}
        />
      )}
    </Form>
  );
}
