import { currentTime } from "../core/process/clock.ts";
import { publicationState } from "../core/values/publication.ts";
import { ImageField } from "../files/admin/image-field.tsx";
import { PreviewLinks } from "../kit/demonstration/preview-links.tsx";
import { useDraft } from "../kit/drafts/use-draft.tsx";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { PublicationFields } from "../kit/publication/publication-fields.tsx";
import { publicationWords } from "../kit/publication/publication-words.ts";
import { SiteLink } from "../kit/site-link.tsx";
import { VersionsLink } from "../kit/versions-link.tsx";
import { typedMarkdown } from "../texts/read-text.server.ts";
import { MARKDOWN_HINT, TextEditor } from "../texts/text-editor.admin.tsx";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/news-form.admin.ts";
import { createNews, findNews, updateNews } from "./news.staff.server.ts";
import { NEWS_CATEGORIES } from "./news.ts";
import { newsFields } from "./news-restoring.server.ts";
import { newsFormSchema } from "./news-schema.ts";

const LIST = "/admin/news";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { published: "draft" }, isPublic: false };
  const article = await recordAt(context, id, findNews);
  const state = publicationState(article, currentTime());
  return {
    defaults: newsFields(article),
    isPublic: state === "published",
    note: publicationWords(article, state),
  };
}

export const action = saveAction({
  schema: newsFormSchema,
  list: LIST,
  fieldsOf: newsFields,
  typed: (values) => typedMarkdown(values, ["content", "content_en"]),
  create: { run: createNews, text: "Actualité créée avec succès" },
  update: { run: updateNews, text: "Actualité mise à jour avec succès" },
});

const LABELS = {
  title: "Titre",
  excerpt: "Résumé",
  content: "Contenu",
  title_en: "Title (English)",
  excerpt_en: "Summary (English)",
  content_en: "Content (English)",
  category: "Catégorie",
  image_url: "Image",
  tags: "Étiquettes",
  published: "Statut",
  public_from: "Publier le",
  public_until: "Jusqu’au",
};

const CATEGORIES = NEWS_CATEGORIES.map((value) => ({ value, label: value }));
const ENGLISH = ["title_en", "excerpt_en", "content_en"] as const;

export default function NewsFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults, isPublic, note } = loaderData;
  const draft = useDraft({ entity: "news", record: params.id ?? "new" }, actionData);
  const { state } = draft;
  const field = fieldsOf(defaults, state);
  return (
    <FormDialog
      title={params.id ? "Modifier l’actualité" : "Nouvelle Actualité"}
      list={LIST}
      defaults={defaults}
      state={state}
      draft={draft}
      labels={LABELS}
      aside={
        params.id && (
          <>
            <SiteLink href={`/news/${params.id}`} isPublic={isPublic} />
            <VersionsLink table="news" id={params.id} />
          </>
        )
      }
    >
      <Bilingual
        englishFields={ENGLISH}
        state={state}
        record={params.id ? { table: "news", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("title")} label={LABELS.title} required />
            <TextArea {...field("excerpt")} label={LABELS.excerpt} rows={2} required />
            <TextEditor
              {...field("content")}
              label={LABELS.content}
              hint={MARKDOWN_HINT}
              page={{ summary: "excerpt", picture: "image_url" }}
              required
            />
          </>
        }
        english={
          <>
            <TextField {...field("title_en")} label="Title" />
            <TextArea {...field("excerpt_en")} label="Summary" rows={2} />
            <TextEditor
              {...field("content_en")}
              label="Content"
              language="en"
              page={{ picture: "image_url" }}
            />
          </>
        }
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          {...field("category")}
          label={LABELS.category}
          options={CATEGORIES}
          placeholder="Choisir…"
          required
        />
        <PublicationFields
          field={field}
          isPublic={isPublic}
          hint={note}
          name="published"
          label={LABELS.published}
        />
        <ImageField {...field("image_url")} label="Image (URL)" />
        <TextField
          {...field("tags")}
          label={LABELS.tags}
          hint="Séparées par des virgules, sans #."
        />
      </div>
      {params.id && <PreviewLinks kind="news" id={params.id} />}
    </FormDialog>
  );
}
