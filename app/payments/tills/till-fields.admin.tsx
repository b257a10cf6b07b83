import { type ReactNode, useEffect } from "react";
import { useFetcher } from "react-router";
import { currencyLabel, PRICE_CURRENCIES } from "../../i18n/format.ts";
import type { loader } from "./till-state.route.ts";

export const BOX =
  "mt-1 block min-h-10 w-full rounded-control border border-control bg-white px-3 text-base";

export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: its field is its child.
  <label className="min-w-0 text-sm">
    {label}
    {children}
  </label>
);

type CashFieldsProps = {
  name: string;
  label: string;
  /** What stands there before anything is typed. */
  start?: number;
};

/** One whole amount for each currency in which cash is taken. */
export const CashFields = ({ name, label, start }: CashFieldsProps) =>
  PRICE_CURRENCIES.map((currency) => (
    <Labelled key={currency} label={`${label}, ${currencyLabel(currency)}`}>
      <input
        name={`${name}_${currency}`}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        defaultValue={start}
        required
        className={BOX}
      />
    </Labelled>
  ));

/** Whoever takes cash without a till opens one with it: what was typed beside it stays. */
export function OpeningFields() {
  const { data, load } = useFetcher<typeof loader>();
  useEffect(() => {
    load("/admin/payments/till/state");
  }, [load]);
  if (data?.isOpen !== false) return null;
  return (
    <fieldset className="col-span-full grid grid-cols-2 gap-3 rounded-control bg-sand p-3">
      <legend className="sr-only">Ouverture de votre caisse</legend>
      <p className="col-span-full text-sm">
        Vous n’avez pas de caisse ouverte. Elle s’ouvre avec cet encaissement : comptez ce qu’elle
        contient déjà.
      </p>
      <CashFields name="float" label="Fond de caisse" start={0} />
    </fieldset>
  );
}
