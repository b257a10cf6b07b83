import { useState } from "react";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { ImageField } from "../../files/admin/file-picker.tsx";
import { LivePreview } from "../../kit/demonstration/live-preview.tsx";
import { useDraft } from "../../kit/drafts/use-draft.tsx";
import { type FormValues, groupLabels } from "../../kit/form/field-groups.ts";
import { Bilingual, fieldsOf } from "../../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../../kit/form/form-dialog.tsx";
import { VersionsLink } from "../../kit/form/form-links.tsx";
import { type GroupField, Repeater } from "../../kit/form/repeater.tsx";
import { recordAt, type SaveState, saveForm } from "../../kit/form/save.server.ts";
import { type ReadTexts, textInForm } from "../../texts/document-json.ts";
import { readFormTexts, typedMarkdown } from "../../texts/read-text.server.ts";
import { MARKDOWN_HINT, TextEditor } from "../../texts/text-editor.admin.tsx";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.tsx";
import { type HomeLive, HomeSectionBody } from "../home/home-sections.tsx";
import { TYPE_LABELS } from "../pages.record.ts";
import { findPageForStaff } from "../pages.staff.server.ts";
import {
  HOME_PARTS,
  HOME_SLUG,
  type HomeSectionKey,
  isHomeKey,
  type PageSection,
  SECTION_TYPES,
  type SectionType,
} from "../pages.ts";
import { readHomeLive } from "../pages.visitor.server.ts";
import type { Route } from "./+types/section-form.admin.ts";
import { SectionBody } from "./section-body.tsx";
import {
  type HomeSectionForm,
  homeSectionSchema,
  type SectionForm,
  sectionFormSchema,
} from "./section-schema.ts";
import { PARTS, settingsFromForm } from "./section-settings.ts";
import { createSection, findSection, sectionForm, updateSection } from "./sections.staff.server.ts";

type Params = Route.LoaderArgs["params"];
type Context = Route.LoaderArgs["context"];

/** The section in the address, and its key if it is a built-in section of Home. */
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
  const live = homeKey && (await asVisitor(readHomeLive));
  const defaults: FormValues = section ? sectionForm.fieldsOf(section) : NEW;
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
    fieldsOf: sectionForm.fieldsOf,
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
  title_en: "Titre (anglais)",
  content_en: "Texte (anglais)",
  image_url: "Image",
  alt: "Description de l’image",
  alt_en: "Description de l’image (anglais)",
  button_label: "Texte du bouton",
  button_label_en: "Texte du bouton (anglais)",
  button_link: "Lien du bouton",
  is_active: "Section active",
};

/** A submitted unknown type is shown as text, with its message. */
const typeOrDefault = (value: string | undefined): SectionType =>
  SECTION_TYPES.find((type) => type === value) ?? "text";

/** The type and key of a built-in section cannot be changed. */
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
  // A restored draft may have another type.
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
            hint="Son nom dans la liste. Vide : d’après le titre."
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
      <Checkbox {...field("is_active")}>Section active : visible sur la page</Checkbox>
    </FormDialog>
  );
}

type Fields = { defaults: Defaults; state: SaveState | undefined };

/** The name of an entry in the list of a type, and its fields. */
const ENTRIES = {
  gallery: {
    noun: "Image",
    one: "une image",
    labels: {
      url: "Image",
      alt: "Description de l’image",
      alt_en: "Description de l’image (anglais)",
    },
    draw: (field: GroupField) => <PictureFields field={field} />,
  },
  stats: {
    noun: "Chiffre",
    one: "un chiffre",
    labels: { value: "Chiffre", title: "Ce qu’il compte", title_en: "Ce qu’il compte (anglais)" },
    draw: (field: GroupField) => <FigureFields field={field} />,
  },
  features: {
    noun: "Point",
    one: "un point",
    labels: {
      title: "Titre",
      title_en: "Titre (anglais)",
      text: "Texte",
      text_en: "Texte (anglais)",
    },
    draw: (field: GroupField) => <PointFields field={field} />,
  },
  testimonials: {
    noun: "Témoignage",
    one: "un témoignage",
    labels: {
      text: "Témoignage",
      text_en: "Témoignage (anglais)",
      name: "Nom",
      role: "Qualité",
      role_en: "Qualité (anglais)",
    },
    draw: (field: GroupField) => <TestimonialFields field={field} />,
  },
} as const;

const entriesOf = (type: SectionType) =>
  type in ENTRIES ? ENTRIES[type as keyof typeof ENTRIES] : undefined;

/** The labels of the fields in a type's list, to show the differences of two versions. */
function entryLabels(type: SectionType, values: FormValues): Record<string, string> {
  const entries = entriesOf(type);
  const { list } = PARTS[type];
  return entries && list ? groupLabels(values, list.name, entries.noun, entries.labels) : {};
}

/** The fields of a type beside its texts and its picture. */
function TypeFields({ type, defaults, state }: Fields & { type: SectionType }) {
  const field = fieldsOf(defaults, state);
  const { fields, list } = PARTS[type];
  const entries = entriesOf(type);
  return (
    <>
      {fields?.includes("alt") && (
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...field("alt")}
            label="Description de l’image"
            hint="Pour les personnes qui ne la voient pas. Vide : image décorative."
          />
          <TextField {...field("alt_en")} label="Description de l’image (anglais)" />
        </div>
      )}
      {fields?.includes("button_link") && (
        <fieldset className="grid gap-4 md:grid-cols-2">
          <legend className="mb-3 font-semibold">Bouton (facultatif)</legend>
          <TextField {...field("button_label")} label="Texte du bouton" />
          <TextField {...field("button_label_en")} label="Texte du bouton (anglais)" />
          <TextField {...field("button_link")} label="Où il mène" hint="/membership ou https://…" />
        </fieldset>
      )}
      {entries && list && (
        <Repeater
          key={type}
          list={list.name}
          noun={entries.noun}
          one={entries.one}
          defaults={defaults}
          state={state}
          sortable
        >
          {entries.draw}
        </Repeater>
      )}
    </>
  );
}

function PictureFields({ field }: { field: GroupField }) {
  const { labels } = ENTRIES.gallery;
  return (
    <>
      <div className="md:col-span-2">
        <ImageField {...field("url")} label={labels.url} required />
      </div>
      <TextField {...field("alt")} label={labels.alt} required />
      <TextField {...field("alt_en")} label={labels.alt_en} />
    </>
  );
}

function FigureFields({ field }: { field: GroupField }) {
  const { labels } = ENTRIES.stats;
  return (
    <>
      <TextField {...field("value")} label={labels.value} required />
      <TextField {...field("title")} label={labels.title} required />
      <TextField {...field("title_en")} label={labels.title_en} />
    </>
  );
}

function PointFields({ field }: { field: GroupField }) {
  const { labels } = ENTRIES.features;
  return (
    <>
      <TextField {...field("title")} label={labels.title} required />
      <TextField {...field("title_en")} label={labels.title_en} />
      <TextArea {...field("text")} label={labels.text} rows={3} required />
      <TextArea {...field("text_en")} label={labels.text_en} rows={3} />
    </>
  );
}

function TestimonialFields({ field }: { field: GroupField }) {
  const { labels } = ENTRIES.testimonials;
  return (
    <>
      <TextArea {...field("text")} label={labels.text} rows={3} required />
      <TextArea {...field("text_en")} label={labels.text_en} rows={3} />
      <TextField {...field("name")} label={labels.name} required />
      <div className="grid gap-4">
        <TextField {...field("role")} label={labels.role} />
        <TextField {...field("role_en")} label={labels.role_en} />
      </div>
    </>
  );
}

/** The section in a form, complete or not. */
function sectionFromForm(values: FormValues, stored: ReadTexts | undefined): PageSection {
  const type = SECTION_TYPES.find((one) => one === values.section_type) ?? "text";
  return {
    id: "",
    page_id: "",
    section_key: values.section_key ?? "",
    section_type: type,
    title: values.title || null,
    title_en: values.title_en || null,
    content: values.content || null,
    content_en: values.content_en || null,
    image_url: values.image_url || null,
    settings: settingsFromForm(type, values),
    is_active: true,
    sort_order: 0,
    ...(type === "text" && { texts: textInForm(values, stored, "content") }),
  };
}

type Props = {
  fields: FormValues;
  /** The key of a built-in section of Home, with the data of that page. */
  home?: { homeKey: HomeSectionKey; live: HomeLive };
  stored?: ReadTexts;
};

/** A preview of the section, with the components of the public site. */
function SectionPreview({ fields, home, stored }: Props) {
  const render = (values: FormValues) => {
    const section = sectionFromForm(values, stored);
    if (home) return <HomeSectionBody name={home.homeKey} section={section} live={home.live} />;
    return <SectionBody section={section} pageTitle={undefined} />;
  };
  return <LivePreview fields={fields} draw={render} />;
}
