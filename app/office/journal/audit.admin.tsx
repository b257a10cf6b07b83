import { Link, useLocation } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatMoment } from "../../i18n/format.ts";
import { EmailText } from "../../kit/email-text.tsx";
import { DAYS } from "../../kit/list/filter-bar.tsx";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { type AuditRow, listActors, listAudit } from "../../records/history/audit.staff.server.ts";
import { NOBODY } from "../../records/history/audit.ts";
import { type ListSpec, parseListQuery } from "../../records/list/list-query.ts";
import { counterAct, isUndoable } from "../../records/record.ts";
import { recordsOf } from "../frame/notions.ts";
import type { Route } from "./+types/audit.admin.ts";
import { ChangeList } from "./audit-change-list.tsx";
import { changesOf, referencesIn } from "./audit-changes.ts";
import { actionWords, ENTITIES, ENTITY_FILTER, entityWords } from "./audit-labels.ts";
import { findNamedRows, type NamedRows } from "./named-rows.staff.server.ts";
import { undoBatch } from "./undo.staff.server.ts";

const specFor = (people: readonly { id: string }[]): ListSpec => ({
  filters: { entity: ENTITIES, staff: [...people.map(({ id }) => id), NOBODY] },
  days: ["from", "to"],
  sorts: ["created_at"],
  descending: true,
});

export const handle = { loadFailure: "Erreur lors du chargement du journal" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const people = await listActors(db);
    const query = parseListQuery(specFor(people), url.searchParams);
    const list = await listAudit(db, query);
    const named = await findNamedRows(db, [
      ...list.rows.map(({ entity, entity_id: id }) => ({ entity, id })),
      ...list.rows.flatMap(referencesIn),
    ]);
    return { query, people, ...list, rows: list.rows.map((row) => lineOf(row, named)) };
  });
}

/** The button of a message: undoes all that one act did. */
export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    restore: intent(
      z.object({ batch: z.uuid() }),
      async (db, { batch }) => {
        const count = await undoBatch(db, batch);
        return count > 1 ? `${count} changements annulés` : "Changement annulé";
      },
      "Rien n’est annulé",
    ),
  });
}

type Line = ReturnType<typeof lineOf>;

/** An entry in words, with the screen of its record while that is there. */
function lineOf(entry: AuditRow, named: NamedRows) {
  const { action, entity, entity_id, label, before: _before, after: _after, ...row } = entry;
  return {
    ...row,
    label: label ?? "Données effacées",
    action: actionWords(action),
    entity: entityWords(entity),
    changes: changesOf(entry, named),
    to: named.get(`${entity} ${entity_id}`)?.to,
    inBin: action.endsWith(".delete"),
    undoing: undoingOf(entry),
    counter: counterAct(entry, recordsOf(entity)),
  };
}

type Undoing = "possible" | "undone" | "never";

function undoingOf(entry: AuditRow): Undoing {
  if (entry.undone) return "undone";
  return entry.label !== null && isUndoable(entry, recordsOf(entry.entity)) ? "possible" : "never";
}

const columns = [
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: (row: Line) => formatMoment("fr", row.created_at),
  },
  { title: "Qui", cell: (row: Line) => <Who {...row} /> },
  { title: "Action", cell: (row: Line) => row.action },
  {
    title: "Fiche",
    className: "main",
    cell: (row: Line) => (
      <>
        {row.to ? (
          <Link to={row.to} className="link font-semibold">
            <EmailText email={row.label} />
          </Link>
        ) : (
          <p className="font-semibold">
            <EmailText email={row.label} />
          </p>
        )}
        <p className="text-muted">{row.entity}</p>
      </>
    ),
  },
  {
    title: "Changements",
    className: "wide",
    cell: (row: Line) => (
      <>
        <ChangeList {...row} />
        <UndoLine {...row} />
      </>
    ),
  },
];

export default function AuditAdmin({ loaderData }: Route.ComponentProps) {
  const people = loaderData.people.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <OfficeHead
        title="Journal"
        lead="Tout ce que chacun a fait dans l’administration, enregistré sur le moment et jamais modifié."
      />
      <ListPage
        list={loaderData}
        noun={["entrée", "entrées"]}
        caption="Journal des changements"
        search="Rechercher une personne ou une fiche"
        filters={[
          ENTITY_FILTER,
          {
            name: "staff",
            label: "Personne",
            all: "Toutes les personnes",
            choices: [...people, { value: NOBODY, label: "Le site, ou sans compte" }],
          },
          ...DAYS,
        ]}
        columns={columns}
        nameOf={({ label }) => label}
        empty={{
          title: "Aucune entrée",
          filtered: "Aucune entrée ne correspond à vos filtres.",
          first: "Le premier changement apparaîtra ici.",
        }}
      />
    </>
  );
}

/** How the change is taken back, or what stands in its stead. */
function UndoLine({ id, label, undoing, undoes, counter }: Line) {
  const { search } = useLocation();
  return (
    <div className="mt-1 max-w-[60ch] text-sm text-muted">
      {undoes && <p>Annule un changement</p>}
      {undoing === "undone" && <p>Annulé depuis</p>}
      {undoing === "possible" && (
        <Link
          to={`/admin/audit/${id}/undo${search}`}
          preventScrollReset
          aria-label={`Annuler ce changement : ${label}`}
          className="link"
        >
          Annuler ce changement
        </Link>
      )}
      {undoing === "never" && counter && (
        <details>
          <summary>Annulation impossible</summary>
          <p className="mt-1">{counter}</p>
        </details>
      )}
    </div>
  );
}

/** Who it was, as they were called then: renaming oneself changes nothing of what is written. */
function Who({ staff_name, staff_email, name_now, email_now }: Line) {
  return (
    <div className="min-w-0">
      {/* Whoever was refused at the sign-in is nobody that the site knows. */}
      <p className="font-semibold">{staff_name === "?" ? "Inconnu" : staff_name}</p>
      <p className="text-muted">{staff_email && <EmailText email={staff_email} />}</p>
      {(name_now ?? email_now) && (
        <p className="text-sm text-ochre">
          Aujourd’hui : {[name_now, email_now].filter(Boolean).join(" · ")}
        </p>
      )}
    </div>
  );
}
