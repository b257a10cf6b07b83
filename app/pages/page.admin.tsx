import { ArrowLeft, ExternalLink, Pencil, Plus } from "lucide-react";
import { Link, Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { currentTime } from "../core/process/clock.ts";
import { recordAt } from "../kit/form/save.server.ts";
import { DataTable } from "../kit/list/data-table.tsx";
import { deleteIntent, moveIntent, runIntents, toggleIntent } from "../kit/list/intents.server.ts";
import { Empty, listShouldRevalidate } from "../kit/list/list-page.tsx";
import {
  Badge,
  DeleteButton,
  EditLink,
  MoveButtons,
  ToggleBadge,
} from "../kit/list/row-controls.tsx";
import { SeenRecords } from "../kit/list/use-intent.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { publicationWords } from "../kit/publication/publication-words.ts";
import type { Route } from "./+types/page.admin.ts";
import { STATUS_CHOICES, sectionName, TYPE_LABELS } from "./pages.record.ts";
import { findPageForStaff } from "./pages.staff.server.ts";
import { HOME_SLUG, isHomeKey, pagePath, pageState } from "./pages.ts";
import {
  activateSections,
  deactivateSections,
  deleteSections,
  listSections,
  moveSection,
} from "./sections/sections.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des sections" };

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs) =>
  change.currentParams.id !== change.nextParams.id || listShouldRevalidate(change);

export async function loader({ params, context }: Route.LoaderArgs) {
  return recordAt(context, params.id, async (db, id) => {
    const page = await findPageForStaff(db, id);
    if (!page) return undefined;
    const sections = (await listSections(db, id)).map((section) => ({
      id: section.id,
      updated_at: section.updated_at,
      name: sectionName(section),
      type: TYPE_LABELS[section.section_type],
      section_key: section.section_key,
      is_active: section.is_active,
      fixed: page.slug === HOME_SLUG && isHomeKey(section.section_key),
    }));
    const { title, slug, status, meta_description } = page;
    const state = pageState(page, currentTime());
    const moments = publicationWords(page, state);
    return { page: { title, slug, status, state, moments, meta_description }, sections };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: activateSections, text: () => "Section activée" },
      { run: deactivateSections, text: () => "Section désactivée" },
    ),
    move: moveIntent(moveSection),
    delete: deleteIntent(deleteSections, () => "Section supprimée avec succès"),
  });
}

type Row = Route.ComponentProps["loaderData"]["sections"][number];

const columns = [
  { title: "Section", className: "main", cell: (row: Row) => <NameCell {...row} /> },
  { title: "Type", cell: ({ type }: Row) => <Badge tone="news">{type}</Badge> },
  {
    title: "Statut",
    cell: ({ id, is_active }: Row) => (
      <ToggleBadge
        id={id}
        on={is_active}
        labels={["Active", "Inactive"]}
        hints={["Désactiver", "Activer"]}
      />
    ),
  },
];

export default function PageAdmin({ loaderData }: Route.ComponentProps) {
  const { page, sections } = loaderData;
  const status = STATUS_CHOICES.find(({ value }) => value === page.status);
  return (
    <>
      <Link to="/admin/pages" className="link mb-2 inline-flex items-center gap-1 text-sm">
        <ArrowLeft aria-hidden="true" size={15} />
        Toutes les pages
      </Link>
      <OfficeHead title={page.title} primary={{ label: "Nouvelle section", to: "sections/new" }}>
        <a href={pagePath(page.slug)} target="_blank" rel="noreferrer" className="button quiet">
          <ExternalLink aria-hidden="true" size={17} />
          {page.state === "published" ? "Voir la page" : "Aperçu de la page"}
        </a>
        <Link to="edit" preventScrollReset className="button quiet">
          <Pencil aria-hidden="true" size={17} />
          Modifier la page
        </Link>
      </OfficeHead>
      <div className="panel mb-5 flex flex-wrap items-center gap-x-5 gap-y-2 p-4">
        {page.moments ? (
          <Badge tone="news">{page.moments}</Badge>
        ) : (
          status && <Badge tone={status.tone}>{status.label}</Badge>
        )}
        <span className="font-semibold">{pagePath(page.slug)}</span>
        <span className="text-muted">{page.meta_description ?? "Sans description"}</span>
      </div>
      {sections.length === 0 ? (
        <Empty
          title="Aucune section"
          first="Une page se compose de sections : commencez par la première."
          action={
            <Link to="sections/new" preventScrollReset className="button">
              <Plus aria-hidden="true" size={17} />
              Nouvelle section
            </Link>
          }
        />
      ) : (
        <SeenRecords rows={sections}>
          <DataTable
            caption="Sections de la page"
            columns={columns}
            rows={sections}
            sort=""
            descending={false}
            nameOf={({ name }) => name}
            actions={(row) => <RowActions row={row} sections={sections} />}
          />
        </SeenRecords>
      )}
      <Outlet />
    </>
  );
}

function NameCell({ id, name, section_key, fixed }: Row) {
  return (
    <>
      <Link
        to={`sections/${id}`}
        preventScrollReset
        className="block font-semibold hover:underline"
      >
        {name}
      </Link>
      <p className="text-muted">
        {fixed ? `${section_key}, section fixe de l’accueil` : section_key}
      </p>
    </>
  );
}

function RowActions({ row, sections }: { row: Row; sections: readonly Row[] }) {
  const { id, name, fixed } = row;
  return (
    <>
      <MoveButtons id={id} name={name} first={row === sections[0]} last={row === sections.at(-1)} />
      <EditLink id={`sections/${id}`} name={name} />
      {!fixed && (
        <DeleteButton
          id={id}
          name={name}
          title="Êtes-vous sûr de vouloir supprimer cette section ?"
        />
      )}
    </>
  );
}
