import { ExternalLink, Image } from "lucide-react";
import { asStaff } from "../core/database/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatDate } from "../i18n/format.ts";
import { runIntents } from "../kit/intents.server.ts";
import { deleteIntent, statusIntent, toggleIntent } from "../kit/list-intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list-page.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { CreateLink, RecordLink } from "../kit/record-link.tsx";
import { DeleteButton, EditLink, IconLink, ToggleBadge } from "../kit/row-controls.tsx";
import { Thumbnail } from "../kit/thumbnail.tsx";
import { parseListQuery } from "../records/list-query.ts";
import type { Route } from "./+types/news.admin.ts";
import {
  deleteNews,
  listAllNews,
  type NewsRow,
  publishNews,
  unpublishNews,
  usedCategories,
} from "./news.staff.server.ts";
import { STATUS_CHOICES } from "./news-labels.ts";
import { NEWS_LIST } from "./news-list.ts";

export const handle = { loadFailure: "Erreur lors du chargement des actualités" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(NEWS_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    categories: await usedCategories(db),
    ...(await listAllNews(db, query)),
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: publishNews, text: () => "Actualité publiée avec succès" },
      { run: unpublishNews, text: () => "Actualité dépubliée avec succès" },
    ),
    status: statusIntent(
      ["published", "draft"],
      (db, ids, status) => (status === "published" ? publishNews(db, ids) : unpublishNews(db, ids)),
      (count, status) => {
        const done = status === "published" ? "publiée" : "dépubliée";
        return count > 1
          ? `${count} actualités ${done}s avec succès`
          : `Actualité ${done} avec succès`;
      },
    ),
    delete: deleteIntent(deleteNews, (count) =>
      count > 1 ? `${count} actualités supprimées avec succès` : "Actualité supprimée avec succès",
    ),
  });
}

const columns = [
  {
    title: "Titre",
    sort: "title",
    className: "main",
    cell: (row: NewsRow) => <TitleCell {...row} />,
  },
  { title: "Catégorie", cell: (row: NewsRow) => row.category },
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: (row: NewsRow) => formatDate("fr", row.created_at),
  },
  {
    title: "Statut",
    cell: (row: NewsRow) => (
      <ToggleBadge
        id={row.id}
        on={row.published}
        labels={["Publié", "Brouillon"]}
        hints={["Dépublier", "Publier"]}
      />
    ),
  },
];

export default function NewsAdmin({ loaderData }: Route.ComponentProps) {
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
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
        ]}
        columns={columns}
        nameOf={({ title }) => title}
        actions={(row) => (
          <>
            {row.image_url && (
              <IconLink
                href={row.image_url}
                label={`Voir l’image de ${row.title}`}
                tip="Voir l’image"
                icon={Image}
              />
            )}
            <IconLink
              href={`/news/${row.id}`}
              label={row.published ? `Voir ${row.title} sur le site` : `Aperçu de ${row.title}`}
              tip={row.published ? "Voir sur le site" : "Aperçu"}
              icon={ExternalLink}
            />
            <EditLink id={row.id} name={row.title} />
            <DeleteButton id={row.id} name={row.title} title="Supprimer cette actualité ?" />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "feminine",
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
