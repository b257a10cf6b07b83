import type { Defaults } from "../kit/form-dialog.tsx";
import { type GroupField, Repeater } from "../kit/repeater.tsx";
import type { SaveState } from "../kit/save.server.ts";
import { ABOUT_WORDS, PARTNER_WORDS } from "../settings/own-words.ts";
import { TextArea, TextField } from "../ui/fields.tsx";

const labelsOf = (worded: typeof ABOUT_WORDS) =>
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

/** Each text with its twin. */
function WordFields({ field, worded }: Props & { worded: typeof ABOUT_WORDS }) {
  return (
    <>
      <p className="text-muted">Vide, c’est le texte fourni avec le site, que montre l’aperçu.</p>
      {Object.entries(worded).map(([name, { label, long }]) => {
        const Input = long ? TextArea : TextField;
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

export const PartnerFields = ({ field }: Props) => (
  <WordFields field={field} worded={PARTNER_WORDS} />
);

export function AboutFields({
  field,
  ...shared
}: Props & { defaults: Defaults; state: SaveState | undefined }) {
  return (
    <>
      <WordFields field={field} worded={ABOUT_WORDS} />
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
            <TextArea {...own("text")} label={STEP.text} required />
            <TextArea {...own("text_en")} label={STEP.text_en} />
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
