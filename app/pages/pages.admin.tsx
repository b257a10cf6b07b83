import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { staffContext } from "../core/staff-context.ts";
import type { PublicationState } from "../core/values/publication.ts";
import { deleteUsedIntent } from "../files/admin/usage.server.ts";
import {
  countUses,
  IN_MENU,
  type Uses,
  usageWarning,
  usageWarnings,
} from "../files/admin/usage.ts";
import { formatDate } from "../i18n/format.ts";
import { publicationIntent, runIntents } from "../kit/list/intents.server.ts";
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
  findUsedPages,
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
    return {
      query,
      ...list,
      uses: await findPageUses(db, rows),
      rows: rows.map((row) => ({ ...row, state: pageState(row, now) })),
    };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    status: publicationIntent(PAGE_STATUSES, setPageStatus, ({ count }) =>
      count > 1 ? `${count} pages mises à jour avec succès` : "Page mise à jour avec succès",
    ),
    delete: deleteUsedIntent(findUsedPages, {
      remove: deletePages,
      text: (count) =>
        count > 1 ? `${count} pages supprimées avec succès` : "Page supprimée avec succès",
    }),
  });
}

type Row = PageRow & { state: PublicationState };

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

/** What becomes of the entries of the menu that lead to a deleted page. */
const menuWords = (uses: Uses, ids: readonly string[]): string | undefined =>
  ids.some((id) => uses[id]?.some(({ where }) => where === IN_MENU))
    ? "Le menu du site ne montre plus l’entrée, et la montre de nouveau si la page revient."
    : undefined;

const sentences = (...all: (string | undefined)[]) => all.filter(Boolean).join(" ");

export default function PagesAdmin({ loaderData }: Route.ComponentProps) {
  const { rows, uses } = loaderData;
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
        actions={({ id, title, slug }) => (
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
                title="Supprimer cette page et ses sections ?"
                consequences={sentences(usageWarning(uses[id]), menuWords(uses, [id]))}
                fields={{ uses: String(countUses(uses, [id])) }}
              />
            )}
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "feminine",
          consequences: (ids) =>
            sentences(
              `${ids.length > 1 ? "Leurs" : "Ses"} sections sont supprimées aussi.`,
              usageWarnings(
                rows.filter(({ id }) => ids.includes(id)),
                uses,
              ),
              menuWords(uses, ids),
            ),
          inUse: (ids) =>
            rows.some(({ id, slug }) => slug === HOME_SLUG && ids.includes(id))
              ? "Le site ne peut pas se passer de sa page d’accueil : retirez-la de la sélection."
              : undefined,
          fields: (ids) => ({ uses: String(countUses(uses, ids)) }),
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
