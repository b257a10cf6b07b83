import { asStaff } from "../core/database/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { ListPage, listShouldRevalidate } from "../kit/list-page.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { type AuditRow, listAudit } from "../records/audit.staff.server.ts";
import { type ListSpec, parseListQuery } from "../records/list-query.ts";
import type { Route } from "./+types/audit.admin.ts";
import { actionWords, ENTITIES, ENTITY_FILTER, entityWords, fieldWords } from "./audit-words.ts";

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

/** An entry as a line of the list: of a record that is new, or gone, nothing but its name is shown. */
const lineOf = (row: AuditRow): AuditRow =>
  row.before && row.after ? row : { ...row, before: null, after: null };

const columns = [
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: (row: AuditRow) => formatMoment("fr", row.created_at),
  },
  { title: "Qui", cell: (row: AuditRow) => <Who {...row} /> },
  { title: "Action", cell: (row: AuditRow) => actionWords(row.action) },
  {
    title: "Fiche",
    className: "main",
    cell: (row: AuditRow) => (
      <>
        <p className="font-semibold">{row.label}</p>
        <p className="text-muted">{entityWords(row.entity)}</p>
      </>
    ),
  },
  { title: "Changements", className: "wide", cell: (row: AuditRow) => <Changes {...row} /> },
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
function Who({ staff_name, staff_email, name_now, email_now }: AuditRow) {
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

/** The fields that changed, as they were and as they are. A new record shows none: it is all new. */
function Changes({ entity, before, after }: AuditRow) {
  if (!before || !after) return <span className="text-muted">—</span>;
  return (
    <ul className="grid gap-0.5">
      {Object.entries(after)
        .flatMap(([field, value]) => partsOf({ entity, field }, before[field], value))
        .map(([name, was, is]) => (
          <li key={name} className="line-clamp-2 max-w-[60ch]">
            <span className="font-semibold">{name}</span> : <del>{words(was)}</del> →{" "}
            <ins className="no-underline">{words(is)}</ins>
          </li>
        ))}
    </ul>
  );
}

type Place = { entity: string; field: string };
type Part = [name: string, was: unknown, is: unknown];

/** Of an object, such as a setting, only what differs in it. */
function partsOf({ entity, field }: Place, was: unknown, is: unknown): Part[] {
  const name = fieldWords(entity, field);
  if (!isObject(was) || !isObject(is)) return [[name, was, is]];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .map((key) => [`${name}, ${fieldWords(entity, key)}`, was[key], is[key]]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function words(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(vide)";
  if (typeof value === "boolean") return value ? "oui" : "non";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
