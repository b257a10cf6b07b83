import { FolderOpen, ImageOff, UploadCloud, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useModal } from "../../kit/form/use-modal.ts";
import { useMay } from "../../kit/may.tsx";
import { TextField } from "../../ui/fields.tsx";
import { PICKER_ACCEPTS } from "../files.ts";
import { FAILED, sendOne } from "../upload/send-files.browser.ts";
import type { Step } from "../upload/upload.server.ts";
import type { loader } from "./choose.route.ts";
import { FileTile } from "./file-tile.tsx";

type ImageProps = {
  name: string;
  label: string;
  hint?: string;
  defaultValue: string;
  error?: string;
  required?: boolean;
};

/** The address of a picture, chosen from the files or typed, with the picture itself. */
export function ImageField(props: ImageProps) {
  const [address, setAddress] = useState(props.defaultValue);
  const [broken, setBroken] = useState("");
  const may = useMay();
  const box = useRef<HTMLDivElement>(null);
  const showable = /^(https?:\/\/|\/)/.test(address) && broken !== address;
  const choose = (address: string) => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    input.value = address;
    // The form must know that something in it changed.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    setAddress(address);
  };
  return (
    <div
      ref={box}
      className="grid grid-cols-[minmax(0,1fr)_56px] gap-3 sm:grid-cols-[minmax(0,1fr)_96px]"
    >
      <div className="grid grid-cols-1 content-start gap-2">
        <div onChange={(event) => setAddress((event.target as HTMLInputElement).value.trim())}>
          <TextField {...props} type="url" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilePicker choose={choose} />
          {address.startsWith("/files/") && may("/admin/files/at") && (
            <a
              href={`/admin/files/at?${new URLSearchParams({ address })}`}
              // What is typed in the form behind is not lost.
              target="_blank"
              rel="noreferrer"
              className="link text-sm"
            >
              Voir la fiche du fichier
            </a>
          )}
        </div>
      </div>
      <div className="mt-7 grid aspect-square place-items-center overflow-hidden rounded-control border border-line bg-sand">
        {showable ? (
          <img
            src={address}
            alt="Aperçu"
            onError={() => setBroken(address)}
            className="size-full object-contain"
          />
        ) : (
          <ImageOff aria-hidden="true" size={26} className="text-muted" />
        )}
      </div>
    </div>
  );
}

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
    <dialog
      ref={dialog}
      // React tells the dialogs around it too, which would close with this one.
      onCancel={(event) => event.stopPropagation()}
      onClose={(event) => {
        event.stopPropagation();
        close();
      }}
      aria-label="Choisir un fichier"
      className="w-[760px] p-0"
    >
      <header className="sticky top-0 z-10 flex gap-3 border-b border-line bg-white p-4">
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
      </header>
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
      {/* After the files: one is chosen more often than sent. */}
      {data && data.categories.length > 0 && (
        <PickerUpload any={any} categories={data.categories} choose={choose} />
      )}
    </dialog>
  );
}

type UploadProps = {
  any: boolean;
  categories: readonly { id: string; name: string; icon: string }[];
  choose: (address: string) => void;
};

type Categories = readonly { id: string; icon: string }[];

/** Where a picture goes, or a document, when nobody says it. */
const usualCategory = (categories: Categories, any: boolean) =>
  categories.find(({ icon }) => !any && icon === "Image") ?? categories[0];

/** Sends one file into a category. Returns its address, or why it has none. */
async function sendInto(
  category: string,
  file: File,
  any: boolean,
  tell: (progress: number) => void,
): Promise<{ url: string } | { problem: string }> {
  const fields = new FormData();
  fields.set("category_id", category);
  // A picture is for a page that everybody reads; a document opens when its record says so.
  if (!any) fields.set("is_public", "on");
  const last = await sendOne(file, fields, tell).catch((): Step => ({ failed: FAILED }));
  if ("url" in last) return { url: last.url };
  return { problem: "refused" in last ? last.refused : "failed" in last ? last.failed : FAILED };
}

const NO_CATEGORY = "aucune catégorie ne peut la prendre, ajoutez-en une dans « Fichiers »";

/** A picture that was pasted or dropped into a text: it is sent at once, and chosen. */
export function PastedPicture({ file, choose }: { file: File; choose: (src: string) => void }) {
  const { load, data } = useFetcher<typeof loader>();
  const [progress, setProgress] = useState(0);
  const [problem, setProblem] = useState("");
  const begun = useRef(false);
  const chosen = useRef(choose);
  chosen.current = choose;
  useEffect(() => {
    load("/admin/files/choose?kind=image");
  }, [load]);
  useEffect(() => {
    if (!data || begun.current) return;
    begun.current = true;
    const category = usualCategory(data.categories, false);
    if (!category) {
      setProblem(NO_CATEGORY);
      return;
    }
    void sendInto(category.id, file, false, setProgress).then((sent) =>
      "url" in sent ? chosen.current(sent.url) : setProblem(sent.problem),
    );
  }, [data, file]);
  if (problem) {
    return (
      <p role="alert" className="field-error">
        {`« ${file.name} » : ${problem}`}
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3">
      Envoi de l’image collée…
      <progress value={progress} max={100} aria-label="Progression de l’envoi" className="w-40" />
    </p>
  );
}

/**
 * Sends a file from where one is to be chosen, and chooses it. Nothing here has a name or tells the form
 * around it: what was typed there stays, and is not sent with it.
 */
function PickerUpload({ any, categories, choose }: UploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [category, setCategory] = useState(usualCategory(categories, any)?.id ?? "");
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState("");
  // Whoever closes the dialog meanwhile has chosen nothing.
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const send = async (event: FormEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (!file || progress !== undefined) return;
    setProblem("");
    setProgress(0);
    const sent = await sendInto(category, file, any, setProgress);
    if (!open.current) return;
    setProgress(undefined);
    if ("url" in sent) choose(sent.url);
    else setProblem(`« ${file.name} » : ${sent.problem}`);
  };
  const quiet = (event: FormEvent) => event.stopPropagation();
  return (
    <div
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-white px-4 py-3"
      onInput={quiet}
    >
      <button
        type="button"
        disabled={progress !== undefined}
        onClick={() => input.current?.click()}
        className="button quiet small"
      >
        <UploadCloud aria-hidden="true" size={16} />
        {progress === undefined ? "Envoyer un fichier" : "Envoi…"}
      </button>
      <label className="flex items-center gap-2 text-sm">
        dans
        <select
          value={category}
          onChange={(event) => {
            event.stopPropagation();
            setCategory(event.target.value);
          }}
          className="min-h-9 rounded-control border border-control px-2"
        >
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <input
        ref={input}
        type="file"
        accept={any ? PICKER_ACCEPTS : "image/*"}
        aria-label="Fichier à envoyer"
        tabIndex={-1}
        className="sr-only"
        onChange={send}
      />
      {progress !== undefined && (
        <progress value={progress} max={100} aria-label="Progression de l’envoi" className="w-40" />
      )}
      <p role="alert" className="field-error">
        {problem}
      </p>
    </div>
  );
}
