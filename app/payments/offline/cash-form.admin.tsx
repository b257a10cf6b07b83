import { Banknote } from "lucide-react";
import { type FormEvent, useState } from "react";
import { currencyLabel, formatAmount, PRICE_CURRENCIES } from "../../i18n/format.ts";
import { useIntent } from "../../kit/list/use-intent.ts";
import { MEANS_LABELS } from "../payment-labels.ts";
import { PAYMENT_METHODS, type PaymentMethod } from "../providers/payment-methods.ts";
import { BOX, Labelled, OpeningFields } from "../tills/till-fields.admin.tsx";

type Props = {
  /** The list whose action records the payment, and what it is to know beside the money. */
  action: string;
  fields: Record<string, string>;
  /** What is to be taken. */
  due: { amount: number; currency: string };
  /** Money that is a test lies in no till. */
  isTest?: boolean;
};

/**
 * Records what somebody paid at the federation, whole or in part: a first press opens it. Its key is what is
 * due, so that it closes once something was booked.
 */
export function CashForm({ action, fields, due, isTest = false }: Props) {
  const { submit, pending } = useIntent(action);
  const [open, setOpen] = useState(false);
  const [means, setMeans] = useState<PaymentMethod>("cash");
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    submit("cash", { ...fields, seen_due: String(due.amount), ...values });
  };
  if (!open) {
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Banknote aria-hidden="true" size={17} />
        Encaisser sur place
      </button>
    );
  }
  return (
    <form onSubmit={send} className="grid w-full grid-cols-2 items-end gap-3 md:grid-cols-3">
      <AmountFields {...due} />
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
          // It was asked for by the press that opened it.
          ref={(field) => field?.focus()}
          className={BOX}
        />
      </Labelled>
      {means === "cash" && !isTest && <OpeningFields />}
      <p className="col-span-full flex flex-wrap justify-end gap-3">
        <span className="mr-auto self-center text-sm text-muted">
          Reste dû : {formatAmount("fr", due.amount, due.currency)}
        </span>
        <button type="button" className="button quiet" onClick={() => setOpen(false)}>
          Annuler
        </button>
        <button type="submit" disabled={pending !== undefined} className="button">
          <Banknote aria-hidden="true" size={17} />
          Encaisser
        </button>
      </p>
    </form>
  );
}

/** How much came, in which currency. */
export function AmountFields({ amount, currency }: Props["due"]) {
  return (
    <>
      <Labelled label="Montant reçu">
        <input
          name="amount"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          // Where nothing is due, what came has to be read off the account.
          defaultValue={amount || undefined}
          required
          className={BOX}
        />
      </Labelled>
      <Labelled label="Devise">
        <select name="currency" defaultValue={currency} className={BOX}>
          {PRICE_CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {currencyLabel(code)}
            </option>
          ))}
        </select>
      </Labelled>
    </>
  );
}

/** On which day it came. */
export const ReceivedOn = () => (
  <Labelled label="Reçu le (vide : aujourd’hui)">
    <input name="received_on" type="date" className={BOX} />
  </Labelled>
);
