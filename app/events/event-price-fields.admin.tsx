import type { ReactNode } from "react";
import type { Defaults } from "../kit/form-dialog.tsx";
import { type FormValues, groupLabels } from "../kit/groups.ts";
import { type GroupField, Repeater } from "../kit/repeater.tsx";
import type { SaveState } from "../kit/save.server.ts";
import { TextArea, TextField } from "../ui/fields.tsx";

const LABELS = {
  name: "Nom",
  name_en: "Name (English)",
  amount: "Prix (FCFA)",
  description: "Description",
  description_en: "Description (English)",
  features: "Avantages",
  features_en: "Benefits (English)",
};

/** What the fields of the packages are called, to say where two versions differ. */
export const priceLabels = (values: FormValues) => groupLabels(values, "prices", "Formule", LABELS);

type Props = {
  defaults: Defaults;
  state: SaveState | undefined;
  /** What stands above the packages: the price without one. */
  children: ReactNode;
};

/** What it costs to come: one price, or packages to choose from. */
export function PriceFields({ defaults, state, children }: Props) {
  return (
    <fieldset className="group grid gap-4">
      <legend className="mb-3 text-lg font-bold">Inscription</legend>
      {children}
      <Repeater
        list="prices"
        noun="Formule"
        one="une formule"
        defaults={defaults}
        state={state}
        sortable
      >
        {(field) => <OptionFields field={field} />}
      </Repeater>
    </fieldset>
  );
}

function OptionFields({ field }: { field: GroupField }) {
  const { name, defaultValue } = field("id");
  return (
    <>
      <input type="hidden" name={name} value={defaultValue} />
      <TextField {...field("name")} label={LABELS.name} required />
      <TextField {...field("name_en")} label={LABELS.name_en} />
      <TextField {...field("description")} label={LABELS.description} required />
      <TextField {...field("description_en")} label={LABELS.description_en} />
      <TextArea {...field("features")} label={LABELS.features} hint="Un par ligne." rows={3} />
      <TextArea
        {...field("features_en")}
        label={LABELS.features_en}
        hint="One per line."
        rows={3}
      />
      <TextField
        {...field("amount")}
        label={LABELS.amount}
        hint="0 : gratuit."
        type="number"
        inputMode="numeric"
        min="0"
        step="1000"
        required
      />
    </>
  );
}
