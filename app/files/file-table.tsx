import { Copy, ExternalLink, Eye, FileText } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { type Column, DataTable, type Selection } from "../admin/kit/data-table.tsx";
import { Badge, DeleteButton, IconLink } from "../admin/kit/row-controls.tsx";
import { formatDate } from "../i18n/format.ts";
import { CopyButton } from "./copy-button.tsx";
import type { FileRow } from "./files.staff.server.ts";
import { sizeWords } from "./files.ts";
import type { Usage } from "./usage.staff.server.ts";

type TableProps = {
  rows: readonly FileRow[];
  selection: Selection;
  used: Readonly<Record<string, Usage[]>>;
  sort: string;
  descending: boolean;
};

/** Files as lines of a table. */
export function FileTable({ rows, selection, used, sort, descending }: TableProps) {
  const [params] = useSearchParams();
  const columns: Column<FileRow>[] = [
    {
      title: "Fichier",
      sort: "title",
      className: "main",
      cell: ({ id, title, original_filename }) => (
        <div className="flex items-center gap-3">
          <FileText aria-hidden="true" size={18} className="shrink-0 text-muted" />
          <div className="min-w-0">
            <Link
              to={{ pathname: id, search: params.toString() }}
              preventScrollReset
              className="block font-semibold hover:underline"
            >
              {title}
            </Link>
            <p className="truncate text-muted">{original_filename}</p>
          </div>
        </div>
      ),
    },
    { title: "Type", cell: ({ file_type }) => file_type },
    { title: "Taille", sort: "file_size", cell: ({ file_size }) => sizeWords(file_size) },
    { title: "Ajouté le", sort: "created_at", cell: (row) => formatDate("fr", row.created_at) },
    {
      title: "En service",
      cell: ({ file_url }) =>
        used[file_url] ? <Badge tone="good">{`${used[file_url].length} fois`}</Badge> : "—",
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
      actions={({ id, title, file_url }) => (
        <>
          <Link
            to={{ pathname: id, search: params.toString() }}
            preventScrollReset
            aria-label={`Aperçu de ${title}`}
            title="Aperçu"
            className="icon-button"
          >
            <Eye aria-hidden="true" size={17} />
          </Link>
          <CopyButton address={file_url} name={title} icon={Copy} />
          <IconLink href={file_url} label={`Ouvrir ${title}`} tip="Ouvrir" icon={ExternalLink} />
          <DeleteButton id={id} name={title} title="Supprimer ce fichier ?" />
        </>
      )}
    />
  );
}
