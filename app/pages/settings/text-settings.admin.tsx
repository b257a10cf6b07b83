import type { Defaults } from "../../kit/form/form-dialog.tsx";
import { type GroupField, Repeater } from "../../kit/form/repeater.tsx";
import type { SaveState } from "../../kit/form/save.server.ts";
import { ABOUT_WORDS, PARTNER_WORDS, type Worded } from "../../settings/own-words.ts";
import type { ReadTexts } from "../../texts/form-texts.ts";
import { MARKDOWN_HINT, TextEditor } from "../../texts/text-editor.admin.tsx";
import { TextArea, TextField } from "../../ui/fields.tsx";

const labelsOf = (worded: Worded) =>
  Object.fromEntries(
    Object.entries(worded).flatMap(([name, { label }]) => [
      [name, label],
      [`${name}_en`, `${label} (English)`],
    ]),
  );

/** What the fields of the settings that hold texts are called. */
export const TEXT_LABELS = {
  about: labelsOf(ABOUT_WORDS),
  partner_texts: labelsOf(PARTNER_WORDS),
  map_point: { latitude: "Latitude", longitude: "Longitude" },
  mobile_data: { price: "Prix d’un Mo (GNF)" },
};

/** What the fields of a step in the history are called. */
export const STEP = {
  years: "Années",
  title: "Titre",
  title_en: "Title (English)",
  text: "Texte",
  text_en: "Text (English)",
};

type Props = { field: GroupField };
type TextProps = Props & { read: ReadTexts | undefined };

/** Each text with its twin: below it where the editor needs the width. */
function WordFields({ field, worded, read }: TextProps & { worded: Worded }) {
  return (
    <>
      <p className="text-muted">Vide, c’est le texte fourni avec le site, que montre l’aperçu.</p>
      {Object.entries(worded).map(([name, { label, kind }]) => {
        if (kind === "text") {
          return <TextPair key={name} field={field} name={name} label={label} read={read} />;
        }
        const Input = kind === "lead" ? TextArea : TextField;
        return (
          <div key={name} className="grid gap-4 md:grid-cols-2">
            <Input {...field(name)} label={label} />
            <Input {...field(`${name}_en`)} label={`${label} (English)`} />
          </div>
        );
      })}
    </>
  );
}

type PairProps = TextProps & { name: string; label: string; english?: string; required?: true };

/** A long text and its twin, each with the editor. */
function TextPair({ field, read, name, label, required, ...words }: PairProps) {
  const { english = `${label} (English)` } = words;
  const [own, twin] = [field(name), field(`${name}_en`)];
  return (
    <div className="grid min-w-0 gap-4">
      <TextEditor
        {...own}
        label={label}
        hint={MARKDOWN_HINT}
        page={null}
        read={read?.[own.name]}
        required={required}
      />
      <TextEditor {...twin} label={english} language="en" page={null} read={read?.[twin.name]} />
    </div>
  );
}

export const PartnerFields = (props: TextProps) => <WordFields {...props} worded={PARTNER_WORDS} />;

export function AboutFields({
  field,
  read,
  ...shared
}: TextProps & { defaults: Defaults; state: SaveState | undefined }) {
  return (
    <>
      <WordFields field={field} worded={ABOUT_WORDS} read={read} />
      <h3 className="font-semibold">Histoire</h3>
      <p className="text-muted">
        Sans étape, la page montre celles qui sont fournies avec le site.
      </p>
      <Repeater list="history" noun="Étape" one="une étape" sortable {...shared}>
        {(own) => (
          <>
            <TextField {...own("years")} label={STEP.years} required />
            <span />
            <TextField {...own("title")} label={STEP.title} required />
            <TextField {...own("title_en")} label={STEP.title_en} />
            <div className="md:col-span-2">
              <TextPair
                field={own}
                name="text"
                label={STEP.text}
                english={STEP.text_en}
                read={read}
                required
              />
            </div>
          </>
        )}
      </Repeater>
    </>
  );
}

export function MapPointFields({ field }: Props) {
  const labels = TEXT_LABELS.map_point;
  return (
    <>
      <p className="text-muted">
        Le repère de la carte de la page Contact. Dans une application de cartes, un appui long sur
        le siège donne les deux nombres. Le plan dessiné ne se montre qu’autour du stade du
        28-Septembre.
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("latitude")} label={labels.latitude} inputMode="decimal" required />
        <TextField {...field("longitude")} label={labels.longitude} required />
      </div>
    </>
  );
}

export function MobileDataFields({ field }: Props) {
  return (
    <TextField
      {...field("price")}
      label={TEXT_LABELS.mobile_data.price}
      hint="Ce que paie un visiteur pour 1 Mo sur son téléphone : l’éditeur de texte dit ce que coûte une page. Les forfaits d’un jour ou d’un mois reviennent de 12 à 33 GNF."
      type="number"
      inputMode="numeric"
      min="1"
      max="1000"
      required
    />
  );
}
