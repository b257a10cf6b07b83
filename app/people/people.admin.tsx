import { Link } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/people.admin.ts";
import { ERASURE_LIST, SOURCE_CHOICES, STATUS_CHOICES } from "./erasures.ts";
import { type ErasureRow, listErasures } from "./people.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des effacements" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(ERASURE_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    ...(await listErasures(db, query)),
  }));
}

const toneOf = (status: string) =>
  STATUS_CHOICES.find(({ value }) => value === status)?.tone ?? "plain";

const COLUMNS = [
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: (row: ErasureRow) => formatMoment("fr", row.created_at),
  },
  { title: "Demandé par", cell: ({ source }: ErasureRow) => wordOf(SOURCE_CHOICES, source) },
  {
    title: "Qui",
    className: "main",
    cell: ({ status, record_id }: ErasureRow) =>
      status === "done" ? (
        <span className="text-muted">Données effacées</span>
      ) : (
        <Link to={`/admin/people/${record_id}`} className="link font-semibold">
          Voir la personne
        </Link>
      ),
  },
  { title: "Motif", className: "wide", cell: ({ reason }: ErasureRow) => reason ?? "—" },
  {
    title: "État",
    cell: ({ status, decided_at }: ErasureRow) => (
      <>
        <Badge tone={toneOf(status)}>{wordOf(STATUS_CHOICES, status)}</Badge>
        {decided_at && (
          <p className="text-sm text-muted">{`le ${formatMoment("fr", decided_at)}`}</p>
        )}
      </>
    ),
  },
];

/** Who asked to be erased, and who was. */
export default function PeopleAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Données personnelles"
        lead="Les demandes d’effacement et ce qu’elles sont devenues. Pour voir les données d’une personne, partez de sa fiche de membre, de son inscription, de son abonnement ou de son message."
      />
      <ListPage
        list={loaderData}
        noun={["effacement", "effacements"]}
        caption="Effacements"
        filters={[
          { name: "status", label: "État", all: "Tous les états", choices: STATUS_CHOICES },
        ]}
        columns={COLUMNS}
        nameOf={({ created_at }) => `Effacement du ${formatMoment("fr", created_at)}`}
        empty={{
          title: "Aucun effacement",
          filtered: "Aucun effacement ne correspond à vos filtres.",
          first: "La première demande apparaîtra ici.",
        }}
      />
    </>
  );
}
