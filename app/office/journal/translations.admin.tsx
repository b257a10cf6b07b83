import { Link } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatMoment, several } from "../../i18n/format.ts";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { IfMay } from "../../kit/may.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import {
  listTranslations,
  type TranslationRow,
} from "../../records/history/translations.staff.server.ts";
import { type ListSpec, parseListQuery } from "../../records/list/list-query.ts";
import { resourceAddress } from "../../resources/resources.office.ts";
import { RECORDS } from "../frame/notions.ts";
import type { Route } from "./+types/translations.admin.ts";
import { ENTITY_FILTER, entityWords } from "./audit-labels.ts";
import { findNamedRows, type NamedRows } from "./named-rows.staff.server.ts";

const TRANSLATED = RECORDS.filter(({ translated }) => translated).map(({ table }) => table);

const SPEC: ListSpec = {
  filters: { entity: TRANSLATED, state: ["missing", "outdated"] },
  sorts: ["changed_at"],
  descending: true,
};

const STATES = [
  { value: "outdated", label: "À revoir" },
  { value: "missing", label: "Sans anglais" },
];

export const handle = { loadFailure: "Erreur lors du chargement des traductions" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SPEC, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const list = await listTranslations(db, query);
    // A package is written in the form of its event.
    const named = await findNamedRows(db, list.rows.map(screenOf));
    const parents = await findNamedRows(db, list.rows.flatMap(parentOf));
    return { query, ...list, rows: list.rows.map((row) => lineOf(row, named, parents)) };
  });
}

const isPackage = ({ entity }: TranslationRow) => entity === "event_packages";

const screenOf = (row: TranslationRow) =>
  isPackage(row)
    ? { entity: "events", id: row.parent_id }
    : { entity: row.entity, id: row.entity_id };

const parentOf = ({ entity, parent_id }: TranslationRow) =>
  entity === "page_sections" ? [{ entity: "pages", id: parent_id }] : [];

type Line = ReturnType<typeof lineOf>;

/** A record as the list shows it, with the screen where its English is written. */
function lineOf(row: TranslationRow, named: NamedRows, parents: NamedRows) {
  const { id, entity, entity_id, parent_id, label, missing, outdated, changed_at } = row;
  const screen = screenOf(row);
  const record = named.get(`${screen.entity} ${screen.id}`);
  const parent = isPackage(row) ? record : parents.get(`pages ${parent_id}`);
  return {
    id,
    missing,
    outdated,
    changed_at,
    label: isPackage(row) ? label : record?.label || label,
    kind: entity === "static_files" ? "Ressource" : entityWords(entity),
    of: parent?.label,
    to: entity === "static_files" ? resourceAddress(entity_id) : record?.to,
  };
}

const columns = [
  {
    title: "Texte",
    className: "main",
    cell: ({ label, to, of }: Line) => (
      <>
        {to ? (
          <IfMay to={to} otherwise={<strong>{label}</strong>}>
            <Link to={to} className="link font-semibold">
              {label}
            </Link>
          </IfMay>
        ) : (
          <strong>{label}</strong>
        )}
        {of && <p className="text-muted">{of}</p>}
      </>
    ),
  },
  { title: "Rubrique", cell: ({ kind }: Line) => kind },
  {
    title: "État de l’anglais",
    cell: ({ missing, outdated }: Line) => (
      <span className="flex flex-wrap gap-2">
        {outdated > 0 && (
          <Badge tone="wait">{several(outdated, "champ à revoir", "champs à revoir")}</Badge>
        )}
        {missing > 0 && (
          <Badge tone="plain">
            {several(missing, "champ sans anglais", "champs sans anglais")}
          </Badge>
        )}
      </span>
    ),
  },
  {
    title: "Depuis",
    sort: "changed_at",
    className: "whitespace-nowrap",
    cell: ({ changed_at }: Line) => formatMoment("fr", changed_at),
  },
];

const ENTITIES = {
  ...ENTITY_FILTER,
  choices: ENTITY_FILTER.choices
    .filter(({ value }) => TRANSLATED.includes(value))
    .map((choice) =>
      choice.value === "static_files" ? { ...choice, label: "Ressource" } : choice,
    ),
};

export default function Translations({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Traductions"
        lead="Les textes sans anglais, et ceux dont le français a changé depuis leur traduction. Le formulaire de chacun montre ce qui a changé."
      />
      <ListPage
        list={loaderData}
        noun={["fiche", "fiches"]}
        caption="Textes à traduire"
        search="Rechercher un texte"
        filters={[
          ENTITIES,
          { name: "state", label: "État", all: "Tous les états", choices: STATES },
        ]}
        columns={columns}
        nameOf={({ label }) => label}
        empty={{
          title: "Tout est traduit",
          filtered: "Aucun texte à traduire ne correspond à vos filtres.",
          first: "Un texte sans anglais, ou dont le français change, apparaît ici.",
        }}
      />
    </>
  );
}
