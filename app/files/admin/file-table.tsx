import { ExternalLink, Eye } from "lucide-react";
import { formatDate } from "../../i18n/format.ts";
import { type Column, DataTable, type Selection } from "../../kit/list/data-table.tsx";
import { Badge, DeleteButton, IconLink } from "../../kit/list/row-controls.tsx";
import { RecordLink } from "../../kit/record-link.tsx";
import { sizeWords } from "../files.ts";
import type { ShownFile } from "../storage/signed-urls.server.ts";
import { CopyButton } from "./copy-button.tsx";
import { FileTile } from "./file-tile.tsx";
import { missedIn, type Uses } from "./usage-labels.ts";

type TableProps = {
  rows: readonly ShownFile[];
  selection: Selection;
  used: Uses;
  sort: string;
  descending: boolean;
};

/** Files as lines of a table. */
export function FileTable({ rows, selection, used, sort, descending }: TableProps) {
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
    { title: "Type", cell: ({ file_type }) => file_type },
    {
      title: "Taille",
      sort: "file_size",
      className: "whitespace-nowrap",
      cell: ({ file_size }) => sizeWords(file_size),
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
            aria-label={`Aperçu de ${file.title}`}
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
            title="Supprimer ce fichier ?"
            consequences={["Son adresse ne répond plus.", missedIn(used[file.id])]
              .filter(Boolean)
              .join(" ")}
            fields={{ uses: String(used[file.id]?.length ?? 0) }}
          />
        </>
      )}
    />
  );
}
