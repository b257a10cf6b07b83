import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { staffContext } from "../core/staff-context.ts";
import type { PublicationState } from "../core/values/publication.ts";
import { usageWarning } from "../files/admin/usage.ts";
import { formatDate } from "../i18n/format.ts";
import { deleteIntent, publicationIntent, runIntents } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { DeleteButton, EditLink, IconLink, StatusMenu } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { PublicationCell } from "../kit/publication/publication-state.tsx";
import { CreateLink } from "../kit/record-link.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/pages.admin.ts";
import { PageTabs } from "./page-tabs.admin.tsx";
import { STATE_CHOICES, STATUS_CHOICES } from "./pages.record.ts";
import {
  deletePages,
  findPageUses,
  listAllPages,
  type PageRow,
  setPageStatus,
} from "./pages.staff.server.ts";
import { HOME_SLUG, PAGE_LIST, PAGE_STATUSES, pagePath, pageState } from "./pages.ts";

export const handle = { loadFailure: "Erreur lors du chargement des pages" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(PAGE_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const { rows, ...list } = await listAllPages(db, query);
    const now = currentTime();
    const uses = await findPageUses(db, rows);
    return {
      query,
      ...list,
      rows: rows.map((row) => ({
        ...row,
        state: pageState(row, now),
        warning: usageWarning(uses[row.id]),
      })),
    };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    status: publicationIntent(PAGE_STATUSES, setPageStatus, ({ count }) =>
      count > 1 ? `${count} pages mises à jour avec succès` : "Page mise à jour avec succès",
    ),
    delete: deleteIntent(deletePages, (count) =>
      count > 1 ? `${count} pages supprimées avec succès` : "Page supprimée avec succès",
    ),
  });
}

type Row = PageRow & { state: PublicationState; warning: string | undefined };

const columns = [
  {
    title: "Page",
    sort: "title",
    className: "main",
    cell: ({ id, title, slug }: Row) => (
      <>
        <Link to={id} className="block font-semibold hover:underline">
          {title}
        </Link>
        <p className="text-muted">{pagePath(slug)}</p>
      </>
    ),
  },
  {
    title: "Statut",
    cell: (row: Row) => (
      <PublicationCell row={row}>
        <StatusMenu
          id={row.id}
          name={row.title}
          value={row.status}
          choices={row.slug === HOME_SLUG ? STATUS_CHOICES.slice(0, 1) : STATUS_CHOICES}
        />
      </PublicationCell>
    ),
  },
  {
    title: "Modifiée le",
    sort: "updated_at",
    className: "whitespace-nowrap",
    cell: ({ updated_at }: Row) => formatDate("fr", updated_at),
  },
];

export default function PagesAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Gestion des Pages"
        lead="Les pages écrites ici, dont l’accueil. Les autres écrans du site se remplissent d’eux-mêmes."
        primary={{ label: "Nouvelle page" }}
      />
      <PageTabs />
      <ListPage
        list={loaderData}
        noun={["page", "pages"]}
        caption="Pages"
        search="Rechercher un titre ou une adresse"
        filters={[{ name: "status", label: "Statut", all: "Tous", choices: STATE_CHOICES }]}
        columns={columns}
        nameOf={({ title }) => title}
        actions={({ id, title, slug, warning }) => (
          <>
            <IconLink
              href={pagePath(slug)}
              label={`Voir la page ${title}`}
              tip="Voir la page"
              icon={ExternalLink}
            />
            <EditLink id={id} name={title} />
            {slug !== HOME_SLUG && (
              <DeleteButton
                id={id}
                name={title}
                title="Supprimer cette page et ses sections ?"
                consequences={warning}
              />
            )}
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "feminine",
          consequences: () => "Ses sections sont supprimées aussi.",
        }}
        empty={{
          title: "Aucune page",
          filtered: "Aucune page ne correspond à vos filtres.",
          first: "Commencez par créer votre première page.",
          action: <CreateLink label="Nouvelle page" />,
        }}
      />
    </>
  );
}
