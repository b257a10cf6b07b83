import { Select, TextField } from "../../ui/fields.tsx";
import { PUBLICATION_LABELS, SCHEDULED } from "./publication-words.ts";

type Props<Name extends string> = {
  field: (name: Name | "public_from" | "public_until") => {
    name: string;
    defaultValue: string;
    error?: string;
  };
  /** The column of the status, and its label. */
  name: Name;
  label: string;
  hint?: string;
  /** Whether visitors see it now. */
  isPublic: boolean;
  /** Other states that the notion knows, beside a draft and what is published. */
  more?: readonly { value: string; label: string }[];
};

/** Whether a record is published, from when and until when, as cells of a grid; its moments show where they count. */
export function PublicationFields<Name extends string>({
  field,
  name,
  label,
  hint,
  isPublic,
  more = [],
}: Props<Name>) {
  const options = [
    { value: "draft", label: "Brouillon" },
    { value: "published", label: isPublic ? "Publié" : "Publier maintenant" },
    { value: SCHEDULED, label: "Publier le…" },
    ...more,
  ];
  return (
    <div className="group contents">
      <Select {...field(name)} label={label} hint={hint} options={options} />
      <div className="hidden group-has-[option[value=scheduled]:checked]:block">
        <TextField
          {...field("public_from")}
          label={PUBLICATION_LABELS.public_from}
          hint="À l’heure de Conakry."
          type="datetime-local"
        />
      </div>
      <div className="group-has-[option[value=archived]:checked]:hidden group-has-[option[value=draft]:checked]:hidden">
        <TextField
          {...field("public_until")}
          label={PUBLICATION_LABELS.public_until}
          hint="À l’heure de Conakry. Vide : sans date de fin."
          type="datetime-local"
        />
      </div>
    </div>
  );
}
