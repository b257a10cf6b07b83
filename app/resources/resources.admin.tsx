import { Download, Eye, FileStack, Globe, Landmark, Plus, TrendingUp } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import * as z from "zod";
import { Counters, countWords } from "../admin/kit/counters.tsx";
import { intent, runIntents } from "../admin/kit/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../admin/kit/list-page.tsx";
import { type ListSpec, parseListQuery } from "../admin/kit/list-query.ts";
import { OfficeHead } from "../admin/kit/page-head.tsx";
import { DeleteButton, EditLink, IconLink, ToggleBadge } from "../admin/kit/row-controls.tsx";
import { box, ids } from "../admin/kit/schema.ts";
import { staffContext } from "../auth/staff-context.ts";
import { sizeWords } from "../files/files.ts";
import { asStaff } from "../platform/database/doors.server.ts";
import type { Route } from "./+types/resources.admin.ts";
import {
  countResources,
  deleteResources,
  listAllResources,
  publishResources,
  type ResourceRow,
  usedResourceCategories,
} from "./resources.staff.server.ts";
import { fileKind, RESOURCE_CATEGORIES } from "./resources.ts";

const SPEC: ListSpec = {
  filters: { category: RESOURCE_CATEGORIES },
  sorts: ["created_at", "title", "file_size", "download_count"],
  descending: true,
};

export const handle = { loadFailure: "Erreur lors du chargement des ressources" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SPEC, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    categories: await usedResourceCategories(db),
    counters: await countResources(db),
    ...(await listAllResources(db, query)),
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: intent(z.object({ ids, on: box }), async (db, fields) => {
      await publishResources(db, fields.ids, fields.on);
      return `Ressource ${fields.on ? "publiée" : "dépubliée"} avec succès`;
    }),
    delete: intent(
      z.object({ ids }),
      async (db, fields) => {
        const { count, batch } = await deleteResources(db, fields.ids);
        const text =
          count > 1
            ? `${count} ressources supprimées avec succès`
            : "Ressource supprimée avec succès";
        return { text, undo: batch };
      },
      "Erreur lors de la suppression",
    ),
  });
}

const columns = [
  {
    title: "Ressource",
    sort: "title",
    className: "main",
    cell: (row: ResourceRow) => <TitleCell {...row} />,
  },
  { title: "Catégorie", cell: (row: ResourceRow) => row.category },
  {
    title: "Taille",
    sort: "file_size",
    className: "whitespace-nowrap",
    cell: (row: ResourceRow) => (row.file_size > 0 ? sizeWords(row.file_size) : "—"),
  },
  {
    title: "Téléchargements",
    sort: "download_count",
    className: "tabular-nums",
    cell: (row: ResourceRow) => countWords(row.download_count),
  },
  {
    title: "Publication",
    cell: (row: ResourceRow) => (
      <ToggleBadge
        id={row.id}
        on={row.is_public}
        labels={["Publié", "Non publié"]}
        hints={["Dépublier", "Publier"]}
      />
    ),
  },
];

export default function ResourcesAdmin({ loaderData }: Route.ComponentProps) {
  const { counters, categories } = loaderData;
  const [params] = useSearchParams();
  const search = params.toString();
  return (
    <>
      <OfficeHead
        title="Gestion des Ressources"
        primary={{ label: "Nouvelle ressource", to: `new${search && `?${search}`}` }}
      />
      <Counters
        counters={[
          { label: "Ressources", value: countWords(counters.all), icon: FileStack },
          { label: "Publiées", value: countWords(counters.published), icon: Globe },
          { label: "Documents officiels", value: countWords(counters.official), icon: Landmark },
          { label: "Téléchargements", value: countWords(counters.downloads), icon: TrendingUp },
        ]}
      />
      <HelpPanel />
      <ListPage
        list={loaderData}
        noun={["ressource", "ressources"]}
        caption="Ressources"
        search="Rechercher un titre, une description"
        filters={[
          {
            name: "category",
            label: "Catégorie",
            all: "Toutes les catégories",
            choices: categories.map((value) => ({ value, label: value })),
          },
        ]}
        columns={columns}
        nameOf={({ title }) => title}
        actions={({ id, title, file_url }) => (
          <>
            <IconLink href={file_url} label={`Voir ${title}`} tip="Voir" icon={Eye} />
            <a
              href={`/resources/${id}/download`}
              aria-label={`Télécharger ${title}`}
              title="Télécharger"
              className="icon-button"
            >
              <Download aria-hidden="true" size={17} />
            </a>
            <EditLink id={id} name={title} />
            <DeleteButton id={id} name={title} title="Supprimer cette ressource ?" />
          </>
        )}
        bulk={{
          deleting: (count) =>
            `${count} ressource(s) iront dans la corbeille, où elles restent 30 jours.`,
        }}
        empty={{
          title: "Aucune ressource",
          filtered: "Aucune ressource ne correspond à vos filtres.",
          first: "Publiez votre premier document.",
          action: (
            <Link to={{ pathname: "new", search }} preventScrollReset className="button">
              <Plus aria-hidden="true" size={17} />
              Nouvelle ressource
            </Link>
          ),
        }}
      />
    </>
  );
}

function TitleCell({ id, title, description, file_type, pages }: ResourceRow) {
  const [params] = useSearchParams();
  return (
    <>
      <Link
        to={{ pathname: id, search: params.toString() }}
        preventScrollReset
        className="block font-semibold hover:underline"
      >
        {title}
      </Link>
      <p className="line-clamp-1 max-w-[56ch] text-muted">
        {fileKind({ file_type })}
        {pages ? ` · ${pages} pages` : ""} · {description}
      </p>
    </>
  );
}

/** How to choose a file or its address. */
function HelpPanel() {
  return (
    <details className="panel mb-4 p-4">
      <summary className="font-semibold">Conseils pour les fichiers</summary>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
        <li>Choisissez un fichier déposé ici, ou hébergez-le ailleurs et collez son adresse.</li>
        <li>Une adresse ailleurs doit être un lien direct, accessible à tous sans se connecter.</li>
        <li>Préférez le PDF pour les documents officiels.</li>
        <li>Préférez Word ou Excel pour les formulaires à remplir.</li>
        <li>Préférez PNG ou JPG pour les images.</li>
      </ul>
    </details>
  );
}
