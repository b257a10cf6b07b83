import { Check, Search, Undo2 } from "lucide-react";
import { Form } from "react-router";
import { formatMoment } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.ts";
import { costWords, STATUS_LABELS } from "../admin/registration-labels.ts";
import type { AtDoor, DoorFindings } from "./door.staff.server.ts";

type Props = { event: string; words: string; findings: DoorFindings | undefined };

/** Who comes without a ticket, by their name: of this event alone. */
export function DoorSearch({ event, words, findings }: Props) {
  return (
    <section aria-labelledby="by-name" className="panel p-4">
      <h2 id="by-name" className="text-lg">
        Sans billet
      </h2>
      <Form role="search" className="mt-2 flex gap-3" preventScrollReset>
        <input type="hidden" name="event" value={event} />
        <input
          type="search"
          name="q"
          aria-label="Nom ou référence"
          placeholder="Nom ou référence"
          defaultValue={words}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-12 w-full min-w-0 rounded-control border border-control bg-white px-3.5"
        />
        <button type="submit" className="button quiet">
          <Search aria-hidden="true" size={18} />
          <span className="max-sm:sr-only">Chercher</span>
        </button>
      </Form>
      {findings && <Found {...findings} />}
    </section>
  );
}

function Found({ rows, more }: DoorFindings) {
  if (rows.length === 0) {
    return (
      <p role="status" className="mt-3 text-muted">
        Personne de ce nom n’est inscrit à cet événement.
      </p>
    );
  }
  return (
    <>
      <ul className="mt-3 grid divide-y divide-line">
        {rows.map((row) => (
          <Registrant key={row.id} row={row} />
        ))}
      </ul>
      {more && <p className="mt-2 text-muted">Il y en a d’autres : précisez le nom.</p>}
    </>
  );
}

function Registrant({ row }: { row: AtDoor }) {
  const { label, tone } = STATUS_LABELS[row.status];
  const isPaid = row.status === "confirmed" && row.amount > 0;
  return (
    <li className="grid gap-2 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {row.first_name} {row.last_name} <Badge tone={tone}>{label}</Badge>
          {row.is_test && <Badge tone="bad">Essai</Badge>}
        </p>
        <p className="text-sm text-muted">
          {row.reference} · {row.price_name}, {costWords(row.amount, row.currency)}
          {isPaid && " (payé)"}
        </p>
        {row.status === "held" && (
          <p className="text-sm font-semibold text-blood">
            Le paiement n’est pas terminé : adressez cette personne à la trésorerie.
          </p>
        )}
        <AgeNotice {...row} />
      </div>
      {row.status === "confirmed" && <CheckIn row={row} />}
    </li>
  );
}

/** Large enough for a thumb. */
function CheckIn({ row }: { row: AtDoor }) {
  const { submit, pending } = useIntent();
  const { checked_in_at: at } = row;
  const set = (on: boolean) => submit("toggle", { ids: row.id, on: on ? "on" : "" });
  if (!at) {
    return (
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => set(true)}
        aria-label={`Enregistrer la présence de ${row.first_name} ${row.last_name}`}
        className="button min-h-12 justify-center"
      >
        <Check aria-hidden="true" size={18} />
        Enregistrer la présence
      </button>
    );
  }
  return (
    <p className="flex flex-wrap items-center justify-between gap-3">
      <span className="font-semibold text-leaf">
        Présence enregistrée : {formatMoment("fr", at)}
      </span>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => set(false)}
        aria-label={`Retirer la présence de ${row.first_name} ${row.last_name}`}
        className="button quiet"
      >
        <Undo2 aria-hidden="true" size={17} />
        Retirer
      </button>
    </p>
  );
}

/** What there is to know of somebody's age, and whom to call where that is shown. */
export function AgeNotice({ notice, guardian_phone }: Pick<AtDoor, "notice" | "guardian_phone">) {
  if (!notice) return null;
  return (
    <p className="text-sm font-semibold text-blood">
      {notice}
      {guardian_phone && (
        <>
          {" "}
          <a href={`tel:${guardian_phone}`} className="link">
            Appeler
          </a>
        </>
      )}
    </p>
  );
}
