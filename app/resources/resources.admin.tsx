import { Download, Eye, FileStack, Globe, Landmark, TrendingUp } from "lucide-react";
import { Link } from "react-router";
import { asStaff, type StaffDb } from "../core/database/doors/doors.server.ts";
import { readOrDemonstrate } from "../core/http/fallback.server.ts";
import { env } from "../core/process/env.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { deleteFilesIntent, findUses } from "../files/admin/usage.server.ts";
import { countUses, type Uses, usageWarning, usageWarnings } from "../files/admin/usage.ts";
import { placeSampleFiles } from "../files/storage/sample-files.server.ts";
import { withSeal } from "../files/storage/signed-urls.server.ts";
import { formatSize } from "../i18n/format.ts";
import { AdoptSamples, DemonstrationNotice } from "../kit/demonstration/samples.tsx";
import { Counters, countWords } from "../kit/list/counters.tsx";
import { adoptIntent, runIntents, toggleIntent } from "../kit/list/intents.server.ts";
import { type ListData, ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { DeleteButton, EditLink, IconLink, ToggleBadge } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { CreateLink, RecordLink } from "../kit/record-link.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/resources.admin.ts";
import {
  countShownResources,
  listShownCategories,
  resourcesDemonstration,
  type ShownResource,
} from "./resource-demonstration.browser.ts";
import { MEDIA_KIT, resourceAddress } from "./resources.office.ts";
import { DEMONSTRATED_RESOURCES } from "./resources.samples.ts";
import {
  adoptSampleResources,
  countResources,
  deleteResources,
  listAllResources,
  listUsedResourceCategories,
  publishResources,
  type ResourceRow,
  unpublishResources,
} from "./resources.staff.server.ts";
import { formatName, RESOURCE_LIST, resourceList } from "./resources.ts";

export const handle = { loadFailure: "Erreur lors du chargement des ressources" };

export const shouldRevalidate = listShouldRevalidate;

type Loaded = ListData<ShownResource> & {
  counters: ReturnType<typeof countShownResources>;
  categories: string[];
  /** Where their files are used beside. */
  used: Uses;
  /** What an empty list can begin with. */
  samples: { name: string; detail: string }[];
};

export function loader({ context, url }: Route.LoaderArgs) {
  const samples = DEMONSTRATED_RESOURCES.map(({ title, category }) => ({
    name: title,
    detail: category,
  }));
  return readOrDemonstrate<Loaded>(
    context,
    "static_files",
    () =>
      asStaff(context.get(staffContext), async (db) => ({
        samples,
        ...(await shownResources(db, url.searchParams)),
      })),
    () => {
      const query = parseListQuery(RESOURCE_LIST, url.searchParams);
      const rows = DEMONSTRATED_RESOURCES.map((sample) => ({ ...sample, pages: null, seal: "" }));
      const list = resourcesDemonstration.standIn(rows, query);
      const figures = {
        counters: countShownResources(rows),
        categories: listShownCategories(rows),
      };
      return { samples, used: {}, ...list, ...figures };
    },
  );
}

/** One page of the documents; those that visitors may not read open to staff by a seal. */
async function shownResources(db: StaffDb, search: URLSearchParams) {
  const categories = await listUsedResourceCategories(db);
  const query = parseListQuery(resourceList(categories), search);
  const list = await listAllResources(db, query);
  const rows = list.rows.map((row) => withSeal(row));
  const used = await findUses(db, rows, resourceAddress);
  return { ...list, query, rows, categories, used, counters: await countResources(db) };
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const list = await resourcesDemonstration.load(url, serverLoader);
  const all = list.demonstration;
  return all
    ? { ...list, counters: countShownResources(all), categories: listShownCategories(all) }
    : list;
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  resourcesDemonstration.change(request) ?? serverAction();

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: publishResources, text: () => "Ressource publiée avec succès" },
      { run: unpublishResources, text: () => "Ressource dépubliée avec succès" },
    ),
    adopt: adoptIntent(
      (db) => {
        placeSampleFiles(env().DATA_DIR);
        return adoptSampleResources(db, DEMONSTRATED_RESOURCES);
      },
      (count) => `${count} ressources créées avec succès`,
    ),
    delete: deleteFilesIntent({
      remove: deleteResources,
      text: (count) =>
        count > 1
          ? `${count} ressources supprimées avec succès`
          : "Ressource supprimée avec succès",
      ownScreen: resourceAddress,
    }),
  });
}

const columnsFor = (used: Uses) => [
  {
    title: "Ressource",
    sort: "title",
    className: "main",
    cell: (row: ResourceRow) => <TitleCell {...row} />,
  },
  { title: "Catégorie", className: "spare", cell: (row: ResourceRow) => row.category },
  {
    title: "Taille",
    sort: "file_size",
    className: "spare whitespace-nowrap",
    cell: (row: ResourceRow) => (row.file_size > 0 ? formatSize("fr", row.file_size, 2) : "—"),
  },
  {
    title: "Téléchargements",
    sort: "download_count",
    className: "spare tabular-nums",
    cell: (row: ResourceRow) => countWords(row.download_count),
  },
  {
    title: "Publication",
    className: "brief",
    cell: (row: ResourceRow) => (
      <ToggleBadge
        id={row.id}
        on={row.is_public}
        labels={["Publié", "Non publié"]}
        hints={["Dépublier", "Publier"]}
        question={
          used[row.id] && {
            title: "Dépublier ?",
            message: `Les visiteurs ne verront plus « ${row.title} ». ${usageWarning(used[row.id])}`,
            action: "Dépublier",
          }
        }
      />
    ),
  },
];

export default function ResourcesAdmin({ loaderData }: Route.ComponentProps) {
  const { counters, categories, demonstration, used } = loaderData;
  // Only what visitors can download is counted.
  const counted = (is_public: boolean) => is_public && !demonstration;
  return (
    <>
      <OfficeHead title="Gestion des Ressources" primary={{ label: "Nouvelle ressource" }}>
        <Link to={MEDIA_KIT} className="button quiet">
          Kit média
        </Link>
      </OfficeHead>
      <Counters
        counters={[
          { label: "Ressources", value: countWords(counters.all), icon: FileStack },
          { label: "Publiées", value: countWords(counters.published), icon: Globe },
          { label: "Documents officiels", value: countWords(counters.official), icon: Landmark },
          { label: "Téléchargements", value: countWords(counters.downloads), icon: TrendingUp },
        ]}
      />
      <HelpPanel />
      <DemonstrationNotice list={loaderData} of={resourcesDemonstration} />
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
        columns={columnsFor(used)}
        nameOf={({ title }) => title}
        actions={({ id, title, file_url, is_public, seal }) => (
          <>
            <IconLink href={file_url + seal} label={`Voir ${title}`} tip="Voir" icon={Eye} />
            <a
              href={counted(is_public) ? `/resources/${id}/download` : file_url + seal}
              download={counted(is_public) ? undefined : ""}
              aria-label={`Télécharger ${title}`}
              title="Télécharger"
              className="icon-button"
            >
              <Download aria-hidden="true" size={17} />
            </a>
            <EditLink id={id} name={title} />
            <DeleteButton
              id={id}
              name={title}
              title="Supprimer cette ressource ?"
              consequences={usageWarning(used[id])}
              fields={{ uses: String(used[id]?.length ?? 0) }}
            />
          </>
        )}
        bulk={{
          deleting: "feminine",
          consequences: (ids) =>
            usageWarnings(
              loaderData.rows.filter(({ id }) => ids.includes(id)),
              used,
            ),
          fields: (ids) => ({ uses: String(countUses(used, ids)) }),
        }}
        empty={{
          title: "Aucune ressource",
          filtered: "Aucune ressource ne correspond à vos filtres.",
          first: "Publiez votre premier document.",
          action: (
            <div className="grid justify-items-center gap-5">
              <CreateLink label="Nouvelle ressource" />
              <AdoptSamples samples={loaderData.samples} />
            </div>
          ),
        }}
      />
    </>
  );
}

function TitleCell({ id, title, description, file_type, pages }: ResourceRow) {
  return (
    <>
      <RecordLink id={id}>{title}</RecordLink>
      <p className="line-clamp-1 max-w-[56ch] text-muted">
        {[formatName({ file_type }), pages && `${pages} pages`, description]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </>
  );
}

/** How to choose a file or its address. */
function HelpPanel() {
  return (
    <details className="panel mb-4 p-4">
      <summary>Conseils pour les fichiers</summary>
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
