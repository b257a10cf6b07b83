import type { ReactNode } from "react";
import { formatAmount, formatMoment } from "../i18n/format.ts";
import { Badge } from "../kit/row-controls.tsx";
import type { OrderView } from "./order-view.ts";
import { ATTEMPT_LABELS, LEDGER_LABELS, providerWords } from "./payment-labels.ts";

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
export function Attempts({ attempts }: Pick<OrderView, "attempts">) {
  return (
    <Part title="Tentatives de paiement">
      {attempts.length === 0 && <p className="text-muted">Aucune pour le moment.</p>}
      <ul className="divide-y divide-line">
        {attempts.map((one) => {
          const { label, tone } = ATTEMPT_LABELS[one.status];
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
                      au taux de {one.fx_rate} ({one.fx_source})
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
export function Ledger({ ledger }: Pick<OrderView, "ledger">) {
  return (
    <Part title="Livre">
      {ledger.length === 0 && <p className="text-muted">Aucun mouvement d’argent.</p>}
      <ul className="divide-y divide-line">
        {ledger.map((entry) => (
          <li key={entry.id} className={LINE_STYLE}>
            <div className="min-w-0 wrap-anywhere">
              <p>
                {LEDGER_LABELS[entry.kind]} · {providerWords(entry.provider)}
              </p>
              <p className="text-sm text-muted">
                {[formatMoment("fr", entry.created_at), entry.reference]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </p>
            </div>
            <p className="font-semibold tabular-nums">
              {formatAmount("fr", entry.amount, entry.currency)}
            </p>
          </li>
        ))}
      </ul>
    </Part>
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
