import { Check, Undo2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Badge } from "../admin/kit/row-controls.tsx";
import { useIntent } from "../admin/kit/use-intent.ts";
import { formatAmount, formatMoment } from "../i18n/format.ts";
import type { OrderView } from "./order-view.ts";
import { LIST } from "./payment-badges.admin.tsx";
import { Part } from "./payment-history.admin.tsx";
import { providerWords, REASON_WORDS, REFUND_WORDS } from "./payment-words.ts";

type Charge = OrderView["charges"][number];
type Refund = OrderView["refunds"][number];

/** What goes back of what was taken, and what may. */
export function Refunds({ file }: { file: OrderView }) {
  const { charges, refunds } = file;
  if (charges.length === 0) return null;
  return (
    <Part title="Remboursements">
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <RefundLine key={refund.id} refund={refund} />
        ))}
      </ul>
      {charges
        .filter(({ left }) => left > 0)
        .map((charge) => (
          // Once a request is accepted less is left, and the form is closed; a refused one stays.
          <AskForm key={`${charge.id} ${charge.left}`} orderId={file.order.id} charge={charge} />
        ))}
    </Part>
  );
}

function RefundLine({ refund }: { refund: Refund }) {
  const { label, tone } = REFUND_WORDS[refund.status];
  const told = [
    formatMoment("fr", refund.done_at ?? refund.created_at),
    refund.by && `par ${refund.by}`,
    refund.operator_reference ?? refund.provider_ref,
  ];
  return (
    <li className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 wrap-anywhere">
          <p>
            <strong className="tabular-nums">
              {formatAmount("fr", refund.amount, refund.currency)}
            </strong>{" "}
            · {REASON_WORDS[refund.reason]}
          </p>
          <p className="text-sm text-muted">{told.filter(Boolean).join(" · ")}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <RefundActions refund={refund} />
    </li>
  );
}

/** Money that waits for staff: to be let go, taken back, or recorded once it was returned by hand. */
function RefundActions({ refund }: { refund: Refund }) {
  const { submit, pending } = useIntent(LIST);
  const { id, status, source } = refund;
  const open = status === "requested";
  if (!open && status !== "approved" && status !== "unknown") return null;
  const record = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reference = String(new FormData(event.currentTarget).get("reference") ?? "");
    submit("record", { id, reference });
  };
  const busy = pending !== undefined;
  return (
    <div className="flex flex-wrap items-end gap-2">
      {open && (
        <button
          type="button"
          disabled={busy}
          onClick={() => submit("approve", { id })}
          className="button small"
        >
          <Check aria-hidden="true" size={15} />
          Approuver
        </button>
      )}
      {open && source === "staff" && (
        <button
          type="button"
          disabled={busy}
          onClick={() => submit("withdraw", { id })}
          className="button quiet small"
        >
          Retirer la demande
        </button>
      )}
      <form onSubmit={record} className="ml-auto flex flex-wrap items-end gap-2">
        <label className="text-sm text-muted">
          Référence de l’opérateur
          <input
            name="reference"
            required
            maxLength={100}
            autoComplete="off"
            className="block min-h-9 rounded-control border border-control bg-white px-2 text-base text-ink"
          />
        </label>
        <button type="submit" disabled={busy} className="button quiet small">
          Remboursé à la main
        </button>
      </form>
    </div>
  );
}

type AskProps = { orderId: string; charge: Charge };

/** Asks for the return of what is left of a charge, or of a part. */
function AskForm({ orderId, charge }: AskProps) {
  const { submit, pending } = useIntent(LIST);
  const [open, setOpen] = useState(false);
  const left = formatAmount("fr", charge.left, charge.currency);
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const amount = String(new FormData(event.currentTarget).get("amount") ?? "");
    submit("refund", { order_id: orderId, charge_id: charge.id, amount });
  };
  if (!open) {
    return (
      <button type="button" className="button quiet small mt-2" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden="true" size={15} />
        Rembourser…
      </button>
    );
  }
  return (
    <form onSubmit={ask} className="mt-2 flex flex-wrap items-end gap-2">
      <label className="text-sm text-muted">
        Montant, au plus {left} ({providerWords(charge.provider)})
        <input
          name="amount"
          type="number"
          inputMode="numeric"
          min={1}
          max={charge.left}
          step={1}
          defaultValue={charge.left}
          required
          className="block min-h-9 w-full rounded-control border border-control bg-white px-2 text-base text-ink"
        />
      </label>
      <button type="submit" disabled={pending !== undefined} className="button small">
        Demander le remboursement
      </button>
      <button type="button" className="button quiet small" onClick={() => setOpen(false)}>
        Annuler
      </button>
    </form>
  );
}
