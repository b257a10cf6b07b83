import { ExternalLink, Image } from "lucide-react";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { staffContext } from "../core/staff-context.ts";
import { type PublicationState, publicationState } from "../core/values/publication.ts";
import { deleteUsedIntent, findPathUses } from "../files/admin/usage.server.ts";
import { countUses, usageWarning, usageWarnings } from "../files/admin/usage.ts";
import { ofName } from "../i18n/elision.ts";
import { formatDate } from "../i18n/format.ts";
import { publicationIntent, runIntents, toggleIntent } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { DeleteButton, EditLink, IconLink, ToggleBadge } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { PublicationCell } from "../kit/publication/publication-state.tsx";
import { STATE_CHOICES } from "../kit/publication/publication-words.ts";
import { CreateLink, RecordLink } from "../kit/record-link.tsx";
import { Thumbnail } from "../kit/thumbnail.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/news.admin.ts";
import { newsRecord } from "./news.record.ts";
import {
  deleteNews,
  listAllNews,
  listTitles,
  listUsedCategories,
  type NewsRow,
  publishNews,
  unpublishNews,
} from "./news.staff.server.ts";

/** The states that a selection can be set to. */
const STATUS_CHOICES = [
  { value: "published", label: "Publié" },
  { value: "draft", label: "Brouillon" },
];

export const handle = { loadFailure: "Erreur lors du chargement des actualités" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(newsRecord.list, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const { rows, ...list } = await listAllNews(db, query);
    const now = currentTime();
    return {
      query,
      uses: await findPathUses(db, rows.map(toPath)),
      categories: await listUsedCategories(db),
      ...list,
      rows: rows.map((row) => ({ ...row, state: publicationState(row, now) })),
    };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: publishNews, text: (change) => changeWords(change, "published") },
      { run: unpublishNews, text: (change) => changeWords(change, "draft") },
    ),
    status: publicationIntent(
      ["published", "draft"],
      (db, ids, status) => (status === "published" ? publishNews(db, ids) : unpublishNews(db, ids)),
      changeWords,
    ),
    delete: deleteUsedIntent(findUsedNews, {
      remove: deleteNews,
      text: (count) =>
        count > 1
          ? `${count} actualités supprimées avec succès`
          : "Actualité supprimée avec succès",
    }),
  });
}

const toPath = ({ id }: Pick<NewsRow, "id">) => ({ id, path: `/news/${id}` });

async function findUsedNews(db: StaffDb, ids: readonly string[]) {
  const rows = await listTitles(db, ids);
  return { rows, uses: await findPathUses(db, rows.map(toPath)) };
}

function changeWords({ count }: { count: number }, status: "published" | "draft"): string {
  const done = status === "published" ? "publiée" : "dépubliée";
  return count > 1 ? `${count} actualités ${done}s avec succès` : `Actualité ${done} avec succès`;
}

type Row = NewsRow & { state: PublicationState };

const columns = [
  {
    title: "Titre",
    sort: "title",
    className: "main",
    cell: (row: Row) => <TitleCell {...row} />,
  },
  { title: "Catégorie", className: "spare", cell: (row: Row) => row.category },
  {
    title: "Date",
    sort: "dated_at",
    className: "brief whitespace-nowrap",
    cell: (row: Row) => formatDate("fr", row.dated_at),
  },
  {
    title: "Statut",
    className: "brief",
    cell: (row: Row) => (
      <PublicationCell row={row}>
        <ToggleBadge
          id={row.id}
          on={row.published}
          labels={["Publié", "Brouillon"]}
          hints={["Dépublier", "Publier"]}
        />
      </PublicationCell>
    ),
  },
];

export default function NewsAdmin({ loaderData }: Route.ComponentProps) {
  const { uses } = loaderData;
  return (
    <>
      <OfficeHead title="Gestion des Actualités" primary={{ label: "Nouvelle Actualité" }} />
      <ListPage
        list={loaderData}
        noun={["actualité", "actualités"]}
        caption="Actualités"
        search="Rechercher une actualité"
        filters={[
          {
            name: "category",
            label: "Catégorie",
            all: "Toutes les catégories",
            choices: loaderData.categories.map((value) => ({ value, label: value })),
          },
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATE_CHOICES },
        ]}
        columns={columns}
        nameOf={({ title }) => title}
        actions={(row) => (
          <>
            {row.image_url && (
              <IconLink
                href={row.image_url}
                label={`Voir l’image ${ofName(row.title)}`}
                tip="Voir l’image"
                icon={Image}
              />
            )}
            <IconLink
              href={`/news/${row.id}`}
              label={
                row.state === "published"
                  ? `Voir ${row.title} sur le site`
                  : `Aperçu ${ofName(row.title)}`
              }
              tip={row.state === "published" ? "Voir sur le site" : "Aperçu"}
              icon={ExternalLink}
            />
            <EditLink id={row.id} name={row.title} />
            <DeleteButton
              id={row.id}
              name={row.title}
              title="Supprimer cette actualité ?"
              consequences={usageWarning(uses[row.id])}
              fields={{ uses: String(countUses(uses, [row.id])) }}
            />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "feminine",
          consequences: (ids) =>
            usageWarnings(
              loaderData.rows.filter(({ id }) => ids.includes(id)),
              uses,
            ),
          fields: (ids) => ({ uses: String(countUses(uses, ids)) }),
        }}
        empty={{
          title: "Aucune actualité",
          filtered: "Aucune actualité ne correspond à vos filtres.",
          first: "Commencez par créer votre première actualité.",
          action: <CreateLink label="Nouvelle Actualité" />,
        }}
      />
    </>
  );
}

function TitleCell({ id, title, excerpt, image_url }: NewsRow) {
  return (
    <div className="flex items-center gap-3">
      <Thumbnail src={image_url} kind="news" />
      <div className="min-w-0">
        <RecordLink id={id}>{title}</RecordLink>
        <p className="line-clamp-1 max-w-[56ch] text-muted">{excerpt}</p>
      </div>
    </div>
  );
}
