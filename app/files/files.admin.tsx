import {
  Download,
  ExternalLink,
  Eye,
  Files,
  Globe,
  HardDrive,
  Image,
  LayoutGrid,
  List,
  Star,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { Link, Outlet, useSearchParams } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { ofName } from "../i18n/elision.ts";
import { formatDate, formatSize } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { Counters, countWords } from "../kit/list/counters.tsx";
import { type Column, DataTable, type Selection, useSelection } from "../kit/list/data-table.tsx";
import { FilterBar } from "../kit/list/filter-bar.tsx";
import { runIntents } from "../kit/list/intents.server.ts";
import { Empty, listShouldRevalidate, Pager } from "../kit/list/list-page.tsx";
import { Badge, DeleteButton, IconLink } from "../kit/list/row-controls.tsx";
import { SeenRecords, useIntent } from "../kit/list/use-intent.tsx";
import { IfMay } from "../kit/may.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import { changedSearch, isFiltered, parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/files.admin.ts";
import { CopyButton, FileTile } from "./admin/file-tile.tsx";
import { deleteFilesIntent, findUses } from "./admin/usage.server.ts";
import { countUses, type Uses, usageWarning, usageWarnings } from "./admin/usage.ts";
import { fileList } from "./files.record.ts";
import {
  countFiles,
  deleteFiles,
  type FileCard,
  listCategories,
  listFiles,
} from "./files.staff.server.ts";
import { typeWords } from "./files.ts";
import { type ShownFile, withSeal } from "./storage/signed-urls.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des fichiers" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const categories = await listCategories(db);
    const query = parseListQuery(fileList(categories), url.searchParams);
    const list = await listFiles(db, query);
    const used = await findUses(db, list.rows);
    const rows = list.rows.map((row) => withSeal(row));
    return { query, categories, counters: await countFiles(db), used, ...list, rows };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    delete: deleteFilesIntent({
      remove: deleteFiles,
      text: (count) =>
        count > 1 ? `${count} fichiers supprimés avec succès` : "Fichier supprimé avec succès",
    }),
  });
}

type Used = Route.ComponentProps["loaderData"]["used"];

export default function FilesAdmin({ loaderData }: Route.ComponentProps) {
  const { rows, moments } = loaderData;
  return (
    <SeenRecords rows={rows} moments={moments}>
      <FileManager {...loaderData} />
    </SeenRecords>
  );
}

function FileManager(loaderData: Route.ComponentProps["loaderData"]) {
  const { query, rows, categories, counters, used, count, more, next, previous } = loaderData;
  const [params] = useSearchParams();
  const { selection, ids: selectedIds, clear } = useSelection(rows);
  const { submit } = useIntent();
  const view = params.get("view") === "list" ? "list" : "grid";
  return (
    <>
      <OfficeHead title="Gestionnaire de Fichiers" primary={{ label: "Ajouter des fichiers" }}>
        <IfMay to="/admin/files/settings">
          <RecordLink id="settings" className="button quiet">
            Taille maximale
          </RecordLink>
        </IfMay>
        <Link to="categories" className="button quiet">
          Catégories
        </Link>
      </OfficeHead>
      <Counters
        counters={[
          { label: "Fichiers", value: countWords(counters.files), icon: Files },
          { label: "Taille totale", value: formatSize("fr", counters.size, 2), icon: HardDrive },
          { label: "Images", value: countWords(counters.images), icon: Image },
          { label: "Fichiers publics", value: countWords(counters.shown), icon: Globe },
        ]}
      />
      <FilterBar
        search="Rechercher un nom, un titre, une étiquette"
        filters={[
          {
            name: "category",
            label: "Catégorie",
            all: "Toutes les catégories",
            choices: categories.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        count={count}
        more={more}
        noun={["fichier", "fichiers"]}
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {selectedIds.length > 0 ? (
          <BulkBar ids={selectedIds} rows={rows} used={used} submit={submit} done={clear} />
        ) : (
          <p className="text-sm text-muted">Cochez des fichiers pour en faire une archive.</p>
        )}
        <ViewSwitch view={view} params={params} />
      </div>
      {rows.length === 0 ? (
        <Empty
          title="Aucun fichier"
          filtered={isFiltered(query) ? "Aucun fichier ne correspond à vos filtres." : undefined}
          first="Ajoutez vos premières images et vos premiers documents."
          action={
            <RecordLink id="new" className="button">
              Ajouter des fichiers
            </RecordLink>
          }
        />
      ) : view === "grid" ? (
        <FileGrid rows={rows} selection={selection} />
      ) : (
        <FileTable
          rows={rows}
          selection={selection}
          used={used}
          sort={query.sort}
          descending={query.descending}
        />
      )}
      <Pager next={next} previous={previous} />
      <Outlet />
    </>
  );
}

type BulkProps = {
  ids: string[];
  rows: readonly FileCard[];
  used: Used;
  submit: ReturnType<typeof useIntent>["submit"];
  done: () => void;
};

/** What the chosen files can do together. Deleting says which of them are in use, and where. */
function BulkBar({ ids: selectedIds, rows, used, submit, done }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const selected = rows.filter(({ id }) => selectedIds.includes(id));
  const count = selectedIds.length;
  const warning =
    count > 1
      ? `${count} fichiers iront dans la corbeille, où ils restent 30 jours ; leurs adresses ne répondent plus.`
      : "Un fichier ira dans la corbeille, où il reste 30 jours ; son adresse ne répond plus.";
  return (
    <section aria-label="Sélection" className="flex flex-wrap items-center gap-2">
      <p role="status" className="font-semibold">
        {count} {count > 1 ? "sélectionnés" : "sélectionné"}
      </p>
      <a href={`/admin/files/zip?ids=${selectedIds.join(",")}`} className="button quiet small">
        <Download aria-hidden="true" size={15} />
        Télécharger (ZIP)
      </a>
      <button type="button" className="button danger small" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={15} />
        Supprimer
      </button>
      <button type="button" className="px-2 text-sm underline" onClick={done}>
        Annuler la sélection
      </button>
      {asking && (
        <ConfirmDialog
          title="Supprimer ces fichiers ?"
          message={[warning, usageWarnings(selected, used)].filter(Boolean).join(" ")}
          close={() => setAsking(false)}
          confirm={() => {
            const uses = String(countUses(used, selectedIds));
            submit("delete", { ids: selectedIds.join(","), uses });
            done();
          }}
        />
      )}
    </section>
  );
}

/** Pictures side by side, or one line per file: kept in the address. */
function ViewSwitch({ view, params }: { view: "grid" | "list"; params: URLSearchParams }) {
  const to = (value: string | undefined) => changedSearch(params, { view: value }) || "?";
  return (
    <nav aria-label="Affichage" className="ml-auto flex gap-1">
      <Link
        to={to(undefined)}
        preventScrollReset
        aria-label="Grille"
        aria-current={view === "grid" ? "true" : undefined}
        className="icon-button aria-[current]:bg-mint aria-[current]:text-leaf"
      >
        <LayoutGrid aria-hidden="true" size={18} />
      </Link>
      <Link
        to={to("list")}
        preventScrollReset
        aria-label="Liste"
        aria-current={view === "list" ? "true" : undefined}
        className="icon-button aria-[current]:bg-mint aria-[current]:text-leaf"
      >
        <List aria-hidden="true" size={18} />
      </Link>
    </nav>
  );
}

/** Files as tiles that can be chosen. */
function FileGrid({ rows, selection }: { rows: readonly ShownFile[]; selection: Selection }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {rows.map((file) => (
        <li key={file.id} className="panel relative overflow-hidden">
          <input
            type="checkbox"
            checked={selection.selected.has(file.id)}
            onChange={() => selection.toggle(file.id)}
            aria-label={`Sélectionner ${file.title}`}
            className="absolute top-2 left-2 z-10 size-6 accent-leaf"
          />
          {file.is_featured && (
            <span className="badge absolute top-2 right-2 z-10" data-tone="wait">
              <Star aria-hidden="true" size={13} />
              En vedette
            </span>
          )}
          <RecordLink id={file.id}>
            <FileTile file={file} />
            <span className="block truncate px-3 pt-2 text-sm font-semibold">{file.title}</span>
          </RecordLink>
          <div className="flex items-center justify-between pb-1 pl-3">
            <span className="text-xs text-muted">{formatSize("fr", file.file_size, 2)}</span>
            <span className="flex">
              <RecordLink
                id={file.id}
                aria-label={`Aperçu ${ofName(file.title)}`}
                title="Aperçu"
                className="icon-button"
              >
                <Eye aria-hidden="true" size={16} />
              </RecordLink>
              <CopyButton file={file} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

type TableProps = {
  rows: readonly ShownFile[];
  selection: Selection;
  used: Uses;
  sort: string;
  descending: boolean;
};

/** Files as lines of a table. */
function FileTable({ rows, selection, used, sort, descending }: TableProps) {
  const columns: Column<ShownFile>[] = [
    {
      title: "Fichier",
      sort: "title",
      className: "main",
      cell: (file) => (
        <div className="flex items-center gap-3">
          <span aria-hidden="true" className="w-12 shrink-0 overflow-hidden rounded-control">
            <FileTile file={file} icon={20} />
          </span>
          <div className="min-w-0">
            <RecordLink id={file.id}>{file.title}</RecordLink>
            <p className="line-clamp-1 text-muted">{file.original_filename}</p>
          </div>
        </div>
      ),
    },
    { title: "Type", cell: ({ file_type }) => typeWords(file_type) },
    {
      title: "Taille",
      sort: "file_size",
      className: "whitespace-nowrap",
      cell: ({ file_size }) => formatSize("fr", file_size, 2),
    },
    { title: "Ajouté le", sort: "created_at", cell: (row) => formatDate("fr", row.created_at) },
    {
      title: "En service",
      cell: ({ id }) => (used[id] ? <Badge tone="good">{`${used[id].length} fois`}</Badge> : "—"),
    },
  ];
  return (
    <DataTable
      caption="Fichiers"
      columns={columns}
      rows={rows}
      sort={sort}
      descending={descending}
      selection={selection}
      nameOf={({ title }) => title}
      actions={(file) => (
        <>
          <RecordLink
            id={file.id}
            aria-label={`Aperçu ${ofName(file.title)}`}
            title="Aperçu"
            className="icon-button"
          >
            <Eye aria-hidden="true" size={17} />
          </RecordLink>
          <CopyButton file={file} />
          <IconLink
            href={file.file_url + file.seal}
            label={`Ouvrir ${file.title}`}
            tip="Ouvrir"
            icon={ExternalLink}
          />
          <DeleteButton
            id={file.id}
            name={file.title}
            title="Supprimer ce fichier ?"
            consequences={["Son adresse ne répond plus.", usageWarning(used[file.id])]
              .filter(Boolean)
              .join(" ")}
            fields={{ uses: String(used[file.id]?.length ?? 0) }}
          />
        </>
      )}
    />
  );
}
