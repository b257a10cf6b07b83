import { Undo2 } from "lucide-react";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { formatMoment } from "../../i18n/format.ts";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import {
  type BinRow,
  listBin,
  listBinnedTables,
  restoreBatch,
} from "../../records/bin/bin.staff.server.ts";
import { type ListSpec, parseListQuery } from "../../records/list/list-query.ts";
import type { Route } from "./+types/bin.admin.ts";
import { ENTITIES, ENTITY_FILTER, entityWords } from "./audit-labels.ts";

const SPEC: ListSpec = {
  filters: { entity: ENTITIES },
  sorts: ["deleted_at"],
  descending: true,
};

export const handle = { loadFailure: "Erreur lors du chargement de la corbeille" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SPEC, url.searchParams);
  const { isAdmin } = context.get(rightsContext);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    isAdmin,
    tables: await listBinnedTables(db),
    ...(await listBin(db, query)),
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    restore: intent(
      z.object({ batch: z.uuid() }),
      async (db, { batch }) => {
        const count = await restoreBatch(db, batch);
        return count > 1 ? `${count} fiches rétablies` : "Fiche rétablie";
      },
      "Rien n’a pu être rétabli",
    ),
  });
}

const columns = [
  { title: "Fiche", className: "main", cell: (row: BinRow) => <strong>{row.label}</strong> },
  { title: "Rubrique", cell: (row: BinRow) => entityWords(row.entity) },
  {
    title: "Supprimée le",
    sort: "deleted_at",
    cell: (row: BinRow) => formatMoment("fr", row.deleted_at),
  },
  { title: "Par", cell: (row: BinRow) => row.deleted_by_name },
];

export default function BinAdmin({ loaderData }: Route.ComponentProps) {
  const { tables, query } = loaderData;
  // Of all tables only what there is to choose, and what was chosen.
  const choices = ENTITY_FILTER.choices.filter(
    ({ value }) => tables.includes(value) || value === query.filters.entity,
  );
  return (
    <>
      <OfficeHead
        title="Corbeille"
        lead={
          loaderData.isAdmin
            ? "Ce qui a été supprimé reste ici 30 jours et peut revenir à sa place."
            : "Ce que vous avez supprimé reste ici 30 jours et peut revenir à sa place."
        }
      />
      <ListPage
        list={loaderData}
        noun={["fiche", "fiches"]}
        caption="Fiches supprimées"
        search="Rechercher une fiche supprimée"
        filters={[{ ...ENTITY_FILTER, choices }]}
        columns={columns}
        nameOf={({ label }) => label}
        actions={(row) => <RestoreButton {...row} />}
        empty={{
          title: "La corbeille est vide",
          filtered: "Rien de supprimé ne correspond à vos filtres.",
          first: "Ce que vous supprimez attend ici 30 jours.",
        }}
      />
    </>
  );
}

/** What was deleted together comes back together. */
function RestoreButton({ batch, label }: BinRow) {
  const { submit, pending } = useIntent();
  return (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit("restore", { batch })}
      aria-label={`Rétablir ${label}`}
      className="button quiet small"
    >
      <Undo2 aria-hidden="true" size={15} />
      Rétablir
    </button>
  );
}
