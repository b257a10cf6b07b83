import { Banknote } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import {
  currencyLabel,
  formatAmount,
  PRICE_CURRENCIES,
  type PriceCurrency,
} from "../../i18n/format.ts";
import { useIntentForm } from "../../kit/list/use-intent.tsx";
import { countedFor, type DeskRates, dueIn } from "../ledger/conversion.ts";
import { MEANS_LABELS } from "../payment-labels.ts";
import { OPERATORS, PAYMENT_METHODS, type PaymentMethod } from "../providers/payment-methods.ts";
import type { loader } from "../tills/till-state.route.ts";

type Props = {
  /** The list whose action records the payment, and the fields that it needs beside the amount. */
  action: string;
  fields: Record<string, string>;
  /** The amount due. */
  due: number;
  /** How money of another currency counts for its price. */
  rates: DeskRates;
};

/**
 * Records a payment at the federation, in full or in part. A button opens the form; with the amount due as its `key`, it
 * closes once something was booked.
 */
export function CashForm({ action, fields, due, rates }: Props) {
  const seen_due = String(due);
  const { send, busy, errors } = useIntentForm(action, "cash", { ...fields, seen_due });
  const [open, setOpen] = useState(false);
  const [means, setMeans] = useState<PaymentMethod>("cash");
  if (!open) {
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Banknote aria-hidden="true" size={17} />
        Encaisser un paiement
      </button>
    );
  }
  return (
    <form onSubmit={send} className="grid w-full grid-cols-2 items-end gap-3 md:grid-cols-3">
      <MoneyFields due={due} rates={rates} error={errors.amount} />
      <Labelled label="Moyen">
        <select
          name="means"
          value={means}
          onChange={(event) => setMeans(event.target.value as PaymentMethod)}
          className={BOX}
        >
          {PAYMENT_METHODS.map((means) => (
            <option key={means} value={means}>
              {MEANS_LABELS[means]}
            </option>
          ))}
        </select>
      </Labelled>
      <ReceivedOn />
      <Labelled label={means === "cash" ? "N° de reçu (facultatif)" : "N° de la transaction"}>
        <input
          name="receipt"
          maxLength={60}
          required={means !== "cash"}
          autoComplete="off"
          // The button that opened the form has the focus.
          ref={(field) => field?.focus()}
          className={BOX}
        />
      </Labelled>
      {OPERATORS.some((operator) => operator === means) && <Sender />}
      {means === "cash" && <OpeningFields />}
      <p className="col-span-full flex flex-wrap justify-end gap-3">
        <button type="button" className="button quiet" onClick={() => setOpen(false)}>
          Annuler
        </button>
        <button type="submit" disabled={busy} className="button">
          <Banknote aria-hidden="true" size={17} />
          Encaisser
        </button>
      </p>
    </form>
  );
}

/** What was received, and what that counts for before it is booked. */
export function MoneyFields({
  due,
  rates,
  error,
}: Pick<Props, "due" | "rates"> & { error: string | undefined }) {
  const [currency, setCurrency] = useState<PriceCurrency>(rates.price_currency);
  // Until somebody types an amount, it is what is due, in the chosen currency.
  const [typed, setTyped] = useState<string>();
  const expected = dueIn(due, currency, rates) || undefined;
  // Where nothing is due, the amount has to be looked up.
  const written = typed ?? (expected === undefined ? "" : String(expected));
  const amount = Number(written);
  const counted = amount >= 1 ? countedFor({ amount, currency, due }, rates) : undefined;
  return (
    <>
      <Labelled label="Montant reçu">
        <input
          name="amount"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          value={written}
          onChange={(event) => setTyped(event.target.value)}
          required
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error && "amount-error"}
          className={BOX}
        />
      </Labelled>
      <Labelled label="Devise">
        <select
          name="currency"
          value={currency}
          onChange={(event) => setCurrency(event.target.value as PriceCurrency)}
          className={BOX}
        >
          {PRICE_CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {currencyLabel(code)}
            </option>
          ))}
        </select>
      </Labelled>
      {error && (
        <p id="amount-error" role="alert" className="field-error col-span-full">
          {error}
        </p>
      )}
      {counted !== undefined && <input type="hidden" name="seen_counted" value={counted} />}
      <output className="col-span-full text-sm">
        {countedWords({ currency, counted, due, expected }, rates)}
      </output>
      {counted !== undefined && counted > due && (
        <label className="col-span-full flex items-center gap-3 rounded-control bg-amber p-3 text-ochre">
          <input type="checkbox" name="surplus" required className="size-6 shrink-0" />
          J’ai vraiment reçu {formatAmount("fr", counted - due, rates.price_currency)} de plus que
          le reste dû.
        </label>
      )}
    </>
  );
}

type Counting = {
  currency: PriceCurrency;
  counted: number | undefined;
  due: number;
  expected: number | undefined;
};

function countedWords({ currency, counted, due, expected }: Counting, rates: DeskRates): string {
  const price = (amount: number) => formatAmount("fr", amount, rates.price_currency);
  const other = rates.others.find((one) => one.currency === currency);
  if (currency !== rates.price_currency && !other) {
    return `Aucun taux de change n’est réglé : impossible d’encaisser en ${currencyLabel(currency)}.`;
  }
  const equivalent =
    other && expected ? ` = ${formatAmount("fr", expected, currency)} (${other.rate})` : "";
  const known = `Reste dû : ${price(due)}${equivalent}.`;
  if (counted === undefined) return known;
  const left = due - counted;
  if (left === 0) return `${known} Avec ce montant, tout sera payé.`;
  return left > 0
    ? `${known} Compté ${price(counted)} : il restera ${price(left)} à payer.`
    : `${known} Compté ${price(counted)} : ${price(-left)} de trop, à rendre.`;
}

/** An amount of cash in one of the currencies. */
export const AmountFields = ({ label, error }: { label: string; error?: string | undefined }) => (
  <>
    <Labelled label={label}>
      <input
        name="amount"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error && "amount-error"}
        className={BOX}
      />
    </Labelled>
    <Labelled label="Devise">
      <select name="currency" className={BOX}>
        {PRICE_CURRENCIES.map((code) => (
          <option key={code} value={code}>
            {currencyLabel(code)}
          </option>
        ))}
      </select>
    </Labelled>
    {error && (
      <p id="amount-error" className="col-span-full text-sm text-blood first-letter:uppercase">
        {error}
      </p>
    )}
  </>
);

export const ReceivedOn = () => (
  <Labelled label="Reçu le (vide : aujourd’hui)">
    <input name="received_on" type="date" className={BOX} />
  </Labelled>
);

/** The number that a transfer came from, which a refund needs. */
export const Sender = () => (
  <Labelled label="N° de l’expéditeur (s’il est affiché)">
    <input name="sender" type="tel" maxLength={40} autoComplete="off" className={BOX} />
  </Labelled>
);

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
  /** The initial value. */
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

/** Asks for the float where the account has no open till, which the payment then opens. */
export function OpeningFields() {
  const { data, load } = useFetcher<typeof loader>();
  useEffect(() => {
    load("/admin/payments/till/state");
  }, [load]);
  if (!data) return null;
  if (data.isOpen) return <input type="hidden" name="seen_till" value="on" />;
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
