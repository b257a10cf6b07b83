import { Download, Files, Globe, HardDrive, Image, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, Outlet, useSearchParams } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { Counters, countWords } from "../kit/list/counters.tsx";
import { FilterBar } from "../kit/list/filter-bar.tsx";
import { runIntents } from "../kit/list/intents.server.ts";
import { Empty, listShouldRevalidate, Pager } from "../kit/list/list-page.tsx";
import { SeenRecords } from "../kit/list/seen.tsx";
import { useSelection } from "../kit/list/selection.ts";
import { useIntent } from "../kit/list/use-intent.ts";
import { IfMay } from "../kit/may.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import { isFiltered, parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/files.admin.ts";
import { FileGrid, ViewSwitch } from "./admin/file-grid.tsx";
import { fileList } from "./admin/file-list.ts";
import { FileTable } from "./admin/file-table.tsx";
import { findUsesOf } from "./admin/usage.ts";
import { allMissedIn, countUses } from "./admin/usage-labels.ts";
import {
  countFiles,
  deleteFiles,
  type FileCard,
  listCategories,
  listFiles,
} from "./files.staff.server.ts";
import { sizeWords } from "./files.ts";
import { deleteFilesIntent } from "./storage/delete-files.server.ts";
import { withSeal } from "./storage/signed-urls.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des fichiers" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const categories = await listCategories(db);
    const query = parseListQuery(fileList(categories), url.searchParams);
    const list = await listFiles(db, query);
    const used = await findUsesOf(db, list.rows);
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
          { label: "Taille totale", value: sizeWords(counters.size), icon: HardDrive },
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
      ? `${count} fichiers iront dans la corbeille, où ils restent 30 jours ; leurs adresses ne répondent plus.`
      : "Un fichier ira dans la corbeille, où il reste 30 jours ; son adresse ne répond plus.";
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
          title="Supprimer ces fichiers ?"
          message={[warning, allMissedIn(selected, used)].filter(Boolean).join(" ")}
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
