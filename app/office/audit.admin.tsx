import { asStaff } from "../core/database/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { ListPage, listShouldRevalidate } from "../kit/list-page.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { type AuditRow, listAudit } from "../records/audit.staff.server.ts";
import { type ListSpec, parseListQuery } from "../records/list-query.ts";
import type { Route } from "./+types/audit.admin.ts";
import { changesOf } from "./audit-changes.ts";
import { actionWords, ENTITIES, ENTITY_FILTER, entityWords } from "./audit-labels.ts";

const SPEC: ListSpec = {
  filters: { entity: ENTITIES },
  sorts: ["created_at"],
  descending: true,
};

export const handle = { loadFailure: "Erreur lors du chargement du journal" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SPEC, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const list = await listAudit(db, query);
    return { query, ...list, rows: list.rows.map(lineOf) };
  });
}

type Line = ReturnType<typeof lineOf>;

/** An entry in words. Of a record that is new, or gone, nothing but its name is shown. */
function lineOf({ action, entity, before, after, ...row }: AuditRow) {
  return {
    ...row,
    action: actionWords(action),
    entity: entityWords(entity),
    changes: before && after ? changesOf(entity, before, after) : [],
  };
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
        <p className="font-semibold">{row.label}</p>
        <p className="text-muted">{row.entity}</p>
      </>
    ),
  },
  { title: "Changements", className: "wide", cell: (row: Line) => <Changes {...row} /> },
];

export default function AuditAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Journal"
        lead="Tout ce que les administrateurs ont fait, écrit au moment même et jamais réécrit."
      />
      <ListPage
        list={loaderData}
        noun={["entrée", "entrées"]}
        caption="Journal des changements"
        search="Rechercher une personne ou une fiche"
        filters={[ENTITY_FILTER]}
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

/** Who it was, as they were called then: renaming oneself changes nothing of what is written. */
function Who({ staff_name, staff_email, name_now, email_now }: Line) {
  return (
    <>
      <p className="font-semibold">{staff_name}</p>
      <p className="text-muted">{staff_email}</p>
      {(name_now ?? email_now) && (
        <p className="text-sm text-ochre">
          Aujourd’hui : {[name_now, email_now].filter(Boolean).join(" · ")}
        </p>
      )}
    </>
  );
}

/** The fields that changed, as they were and as they are. */
function Changes({ changes }: Line) {
  if (changes.length === 0) return <span className="text-muted">—</span>;
  return (
    <ul className="grid gap-0.5">
      {changes.map(([name, was, is]) => (
        <li key={name} className="line-clamp-2 max-w-[60ch]">
          <span className="font-semibold">{name}</span> : <del>{was}</del> →{" "}
          <ins className="no-underline">{is}</ins>
        </li>
      ))}
    </ul>
  );
}
