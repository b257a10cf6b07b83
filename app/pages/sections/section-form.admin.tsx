import { useState } from "react";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { ImageField } from "../../files/admin/image-field.tsx";
import { useDraft } from "../../kit/drafts/use-draft.tsx";
import { Bilingual, fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { recordAt, saveForm } from "../../kit/form/save.server.ts";
import type { FormValues } from "../../kit/list/groups.ts";
import { VersionsLink } from "../../kit/versions-link.tsx";
import { readSettings } from "../../settings/settings.visitor.server.ts";
import { MARKDOWN_HINT, TextEditor } from "../../texts/text-editor.admin.tsx";
import { readFormTexts, typedMarkdown } from "../../texts/typed-text.server.ts";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.tsx";
import { readHomeLive } from "../home/home.visitor.server.ts";
import { TYPE_LABELS } from "../page-labels.ts";
import { sectionFields } from "../page-restoring.server.ts";
import { findPageForStaff } from "../pages.staff.server.ts";
import { HOME_PARTS, HOME_SLUG, isHomeKey, SECTION_TYPES, type SectionType } from "../pages.ts";
import type { Route } from "./+types/section-form.admin.ts";
import { entryLabels, TypeFields } from "./section-fields.admin.tsx";
import { SectionPreview } from "./section-preview.admin.tsx";
import {
  type HomeSectionForm,
  homeSectionSchema,
  type SectionForm,
  sectionFormSchema,
} from "./section-schema.ts";
import { PARTS } from "./section-settings.ts";
import { createSection, findSection, updateSection } from "./sections.staff.server.ts";

type Params = Route.LoaderArgs["params"];
type Context = Route.LoaderArgs["context"];

/** The section that the address names, when it names one of the page; and which of Home's own it is. */
function read(context: Context, { id, section: sectionId }: Params) {
  return recordAt(context, id, async (db) => {
    const page = await findPageForStaff(db, id);
    if (!page) return undefined;
    if (sectionId === undefined) return { section: undefined, homeKey: undefined };
    const section = await findSection(db, sectionId);
    if (section?.page_id !== id) return undefined;
    const { section_key: key } = section;
    const homeKey = page.slug === HOME_SLUG && isHomeKey(key) ? key : undefined;
    return { section, homeKey };
  });
}

const TEXTS = ["content", "content_en"];
const NEW = { section_type: "text", is_active: "on" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { section, homeKey } = await read(context, params);
  const logo = homeKey && (await readSettings()).site_logo;
  const live = logo && (await asVisitor((db) => readHomeLive(db, logo)));
  const defaults: FormValues = section ? sectionFields(section) : NEW;
  return {
    defaults,
    stored: defaults.section_type === "text" ? readFormTexts(defaults, TEXTS) : undefined,
    home: homeKey && live && { homeKey, live },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { homeKey } = await read(context, params);
  return saveForm<SectionForm | HomeSectionForm>(request, context, {
    schema: homeKey ? homeSectionSchema(homeKey) : sectionFormSchema,
    returnTo: `/admin/pages/${params.id}`,
    fieldsOf: sectionFields,
    typed: (values) => typedMarkdown(values, TEXTS),
    failure: "Erreur lors de la sauvegarde",
    async save(db, value, version) {
      if (params.section !== undefined) {
        await updateSection(db, params.section, value, version);
        return "Section mise à jour avec succès";
      }
      await createSection(db, { ...(value as SectionForm), page_id: params.id });
      return "Section créée avec succès";
    },
  });
}

const LABELS = {
  section_type: "Type",
  section_key: "Clé",
  title: "Titre",
  content: "Texte",
  title_en: "Title (English)",
  content_en: "Text (English)",
  image_url: "Image",
  alt: "Description de l’image",
  alt_en: "Description (English)",
  button_label: "Texte du bouton",
  button_label_en: "Button (English)",
  button_link: "Lien du bouton",
  is_active: "Section active",
};

/** What was posted may be no type at all, and is then shown as the first one with its message. */
const typeOrDefault = (value: string | undefined): SectionType =>
  SECTION_TYPES.find((type) => type === value) ?? "text";

/** A section of the home page has no other type, and its key is its own. */
const { section_type: _type, section_key: _key, ...HOME_LABELS } = LABELS;

const ENGLISH = ["title_en", "content_en"] as const;
const TYPES = SECTION_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));

export default function SectionFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults, home, stored } = loaderData;
  const record = params.section ?? `new:${params.id}`;
  const draft = useDraft({ entity: "page_sections", record }, actionData);
  const { state, round } = draft;
  const field = fieldsOf(defaults, state);
  const storedType = typeOrDefault(field("section_type").defaultValue);
  // A draft that is taken up may be of another type.
  const [chosen, setChosen] = useState({ type: storedType, round });
  const type = chosen.round === round ? chosen.type : storedType;
  const setType = (next: SectionType) => setChosen({ type: next, round });
  const parts = home ? HOME_PARTS[home.homeKey] : PARTS[type];
  const isWritten = !home && type === "text";
  const values = state?.values ?? defaults;
  return (
    <FormDialog
      title={params.section ? "Modifier la section" : "Nouvelle section"}
      list={`/admin/pages/${params.id}`}
      defaults={defaults}
      state={state}
      draft={draft}
      labels={{ ...(home ? HOME_LABELS : LABELS), ...entryLabels(type, values) }}
      aside={params.section && <VersionsLink table="page_sections" id={params.section} />}
      preview={<SectionPreview fields={values} home={home} stored={stored} />}
    >
      {!home && (
        <div
          className="grid items-end gap-4 md:grid-cols-2"
          onChange={({ target }) =>
            target instanceof HTMLSelectElement && setType(target.value as SectionType)
          }
        >
          <Select {...field("section_type")} label={LABELS.section_type} options={TYPES} />
          <TextField
            {...field("section_key")}
            label={LABELS.section_key}
            hint="Son nom dans la liste. Vide : d’après le titre."
          />
        </div>
      )}
      <Bilingual
        englishFields={ENGLISH}
        state={state}
        record={params.section ? { table: "page_sections", id: params.section } : undefined}
        french={
          <>
            <TextField {...field("title")} label={LABELS.title} required={!!home} />
            {parts.content && !isWritten && (
              <TextArea {...field("content")} label={LABELS.content} rows={3} />
            )}
            {isWritten && (
              <TextEditor {...field("content")} label={LABELS.content} hint={MARKDOWN_HINT} />
            )}
          </>
        }
        english={
          <>
            <TextField {...field("title_en")} label="Title" />
            {parts.content && !isWritten && (
              <TextArea {...field("content_en")} label="Text" rows={3} />
            )}
            {isWritten && <TextEditor {...field("content_en")} label="Text" language="en" />}
          </>
        }
      />
      {parts.image && <ImageField {...field("image_url")} label="Image (URL)" />}
      {!home && <TypeFields type={type} defaults={defaults} state={state} />}
      <Checkbox {...field("is_active")}>Section active : visible sur la page</Checkbox>
    </FormDialog>
  );
}
