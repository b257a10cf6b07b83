import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { formatAmount, formatDate, formatMoment } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { FEDERATION } from "../attempts/payments.ts";
import { rateWords } from "../ledger/conversion.ts";
import type { OrderView } from "../orders/orders.staff.server.ts";
import { LIST } from "../payment-badges.admin.tsx";
import { ATTEMPT_LABELS } from "../payment-journal.ts";
import { LEDGER_LABELS, MEANS_LABELS, providerWords } from "../payment-labels.ts";

/** One part of an order's file, under its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 border-b border-line pb-1 text-base">{title}</h3>
      {children}
    </section>
  );
}

const LINE_STYLE = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2";

/** Every time somebody tried to pay. */
export function Attempts({ file: { order, attempts } }: { file: OrderView }) {
  const { submit, pending } = useIntent(LIST);
  return (
    <Part title="Tentatives de paiement">
      {attempts.some(({ provider }) => provider !== FEDERATION) && (
        <button
          type="button"
          disabled={pending !== undefined}
          onClick={() => submit("ask", { id: order.id })}
          className="button quiet small mt-2"
        >
          <RefreshCw aria-hidden="true" size={15} />
          Demander à l’opérateur
        </button>
      )}
      {attempts.length === 0 && <p className="text-muted">Aucune pour le moment.</p>}
      <ul className="divide-y divide-line">
        {attempts.map((one) => {
          const { label, tone } = ATTEMPT_LABELS[one.status];
          const rate = rateWords("fr", one.price_currency, one);
          const references = [one.merchant_ref, ...Object.values(one.provider_ids), one.reason];
          return (
            <li key={one.id} className={LINE_STYLE}>
              <div className="min-w-0 wrap-anywhere">
                <p>
                  {providerWords(one.provider)} ·{" "}
                  {formatAmount("fr", one.charge_amount, one.charge_currency)}
                  {one.fx_source && (
                    <span className="text-muted">
                      {" "}
                      au taux de {rate.amount} pour {rate.unit} ({one.fx_source})
                    </span>
                  )}
                </p>
                <p className="text-sm text-muted">
                  {[formatMoment("fr", one.created_at), ...references]
                    .filter((part) => part !== null)
                    .join(" · ")}
                </p>
              </div>
              <div className="flex gap-1">
                {one.late && <Badge tone="wait">En retard</Badge>}
                <Badge tone={tone}>{label}</Badge>
              </div>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

/** Every movement of money, and what is left of it. */
export function Ledger({ file: { order, ledger, charges } }: { file: OrderView }) {
  return (
    <Part title="Livre">
      {ledger.length === 0 && <p className="text-muted">Aucun mouvement d’argent.</p>}
      <ul className="divide-y divide-line">
        {ledger.map((entry) => (
          <li key={entry.id} className={LINE_STYLE}>
            <div className="min-w-0 wrap-anywhere">
              <p>
                {LEDGER_LABELS[entry.kind]} ·{" "}
                {entry.means ? MEANS_LABELS[entry.means] : providerWords(entry.provider)}
              </p>
              <p className="text-sm text-muted">
                {[
                  formatMoment("fr", entry.created_at),
                  entry.received_on && `reçu le ${formatDate("fr", entry.received_on)}`,
                  entry.reference,
                  entry.fee !== null && `frais ${formatAmount("fr", entry.fee, entry.currency)}`,
                  entry.by,
                  entry.note,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <p className="font-semibold tabular-nums">
              {formatAmount("fr", entry.amount, entry.currency)}
            </p>
            {entry.means && charges.some(({ id, left }) => id === entry.id && left > 0) && (
              <CorrectForm order={order.id} charge={entry.id} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Takes back what was booked wrongly, with the reason that stays beside it. */
function CorrectForm({ order, charge }: { order: string; charge: string }) {
  const { send, busy } = useIntentForm(LIST, "correct", { id: order, charge_id: charge });
  return (
    <details className="w-full text-sm">
      <summary className="link inline-flex min-h-9 items-center">Corriger une erreur</summary>
      <form onSubmit={send} className="flex flex-wrap items-end gap-2">
        <label className="text-muted">
          Motif de la correction
          <input
            name="reason"
            required
            maxLength={300}
            autoComplete="off"
            className="block min-h-9 rounded-control border border-control bg-white px-2 text-base text-ink"
          />
        </label>
        <button type="submit" disabled={busy} className="button quiet small">
          Annuler cet encaissement
        </button>
      </form>
    </details>
  );
}

/** What happened, in the order of it. */
export function Journal({ journal }: Pick<OrderView, "journal">) {
  return (
    <Part title="Journal">
      <ol className="grid gap-1 pt-1">
        {journal.map((entry) => (
          <li key={entry.id} className="grid gap-x-4 sm:grid-cols-[auto_1fr]">
            <span className="text-sm text-muted tabular-nums">
              {formatMoment("fr", entry.created_at)}
            </span>
            <span className="wrap-anywhere">{entry.words}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
