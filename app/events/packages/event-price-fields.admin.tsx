import { type ChangeEvent, type ReactNode, useState } from "react";
import { currencyLabel } from "../../i18n/format.ts";
import { type FormValues, groupLabels } from "../../kit/form/field-groups.ts";
import type { Defaults } from "../../kit/form/form-dialog.tsx";
import { type GroupField, Repeater } from "../../kit/form/repeater.tsx";
import type { SaveState } from "../../kit/form/save.server.ts";
import { TextArea, TextField } from "../../ui/fields.tsx";

const LABELS = {
  name: "Nom",
  name_en: "Name (English)",
  amount: "Prix",
  description: "Description",
  description_en: "Description (English)",
  features: "Avantages",
  features_en: "Benefits (English)",
  quota: "Quota de places",
  ends_at: "Proposée jusqu’au",
};

/** What the fields of the packages are called, to say where two versions differ. */
export const priceLabels = (values: FormValues) => groupLabels(values, "prices", "Formule", LABELS);

type Props = {
  defaults: Defaults;
  state: SaveState | undefined;
  /** By the word of a package, how many of its places somebody has. */
  taken: Readonly<Record<string, number>>;
  /** What stands above the packages: the price without one, under this label. */
  children: (priceLabel: string) => ReactNode;
};

/** What it costs to come: one price, or packages to choose from. */
export function PriceFields({ defaults, state, taken, children }: Props) {
  const [currency, setCurrency] = useState((state?.values ?? defaults).currency ?? "");
  const priceLabel = `${LABELS.amount} (${currencyLabel(currency)})`;
  // The prices say in which currency they are as soon as another one is chosen.
  const follow = ({ target }: ChangeEvent<HTMLFieldSetElement>) => {
    const control: unknown = target;
    if (control instanceof HTMLSelectElement && control.name === "currency") {
      setCurrency(control.value);
    }
  };
  return (
    <fieldset className="group grid gap-4" onChange={follow}>
      <legend className="mb-3 text-lg font-bold">Inscription</legend>
      {children(priceLabel)}
      <Repeater
        list="prices"
        noun="Formule"
        one="une formule"
        defaults={defaults}
        state={state}
        sortable
      >
        {(field) => <OptionFields field={field} taken={taken} priceLabel={priceLabel} />}
      </Repeater>
    </fieldset>
  );
}

type OptionProps = { field: GroupField; priceLabel: string } & Pick<Props, "taken">;

function OptionFields({ field, taken, priceLabel }: OptionProps) {
  const { name, defaultValue } = field("id");
  const places = taken[defaultValue ?? ""] ?? 0;
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
        label={priceLabel}
        hint="0 : gratuit."
        type="number"
        inputMode="numeric"
        min="0"
        step="1000"
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...field("quota")}
          label={LABELS.quota}
          hint={`Vide : autant que l’événement.${places > 0 ? ` Déjà prises : ${places}` : ""}`}
          type="number"
          inputMode="numeric"
          min="1"
        />
        <TextField
          {...field("ends_at")}
          label={LABELS.ends_at}
          hint="Vide : jusqu’à la clôture des inscriptions"
          type="datetime-local"
        />
      </div>
    </>
  );
}
