import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import {
  deleteIntent,
  moveIntent,
  runIntents,
  statusIntent,
  toggleIntent,
} from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import {
  Badge,
  DeleteButton,
  EditLink,
  MoveButtons,
  ToggleBadge,
} from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { CreateLink, RecordLink } from "../kit/record-link.tsx";
import { Thumbnail } from "../kit/thumbnail.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import { filterOf } from "../records/record-fields.ts";
import type { Route } from "./+types/highlights.admin.ts";
import { highlightRecord, KIND_CHOICES, STATUS_CHOICES } from "./highlights.record.ts";
import {
  deleteHighlights,
  type HighlightRow,
  hideHighlights,
  listAllHighlights,
  moveHighlight,
  readEnds,
  showHighlights,
} from "./highlights.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des mises en avant" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(highlightRecord.list, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const list = await listAllHighlights(db, query);
    const ends = await readEnds(db);
    const rows = list.rows.map((row) => {
      const [first, last] = ends.get(row.kind) ?? [];
      return { ...row, first: row.order === first, last: row.order === last };
    });
    return { query, ...list, rows };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: showHighlights, text: () => "Mise en avant affichée" },
      { run: hideHighlights, text: () => "Mise en avant masquée" },
    ),
    status: statusIntent(
      ["shown", "hidden"],
      (db, ids, status) => (status === "shown" ? showHighlights(db, ids) : hideHighlights(db, ids)),
      (count, status) => {
        const done = status === "shown" ? "affichée" : "masquée";
        return count > 1 ? `${count} mises en avant ${done}s` : `Mise en avant ${done}`;
      },
    ),
    move: moveIntent(moveHighlight),
    delete: deleteIntent(deleteHighlights, (count) =>
      count > 1
        ? `${count} mises en avant supprimées avec succès`
        : "Mise en avant supprimée avec succès",
    ),
  });
}

type Row = HighlightRow & { first: boolean; last: boolean };

const columns = [
  { title: "Nom", sort: "name", className: "main", cell: (row: Row) => <NameCell {...row} /> },
  {
    title: "Type",
    className: "brief",
    cell: ({ kind }: Row) => <Badge tone="plain">{wordOf(KIND_CHOICES, kind)}</Badge>,
  },
  { title: "Place", className: "spare", sort: "place", cell: (row: Row) => row.order },
  {
    title: "Statut",
    className: "brief",
    cell: (row: Row) => (
      <ToggleBadge
        id={row.id}
        on={row.is_active}
        labels={["Affichée", "Masquée"]}
        hints={["Masquer", "Afficher"]}
      />
    ),
  },
];

export default function HighlightsAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Mises en avant"
        lead="Les joueurs, clubs et partenaires que montre la page Communauté."
        primary={{ label: "Nouvelle mise en avant" }}
      />
      <ListPage
        list={loaderData}
        noun={["mise en avant", "mises en avant"]}
        caption="Mises en avant"
        search="Rechercher un nom ou un gamertag"
        filters={[
          filterOf(highlightRecord, "kind", "Tous les types"),
          filterOf(highlightRecord, "status", "Tous les statuts"),
        ]}
        columns={columns}
        nameOf={({ name }) => name}
        actions={({ id, name, first, last }) => (
          <>
            <MoveButtons id={id} name={name} first={first} last={last} />
            <EditLink id={id} name={name} />
            <DeleteButton id={id} name={name} title="Supprimer cette mise en avant ?" />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "feminine",
        }}
        empty={{
          title: "Aucune mise en avant",
          filtered: "Aucune mise en avant ne correspond à vos filtres.",
          first: "Commencez par mettre en avant un joueur, un club ou un partenaire.",
          action: <CreateLink label="Nouvelle mise en avant" />,
        }}
      />
    </>
  );
}

function NameCell({ id, name, gamertag, image_url, kind }: Row) {
  return (
    <div className="flex items-center gap-3">
      <Thumbnail src={image_url} kind={kind === "partner" ? "logo" : "person"} />
      <div className="min-w-0">
        <RecordLink id={id}>{name}</RecordLink>
        {gamertag && <p className="text-muted">{gamertag}</p>}
      </div>
    </div>
  );
}
