import { ImageField } from "../../files/admin/image-field.tsx";
import { fieldsOf } from "../../kit/form/fields.tsx";
import type { Defaults } from "../../kit/form/form-dialog.tsx";
import { type GroupField, Repeater } from "../../kit/form/repeater.tsx";
import type { SaveState } from "../../kit/form/save.server.ts";
import { type FormValues, groupLabels } from "../../kit/list/groups.ts";
import { TextArea, TextField } from "../../ui/fields.tsx";
import type { SectionType } from "../pages.ts";
import { PARTS } from "./section-settings.ts";

type Fields = { defaults: Defaults; state: SaveState | undefined };

/** What one entry of the list of a type is called, and its fields. */
const ENTRIES = {
  gallery: {
    noun: "Image",
    one: "une image",
    labels: { url: "Image", alt: "Description de l’image", alt_en: "Description (English)" },
    draw: (field: GroupField) => <PictureFields field={field} />,
  },
  stats: {
    noun: "Chiffre",
    one: "un chiffre",
    labels: { value: "Chiffre", title: "Ce qu’il compte", title_en: "What it counts (English)" },
    draw: (field: GroupField) => <FigureFields field={field} />,
  },
  features: {
    noun: "Point",
    one: "un point",
    labels: {
      title: "Titre",
      title_en: "Title (English)",
      text: "Texte",
      text_en: "Text (English)",
    },
    draw: (field: GroupField) => <PointFields field={field} />,
  },
  testimonials: {
    noun: "Témoignage",
    one: "un témoignage",
    labels: {
      text: "Témoignage",
      text_en: "Words (English)",
      name: "Nom",
      role: "Qualité",
      role_en: "Role (English)",
    },
    draw: (field: GroupField) => <TestimonialFields field={field} />,
  },
} as const;

const entriesOf = (type: SectionType) =>
  type in ENTRIES ? ENTRIES[type as keyof typeof ENTRIES] : undefined;

/** What the fields of a type's list are called, to say where two versions differ. */
export function entryLabels(type: SectionType, values: FormValues): Record<string, string> {
  const entries = entriesOf(type);
  const { list } = PARTS[type];
  return entries && list ? groupLabels(values, list.name, entries.noun, entries.labels) : {};
}

/** The fields of a type beside its texts and its picture. */
export function TypeFields({ type, defaults, state }: Fields & { type: SectionType }) {
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
            hint="Pour qui ne la voit pas. Vide : elle ne fait que décorer."
          />
          <TextField {...field("alt_en")} label="Description (English)" />
        </div>
      )}
      {fields?.includes("button_link") && (
        <fieldset className="grid gap-4 md:grid-cols-2">
          <legend className="mb-3 font-semibold">Bouton (facultatif)</legend>
          <TextField {...field("button_label")} label="Texte du bouton" />
          <TextField {...field("button_label_en")} label="Button (English)" />
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
