import { FolderOpen, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useModal } from "../../kit/form/use-modal.ts";
import { PickerUpload } from "../upload/picker-upload.tsx";
import type { loader } from "./choose.route.ts";
import { FileTile } from "./file-tile.tsx";

type Props = {
  /** Whether documents may be chosen too. */
  any?: boolean;
  choose: (address: string) => void;
};

/** A button that opens the uploaded files, to take the address of one. */
export function FilePicker({ any = false, choose }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        <FolderOpen aria-hidden="true" size={15} />
        Choisir parmi les fichiers
      </button>
      {open && (
        <PickerDialog
          any={any}
          close={() => setOpen(false)}
          choose={(address) => {
            choose(address);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function PickerDialog({ any, choose, close }: Required<Props> & { close: () => void }) {
  const dialog = useModal();
  const { load, data, state } = useFetcher<typeof loader>();
  const kind = any ? "any" : "image";
  useEffect(() => {
    load(`/admin/files/choose?kind=${kind}`);
  }, [load, kind]);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Choisir un fichier" className="w-[760px] p-0">
      <div className="sticky top-0 z-10 flex gap-3 border-b border-line bg-white p-4">
        <input
          type="search"
          placeholder="Rechercher"
          aria-label="Rechercher un fichier"
          // What is searched here is no field of the form behind, and does not send it.
          onInput={(event) => {
            event.stopPropagation();
            const q = event.currentTarget.value;
            load(`/admin/files/choose?${new URLSearchParams({ kind, q })}`);
          }}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="min-h-10 w-full rounded-control border border-control px-3"
        />
        <button type="button" onClick={close} aria-label="Fermer" className="icon-button">
          <X aria-hidden="true" size={20} />
        </button>
      </div>
      {data && data.categories.length > 0 && (
        <PickerUpload any={any} categories={data.categories} choose={choose} />
      )}
      <ul
        aria-busy={state !== "idle"}
        className="grid min-h-[240px] grid-cols-2 gap-3 p-4 sm:grid-cols-4"
      >
        {data?.files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              onClick={() => choose(file.file_url)}
              className="panel w-full overflow-hidden text-left hover:border-green"
            >
              <FileTile file={file} />
              <span className="block truncate p-2 text-sm">{file.title}</span>
            </button>
          </li>
        ))}
        {data?.files.length === 0 && <li className="col-span-full text-muted">Aucun fichier.</li>}
      </ul>
    </dialog>
  );
}
