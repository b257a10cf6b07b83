import { currentTime } from "../core/process/clock.ts";
import { publicationState } from "../core/values/publication.ts";
import { ImageField } from "../files/admin/file-picker.tsx";
import { PreviewLinks } from "../kit/demonstration/preview-links.tsx";
import { useDraft } from "../kit/drafts/use-draft.tsx";
import { Bilingual, recordFieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { SiteLink, VersionsLink } from "../kit/form/form-links.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { PublicationFields } from "../kit/publication/publication-fields.tsx";
import { publicationWords } from "../kit/publication/publication-words.ts";
import { englishNames, labelsOf } from "../records/record-fields.ts";
import { typedMarkdown } from "../texts/read-text.server.ts";
import { MARKDOWN_HINT, TextEditor } from "../texts/text-editor.admin.tsx";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/news-form.admin.ts";
import { newsRecord } from "./news.record.ts";
import { createNews, findNews, newsForm, updateNews } from "./news.staff.server.ts";

const LIST = "/admin/news";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { published: "draft" }, isPublic: false };
  const article = await recordAt(context, id, findNews);
  const state = publicationState(article, currentTime());
  return {
    defaults: newsForm.fieldsOf(article),
    isPublic: state === "published",
    note: publicationWords(article, state),
  };
}

export const action = saveAction({
  schema: newsForm.schema,
  list: LIST,
  fieldsOf: newsForm.fieldsOf,
  typed: (values) => typedMarkdown(values, newsRecord.longTexts),
  create: { run: createNews, text: "Actualité créée avec succès" },
  update: { run: updateNews, text: "Actualité mise à jour avec succès" },
});

export default function NewsFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults, isPublic, note } = loaderData;
  const draft = useDraft({ entity: "news", record: params.id ?? "new" }, actionData);
  const { state } = draft;
  const field = recordFieldsOf(newsRecord, defaults, state);
  return (
    <FormDialog
      title={params.id ? "Modifier l’actualité" : "Nouvelle Actualité"}
      list={LIST}
      screen
      defaults={defaults}
      state={state}
      draft={draft}
      labels={labelsOf(newsRecord)}
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
        englishFields={englishNames(newsRecord)}
        state={state}
        record={params.id ? { table: "news", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("title")} />
            <TextArea {...field("excerpt")} rows={2} />
            <TextEditor
              {...field("content")}
              hint={MARKDOWN_HINT}
              page={{ summary: "excerpt", picture: "image_url" }}
              required
            />
          </>
        }
        english={
          <>
            <TextField {...field("title_en")} />
            <TextArea {...field("excerpt_en")} rows={2} />
            <TextEditor {...field("content_en")} language="en" page={{ picture: "image_url" }} />
          </>
        }
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          {...field("category")}
          options={newsRecord.form.category.choices}
          placeholder="Choisir…"
          required
        />
        <PublicationFields
          field={field}
          isPublic={isPublic}
          hint={note}
          name="published"
          label={newsRecord.form.published.label}
        />
        <ImageField {...field("image_url")} label="Image (URL)" />
        <TextField {...field("tags")} hint="Séparées par des virgules, sans #." />
      </div>
      {params.id && <PreviewLinks kind="news" id={params.id} />}
    </FormDialog>
  );
}
