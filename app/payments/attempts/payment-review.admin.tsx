import { Check } from "lucide-react";
import type { FormEvent } from "react";
import { formatAmount } from "../../i18n/format.ts";
import { useIntent } from "../../kit/list/use-intent.tsx";
import type { OrderView } from "../orders/orders.staff.server.ts";
import { Part } from "../page/payment-history.admin.tsx";
import { LIST } from "../payment-badges.admin.tsx";
import { providerWords } from "../payment-labels.ts";
import { type Discrepancy, mayHaveLeft, type Verdict } from "./discrepancies.ts";

type Attempt = OrderView["attempts"][number];
type ContradictedAttempt = Attempt & { doubt: Discrepancy };

const isContradicted = (attempt: Attempt): attempt is ContradictedAttempt => attempt.doubt !== null;

/** The open discrepancies of an order's attempts, each with the form that resolves it. */
export function Discrepancies({ attempts }: Pick<OrderView, "attempts">) {
  const doubtful = attempts.filter(isContradicted);
  if (doubtful.length === 0) return null;
  return (
    <Part title="À examiner">
      {doubtful.map((attempt) => (
        <DiscrepancyForm key={`${attempt.id} ${attempt.doubt}`} attempt={attempt} />
      ))}
    </Part>
  );
}

const TEXTS: Readonly<Record<Discrepancy, string>> = {
  unreadable:
    "L’opérateur a répondu quelque chose que le site ne sait pas lire. Regardez chez lui si ce paiement est arrivé. S’il l’est, encaissez-le ici sous son numéro de transaction, puis dites-le.",
  returned:
    "L’opérateur dit avoir rendu ce paiement. Regardez chez lui : jusque-là, rien n’en est versé.",
  failed:
    "L’opérateur dit maintenant que ce paiement a échoué, après l’avoir annoncé payé. Regardez chez lui : jusque-là, rien n’en est versé.",
  booked:
    "Ce paiement porte un numéro de transaction déjà encaissé à la main, pour une autre commande ou un autre montant. Corrigez l’encaissement qui est faux, puis demandez à l’opérateur.",
};

const KEPT: Readonly<Record<Discrepancy, string>> = {
  unreadable: "C’est réglé",
  returned: "Non, l’argent est chez nous",
  failed: "Non, l’argent est chez nous",
  booked: "Ce sont deux paiements différents",
};

/** Sends the discrepancy that was on the screen, so that it does not resolve a newer one. */
function DiscrepancyForm({ attempt }: { attempt: ContradictedAttempt }) {
  const { submit, pending } = useIntent(LIST);
  const { id, doubt } = attempt;
  const amount = formatAmount("fr", attempt.charge_amount, attempt.charge_currency);
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const verdict: Verdict = submitter?.getAttribute("value") === "gone" ? "gone" : "kept";
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    submit("doubt", { id, doubt, verdict, reason });
  };
  return (
    <form onSubmit={decide} className="mt-2 grid gap-3 rounded-control bg-amber p-3 text-ochre">
      <p>
        <strong>
          {providerWords(attempt.provider)} · {amount}
        </strong>
        <br />
        {TEXTS[doubt]}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <label className="text-sm">
          Ce que vous avez vu
          <input
            name="reason"
            required
            maxLength={300}
            autoComplete="off"
            className="block min-h-9 rounded-control border border-control bg-white px-2 text-base text-ink"
          />
        </label>
        {mayHaveLeft(doubt) && (
          <button
            type="submit"
            value="gone"
            disabled={pending !== undefined}
            className="button small"
          >
            Oui, l’argent est reparti
          </button>
        )}
        <button
          type="submit"
          value="kept"
          disabled={pending !== undefined}
          className="button quiet small"
        >
          {KEPT[doubt]}
        </button>
      </div>
    </form>
  );
}

/** Corrections of counted cash, which a second person approves. */
export function Corrections({ file: { corrections, ledger, names } }: { file: OrderView }) {
  const { submit, pending } = useIntent(LIST);
  if (corrections.length === 0) return null;
  return (
    <Part title="Correction à approuver">
      {corrections.map(({ id, charge_id, reason, requested_by }) => {
        const entry = ledger.find((one) => one.id === charge_id);
        return (
          <div key={id} className="mt-2 grid gap-3 rounded-control bg-amber p-3 text-ochre">
            <p>
              {names[requested_by] ?? "Quelqu’un"} veut annuler cet encaissement en espèces
              {entry && ` de ${formatAmount("fr", entry.amount, entry.currency)}`} : {reason}. La
              caisse a été comptée ou remise depuis.
            </p>
            <div className="flex flex-wrap gap-2">
              <button
                type="button"
                disabled={pending !== undefined}
                onClick={() => submit("approveCorrection", { id })}
                className="button small"
              >
                <Check aria-hidden="true" size={15} />
                Approuver la correction
              </button>
              <button
                type="button"
                disabled={pending !== undefined}
                onClick={() => submit("withdrawCorrection", { id })}
                className="button quiet small"
              >
                Retirer la demande
              </button>
            </div>
          </div>
        );
      })}
    </Part>
  );
}
