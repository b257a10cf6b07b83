import { Banknote } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useIntent } from "../kit/use-intent.ts";

type Props = {
  /** The list whose action records the payment, and what it is to know beside the receipt. */
  action: string;
  fields: Record<string, string>;
  /** What is to be taken, as people say it. */
  amount: string;
};

/** Records that somebody paid at the federation: a first press opens it, a second one takes the money. */
export function CashForm({ action, fields, amount }: Props) {
  const { submit, pending } = useIntent(action);
  const [open, setOpen] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const receipt = String(new FormData(event.currentTarget).get("receipt") ?? "");
    submit("cash", { ...fields, receipt });
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
    <form onSubmit={send} className="flex flex-wrap items-end justify-end gap-3">
      <label className="text-sm">
        N° de reçu ou de transaction (facultatif)
        <input
          name="receipt"
          maxLength={60}
          autoComplete="off"
          // It was asked for by the press that opened it.
          ref={(field) => field?.focus()}
          className="mt-1 block min-h-10 w-full rounded-control border border-control bg-white px-3 text-base"
        />
      </label>
      <button type="button" className="button quiet" onClick={() => setOpen(false)}>
        Annuler
      </button>
      <button type="submit" disabled={pending !== undefined} className="button">
        <Banknote aria-hidden="true" size={17} />
        Encaisser {amount}
      </button>
    </form>
  );
}
