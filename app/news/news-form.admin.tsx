import { ImageField } from "../files/image-field.tsx";
import { Bilingual, fieldsOf } from "../kit/fields.tsx";
import { FormDialog } from "../kit/form-dialog.tsx";
import { formDefaults, recordAt, saveAction } from "../kit/save.server.ts";
import { SiteLink } from "../kit/site-link.tsx";
import { inMarkdown } from "../texts/read-text.server.ts";
import { MARKDOWN_HINT, TextEditor } from "../texts/text-editor.admin.tsx";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/news-form.admin.ts";
import { createNews, findNews, updateNews } from "./news.staff.server.ts";
import { NEWS_CATEGORIES, type News } from "./news.ts";
import { newsFormSchema } from "./news-schema.ts";

const LIST = "/admin/news";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { published: "draft" } };
  return { defaults: defaultsOf(await recordAt(context, id, findNews)) };
}

function defaultsOf(article: News & { updated_at: Date }) {
  return formDefaults({
    ...inMarkdown(article, ["content", "content_en"]),
    tags: article.tags.join(", "),
    published: article.published ? "published" : "draft",
  });
}

export const action = saveAction({
  schema: newsFormSchema,
  list: LIST,
  fieldsOf: defaultsOf,
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
};

const CATEGORIES = NEWS_CATEGORIES.map((value) => ({ value, label: value }));
const STATUSES = [
  { value: "draft", label: "Brouillon" },
  { value: "published", label: "Publié" },
];
const ENGLISH = ["title_en", "excerpt_en", "content_en"] as const;

export default function NewsFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier l’actualité" : "Nouvelle Actualité"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={
        params.id && (
          <SiteLink href={`/news/${params.id}`} isPublic={defaults.published === "published"} />
        )
      }
    >
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
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
        <Select {...field("published")} label={LABELS.published} options={STATUSES} />
        <ImageField {...field("image_url")} label="Image (URL)" />
        <TextField
          {...field("tags")}
          label={LABELS.tags}
          hint="Séparées par des virgules, sans #."
        />
      </div>
    </FormDialog>
  );
}
