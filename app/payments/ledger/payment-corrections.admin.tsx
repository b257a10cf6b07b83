import { Check } from "lucide-react";
import { formatAmount } from "../../i18n/format.ts";
import { useIntent } from "../../kit/list/use-intent.ts";
import type { OrderView } from "../orders/orders.staff.server.ts";
import { Part } from "../page/payment-history.admin.tsx";
import { LIST } from "../payment-badges.admin.tsx";

/** Cash that somebody wants out of the books though it was counted: what a second person agrees to. */
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
