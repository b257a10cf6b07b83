import { ExternalLink, RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { data, Link, useRevalidator } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { staffContext } from "../../core/staff-context.ts";
import { pick } from "../../core/values/pick.ts";
import { formatSize } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { Bilingual, fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { formDefaults, saveForm } from "../../kit/form/save.server.ts";
import { IconLink } from "../../kit/list/row-controls.tsx";
import { useToast } from "../../kit/toasts.tsx";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.tsx";
import { MAX_TRIES } from "../children/media.ts";
import { PROBLEM_LABELS } from "../files.record.ts";
import {
  type FileRow,
  fileFormSchema,
  findFile,
  listCategories,
  updateFile,
} from "../files.staff.server.ts";
import { LINK_DAYS, typeWords } from "../files.ts";
import { type ShownFile, withSeal } from "../storage/signed-urls.server.ts";
import type { Route } from "./+types/file.admin.ts";
import { CopyButton, FileTile } from "./file-tile.tsx";
import { findUses } from "./usage.server.ts";
import { type Usage, usageWarning } from "./usage.ts";

const LIST = "/admin/files";

/** The columns that the screen shows beside the form. */
const SHOWN = [
  ...(["id", "title", "original_filename", "file_url", "file_type", "file_size"] as const),
  ...(["width", "height", "pages", "download_count"] as const),
  ...(["cover_url", "alt_text", "is_public", "is_resource"] as const),
  ...(["prepared_at", "prepare_tries", "prepare_problem"] as const),
] satisfies (keyof FileRow)[];
type FileOnScreen = ShownFile<Pick<FileRow, (typeof SHOWN)[number]>>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  const record = isId(id)
    ? await asStaff(context.get(staffContext), async (db) => {
        const file = await findFile(db, id);
        if (!file) return undefined;
        const usage = (await findUses(db, [file]))[id] ?? [];
        return { file, usage, categories: await listCategories(db) };
      })
    : undefined;
  if (!record) throw data(null, 404);
  const { file, usage, categories } = record;
  return { file: withSeal(pick(file, SHOWN)), usage, categories, defaults: defaultsOf(file) };
}

const FIELDS = [
  ...(["title", "title_en", "description", "description_en", "category_id"] as const),
  ...(["alt_text", "is_public", "is_featured", "updated_at"] as const),
] satisfies (keyof FileRow)[];

const defaultsOf = (file: FileRow) =>
  formDefaults({ ...pick(file, FIELDS), tags: file.tags.join(", ") });

export function action({ request, params, context, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: fileFormSchema,
    returnTo: LIST + url.search,
    fieldsOf: defaultsOf,
    async save(db, value, version) {
      await updateFile(db, params.id, value, version);
      return "Fichier mis à jour avec succès";
    },
  });
}

const LABELS = {
  title: "Titre",
  title_en: "Titre (anglais)",
  category_id: "Catégorie",
  alt_text: "Texte alternatif",
  description: "Description",
  description_en: "Description (anglais)",
  tags: "Étiquettes",
  is_public: "Public",
  is_featured: "En vedette",
};

const ENGLISH = ["title_en", "description_en"] as const;

export default function FileAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { file, usage, categories, defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={file.title}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={<ReplaceButton id={file.id} usage={usage} />}
    >
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[240px_minmax(0,1fr)]">
        <FileTile file={file} />
        <Facts file={file} usage={usage} />
      </div>
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
        french={
          <>
            <TextField {...field("title")} label={LABELS.title} required />
            <TextArea {...field("description")} label={LABELS.description} rows={2} />
          </>
        }
        english={
          <>
            <TextField {...field("title_en")} label="Title" />
            <TextArea {...field("description_en")} label="Description" rows={2} />
          </>
        }
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          {...field("category_id")}
          label={LABELS.category_id}
          options={categories
            .filter(({ id }) => !file.is_resource || id === defaults.category_id)
            .map(({ id, name }) => ({ value: id, label: name }))}
          hint={
            file.is_resource ? "C’est une ressource : modifiez-la dans « Ressources »." : undefined
          }
          placeholder="Choisir…"
          required
        />
        <TextField {...field("tags")} label={LABELS.tags} hint="Séparées par des virgules." />
      </div>
      <TextField
        {...field("alt_text")}
        label={LABELS.alt_text}
        hint="Ce que montre l’image, pour les personnes qui ne la voient pas."
      />
      <div className="flex flex-wrap gap-6">
        <Checkbox {...field("is_public")}>Public</Checkbox>
        <Checkbox {...field("is_featured")}>En vedette</Checkbox>
      </div>
      {usage.length > 0 && (
        <p className="text-sm text-ochre">
          Sans « Public », les visiteurs ne le voient plus nulle part. {usageWarning(usage)}
        </p>
      )}
    </FormDialog>
  );
}

/** The properties of a file and its uses. */
function Facts({ file, usage }: { file: FileOnScreen; usage: readonly Usage[] }) {
  const { file_size, file_type, width, height, pages, original_filename } = file;
  const address = file.file_url + file.seal;
  const facts: [string, string][] = [
    ["Nom", original_filename],
    ["Taille", formatSize("fr", file_size, 2)],
    ["Type", typeWords(file_type)],
    ...(width && height ? [["Dimensions", `${width} × ${height} px`] as [string, string]] : []),
    ...(pages ? [["Pages", String(pages)] as [string, string]] : []),
    ["Téléchargements", String(file.download_count)],
  ];
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex items-center gap-1 rounded-control bg-sand py-1 pl-3 text-sm">
        <span className="min-w-0 flex-1 truncate">{file.file_url}</span>
        <CopyButton file={file} />
        <IconLink href={address} label={`Ouvrir ${file.title}`} tip="Ouvrir" icon={ExternalLink} />
      </p>
      <PreparationNote file={file} />
      {!file.is_public && (
        <p className="text-sm text-muted">
          Les visiteurs ne peuvent pas l’ouvrir. Le lien copié permet de l’ouvrir pendant{" "}
          {LINK_DAYS} jours.
        </p>
      )}
      <div className="text-sm">
        <h3 className="font-semibold">Où ce fichier est utilisé</h3>
        {usage.length === 0 ? (
          <p className="text-muted">Nulle part pour le moment.</p>
        ) : (
          <ul className="list-disc pl-5">
            {usage.map(({ where, label, to }) => (
              <li key={where + label}>
                <Link to={to} className="link">
                  {where} : {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Replaces the content of a file under the same address. */
function ReplaceButton({ id, usage }: { id: string; usage: readonly Usage[] }) {
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [file, setFile] = useState<File>();
  const show = useToast();
  const { revalidate } = useRevalidator();
  const send = async (file: File) => {
    setBusy(true);
    const to = `/admin/files/${id}/replace?${new URLSearchParams({ filename: file.name })}`;
    const answer = await fetch(to, { method: "POST", body: file }).catch(() => undefined);
    const body: { refused?: string; failed?: string } | undefined = await answer
      ?.json()
      .catch(() => ({}));
    setBusy(false);
    if (answer?.ok) {
      await revalidate();
      show({ kind: "success", text: "Fichier remplacé avec succès" });
    } else {
      const text = body?.refused ?? body?.failed ?? "Erreur lors du téléchargement";
      show({ kind: "error", text });
    }
  };
  return (
    <>
      <button
        type="button"
        disabled={busy}
        className="button quiet"
        onClick={() => picker.current?.click()}
      >
        <RefreshCw aria-hidden="true" size={16} />
        {busy ? "Remplacement…" : "Remplacer"}
      </button>
      <input
        ref={picker}
        type="file"
        aria-label="Fichier de remplacement"
        tabIndex={-1}
        className="sr-only"
        // It is not a field of the surrounding form.
        onInput={(event) => event.stopPropagation()}
        onChange={(event) => {
          event.stopPropagation();
          const chosen = event.target.files?.[0];
          event.target.value = "";
          if (chosen && usage.length > 0) setFile(chosen);
          else if (chosen) void send(chosen);
        }}
      />
      {file && (
        <ConfirmDialog
          title="Remplacer ce fichier ?"
          message={`« ${file.name} » paraîtra partout à sa place ; l’ancien contenu reste 30 jours dans la corbeille. ${usageWarning(usage)}`}
          action="Remplacer"
          close={() => setFile(undefined)}
          confirm={() => void send(file)}
        />
      )}
    </>
  );
}

type Preparation = Pick<FileRow, "file_type" | "prepared_at" | "prepare_problem" | "prepare_tries">;

/** Says that the derived files of a file could not be made. */
function PreparationNote({ file }: { file: Preparation }) {
  const { prepared_at, prepare_problem, prepare_tries } = file;
  const givenUp = prepare_tries >= MAX_TRIES;
  // A crash of the machine left no problem code.
  const problem = prepare_problem ?? (givenUp ? "died" : null);
  if (prepared_at || !problem) return null;
  const what = file.file_type === "application/pdf" ? "sa couverture" : "ses versions réduites";
  const why = PROBLEM_LABELS[problem];
  return (
    <p className="rounded-control bg-sand p-3 text-sm">
      {givenUp
        ? `Le site n’a pas pu faire ${what} : ${why}. Le fichier s’ouvre et se télécharge tel qu’il est. Remplacez-le par une version plus légère pour un nouvel essai.`
        : `Le site n’a pas encore pu faire ${what} : ${why}. Le site réessaiera.`}
    </p>
  );
}
