import { CircleCheck, CircleX, UploadCloud, X } from "lucide-react";
import { type DragEvent, type FormEvent, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatMegabytes, formatSize, several } from "../../i18n/format.ts";
import { FormDialogFrame } from "../../kit/form/view-dialog.tsx";
import { useToast } from "../../kit/toasts.tsx";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.tsx";
import { listCategories } from "../files.staff.server.ts";
import { PICKER_ACCEPTS } from "../files.ts";
import type { Route } from "./+types/upload.admin.ts";
import { newSending, type Sending, sendAll } from "./send-files.browser.ts";
import { readMaxBytes } from "./upload-limit.staff.server.ts";

const LIST = "/admin/files";

export function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => ({
    categories: await listCategories(db),
    maxBytes: await readMaxBytes(db),
  }));
}

type Problems = { files?: string; category_id?: string };

export default function UploadAdmin({ loaderData }: Route.ComponentProps) {
  const { categories, maxBytes } = loaderData;
  const [sendings, setSendings] = useState<Sending[]>([]);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const show = useToast();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const add = (files: Iterable<File>) => {
    const added = [...files].map((file) => newSending(file, maxBytes));
    setSendings((before) => [...before.filter(({ done }) => !done), ...added]);
    setProblems({});
  };
  const remove = (index: number) => setSendings((before) => before.filter((_, at) => at !== index));
  const change = (index: number, news: Partial<Sending>) =>
    setSendings((before) => before.map((one, at) => (at === index ? { ...one, ...news } : one)));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const problems: Problems = {
      files: sendings.some(({ done }) => !done)
        ? undefined
        : "Veuillez sélectionner au moins un fichier",
      category_id: fields.get("category_id") ? undefined : "Veuillez sélectionner une catégorie",
    };
    setProblems(problems);
    if (problems.files || problems.category_id) return;
    setBusy(true);
    const { uploaded: taken, refused, failed } = await sendAll(sendings, fields, change);
    setBusy(false);
    // Without the site, reading the list again would lose the selection.
    if (!failed) await revalidate();
    const success = `${taken} fichier(s) téléchargé(s) avec succès`;
    const rest = taken > 0 ? ` ; ${success}` : "";
    if (failed) show({ kind: "error", text: failed + rest });
    else if (refused.length > 0) show({ kind: "error", text: refusedWords(refused) + rest });
    else show({ kind: "success", text: success });
    if (refused.length === 0 && !failed) navigate(LIST);
  };

  return (
    <FormDialogFrame title="Ajouter des fichiers" back={LIST}>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5 px-5 pt-5">
        <DropZone add={add} problem={problems.files} maxBytes={maxBytes} busy={busy} />
        {sendings.length > 0 && (
          <SendingList sendings={sendings} remove={busy ? undefined : remove} />
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            name="category_id"
            label="Catégorie"
            placeholder="Choisir…"
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
            error={problems.category_id}
            required
          />
          <TextField name="title" label="Titre" hint="Sans titre, le nom du fichier est utilisé." />
          <TextField name="alt_text" label="Texte alternatif" hint="Ce que montre l’image." />
          <TextField name="tags" label="Étiquettes" hint="Séparées par des virgules." />
        </div>
        <TextArea name="description" label="Description" rows={2} />
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-6">
            <Checkbox name="is_public" defaultValue="on">
              Public
            </Checkbox>
            <Checkbox name="is_featured">En vedette</Checkbox>
          </div>
          <p className="text-sm text-muted">
            Public : les pages du site peuvent le montrer, et toute personne qui a son adresse peut
            l’ouvrir. Pour le publier parmi les documents du site, utilisez « Ressources ».
          </p>
        </div>
        <footer className="form-actions -mx-5">
          <Link to={LIST} className="button quiet">
            Fermer
          </Link>
          <button type="submit" disabled={busy} className="button">
            {busy ? "Envoi…" : "Envoyer"}
          </button>
        </footer>
      </form>
    </FormDialogFrame>
  );
}

const NAMED = 3;

/** Which files were refused; why stands beside each. */
function refusedWords(names: readonly string[]): string {
  const more = names.length - NAMED;
  const named = names.slice(0, NAMED).map((name) => `« ${name} »`);
  const all = more > 0 ? [...named, several(more, "autre", "autres")] : named;
  const list = new Intl.ListFormat("fr").format(all);
  return names.length > 1 ? `${list} n’ont pas été envoyés` : `${list} n’a pas été envoyé`;
}

type DropProps = {
  add: (files: Iterable<File>) => void;
  problem?: string;
  maxBytes: number;
  busy: boolean;
};

function DropZone({ add, problem, maxBytes, busy }: DropProps) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-2 rounded-card border-2 border-dashed p-6 text-center ${over ? "border-green bg-mint" : "border-control"}`}
      >
        <UploadCloud aria-hidden="true" size={36} className="text-leaf" />
        <p>Déposez vos fichiers ici, ou</p>
        <button
          type="button"
          disabled={busy}
          className="button quiet"
          onClick={() => picker.current?.click()}
        >
          Choisir des fichiers
        </button>
        <p className="text-sm text-muted">
          Au plus {formatSize("fr", maxBytes)} chacun. Images, vidéos, sons, PDF, Word, Excel,
          PowerPoint, texte, ZIP, RAR.
        </p>
        <input
          ref={picker}
          type="file"
          multiple
          accept={PICKER_ACCEPTS}
          aria-label="Fichiers"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            add(event.target.files ?? []);
            event.target.value = "";
          }}
        />
      </div>
      <p className="field-error" role="alert">
        {problem}
      </p>
    </div>
  );
}

type Props = {
  sendings: readonly Sending[];
  /** Takes one off the list; absent while they are on their way. */
  remove?: (index: number) => void;
};

/** The files that were chosen, with how far each is. */
function SendingList({ sendings, remove }: Props) {
  return (
    <ul className="grid max-h-[260px] gap-2 overflow-y-auto" aria-label="Fichiers choisis">
      {sendings.map((sending, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={index} className="rounded-control border border-line p-2.5">
          <Line sending={sending} remove={remove && (() => remove(index))} />
        </li>
      ))}
    </ul>
  );
}

type LineProps = { sending: Sending; remove?: () => void };

function Line({ sending: { file, progress, problem, twin, done }, remove }: LineProps) {
  return (
    <>
      <div className="flex items-center gap-3 text-sm">
        <span className="min-w-0 flex-1 truncate">{file.name}</span>
        <span className="text-muted tabular-nums">{formatMegabytes("fr", file.size)}</span>
        {problem ? (
          <CircleX aria-hidden="true" size={18} className="shrink-0 text-red" />
        ) : (
          done && <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-leaf" />
        )}
        {remove && (problem || !done) && (
          <button
            type="button"
            onClick={remove}
            aria-label={`Retirer ${file.name}`}
            title="Retirer"
            className="icon-button -my-1.5 size-8 shrink-0"
          >
            <X aria-hidden="true" size={17} />
          </button>
        )}
      </div>
      <progress
        value={progress}
        max={100}
        aria-label={`Progression ${ofName(file.name)}`}
        className="mt-1.5 w-full"
      />
      {problem && <p className="text-sm font-semibold text-blood">{problem}</p>}
      {twin && <p className="text-sm text-ochre">Même contenu que « {twin} ».</p>}
    </>
  );
}
