import { currentTime } from "../core/process/clock.ts";
import { PreviewLinks } from "../kit/demonstration/preview-links.tsx";
import { useDraft } from "../kit/drafts/use-draft.tsx";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { VersionsLink } from "../kit/form/form-links.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { PublicationFields } from "../kit/publication/publication-fields.tsx";
import { publicationWords } from "../kit/publication/publication-words.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/page-form.admin.ts";
import { STATUS_CHOICES } from "./pages.record.ts";
import { createPage, findPageForStaff, pageForm, updatePage } from "./pages.staff.server.ts";
import { HOME_SLUG, pageState } from "./pages.ts";

/** The form opens over the list for a new page, over its sections for an existing one. */
const listAddress = (id?: string) => (id === undefined ? "/admin/pages" : `/admin/pages/${id}`);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { status: "draft" }, isPublic: false };
  const page = await recordAt(context, id, findPageForStaff);
  const state = pageState(page, currentTime());
  return {
    defaults: pageForm.fieldsOf(page),
    isPublic: state === "published",
    note: publicationWords(page, state),
  };
}

export const action = saveAction({
  schema: pageForm.schema,
  list: listAddress,
  fieldsOf: pageForm.fieldsOf,
  failure: "Erreur lors de la sauvegarde",
  create: { run: createPage, text: "Page créée avec succès" },
  update: { run: updatePage, text: "Page mise à jour avec succès" },
});

const LABELS = {
  title: "Titre",
  meta_description: "Description",
  title_en: "Titre (anglais)",
  meta_description_en: "Description (anglais)",
  slug: "Adresse",
  status: "Statut",
  public_from: "Publier le",
  public_until: "Jusqu’au",
};

const ARCHIVED = STATUS_CHOICES.filter(({ value }) => value === "archived");

const ENGLISH = ["title_en", "meta_description_en"] as const;

export default function PageFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults, isPublic, note } = loaderData;
  const draft = useDraft({ entity: "pages", record: params.id ?? "new" }, actionData);
  const { state } = draft;
  const field = fieldsOf(defaults, state);
  const home = "slug" in defaults && defaults.slug === HOME_SLUG;
  return (
    <FormDialog
      title={params.id ? "Modifier la page" : "Nouvelle page"}
      list={listAddress(params.id)}
      defaults={defaults}
      state={state}
      draft={draft}
      labels={LABELS}
      aside={params.id && <VersionsLink table="pages" id={params.id} />}
    >
      <Bilingual
        englishFields={ENGLISH}
        state={state}
        record={params.id ? { table: "pages", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("title")} label={LABELS.title} required />
            <TextArea
              {...field("meta_description")}
              label={LABELS.meta_description}
              hint="Ce que montrent les moteurs de recherche et les partages. Deux phrases suffisent."
              rows={2}
            />
          </>
        }
        english={
          <>
            <TextField {...field("title_en")} label="Title" />
            <TextArea {...field("meta_description_en")} label="Description" rows={2} />
          </>
        }
      />
      {home ? (
        <>
          <input type="hidden" name="slug" value={HOME_SLUG} />
          <input type="hidden" name="status" value="published" />
          <p className="text-muted">
            La page d’accueil garde l’adresse du site et reste toujours publiée.
          </p>
        </>
      ) : (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            {...field("slug")}
            label={LABELS.slug}
            hint="Ce qui suit « / » : nos-clubs. Vide : d’après le titre."
          />
          <PublicationFields
            field={field}
            isPublic={isPublic}
            more={ARCHIVED}
            name="status"
            label={LABELS.status}
            hint={note ?? "Un brouillon n’est visible que de l’équipe."}
          />
        </div>
      )}
      {params.id && <PreviewLinks kind="pages" id={params.id} />}
    </FormDialog>
  );
}
