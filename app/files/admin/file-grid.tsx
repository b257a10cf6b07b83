import { Eye, LayoutGrid, List, Star } from "lucide-react";
import { Link } from "react-router";
import type { Selection } from "../../kit/list/data-table.tsx";
import { RecordLink } from "../../kit/record-link.tsx";
import { changedSearch } from "../../records/list/list-query.ts";
import { sizeWords } from "../files.ts";
import type { ShownFile } from "../storage/signed-urls.server.ts";
import { CopyButton } from "./copy-button.tsx";
import { FileTile } from "./file-tile.tsx";

/** Pictures side by side, or one line per file: kept in the address. */
export function ViewSwitch({ view, params }: { view: "grid" | "list"; params: URLSearchParams }) {
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
export function FileGrid({
  rows,
  selection,
}: {
  rows: readonly ShownFile[];
  selection: Selection;
}) {
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
            <span className="text-xs text-muted">{sizeWords(file.file_size)}</span>
            <span className="flex">
              <RecordLink
                id={file.id}
                aria-label={`Aperçu de ${file.title}`}
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
