import { Check, Undo2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { decimalAmount, exponentOf, formatAmount, formatMoment } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { useNotice } from "../../mail/use-notice.ts";
import type { OrderView } from "../orders/orders.staff.server.ts";
import { LIST, Part } from "../payment-badges.admin.tsx";
import { describeDeciders, refundReasonLabel } from "../payment-journal.ts";
import { providerLabel, REFUND_LABELS } from "../payment-labels.ts";
import { isRecordable, isUncertain } from "./refunds.ts";

type Charge = OrderView["charges"][number];
type Refund = OrderView["refunds"][number];

type Props = {
  file: OrderView;
  /** An id for the forms of this page: sent twice, one request. */
  pressed: string;
};

export function Refunds({ file, pressed }: Props) {
  const { charges, refunds, names } = file;
  if (charges.length === 0) return null;
  return (
    <Part title="Remboursements">
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <RefundLine
            key={refund.id}
            refund={refund}
            charge={charges.find(({ id }) => id === refund.charge_id)}
            isRecordable={isRecordable(refund, remainingFor(refund, file), refunds)}
            names={names}
            kind={file.order.kind}
          />
        ))}
      </ul>
      {charges
        // A held order is refunded by cancelling it.
        .filter(({ left }) => left > 0 && file.order.status !== "held")
        .map((charge) => (
          // An accepted request changes `left`, which closes the form; a refused one stays open.
          <AskForm
            key={`${charge.id} ${charge.left}`}
            file={file}
            charge={charge}
            pressed={pressed}
          />
        ))}
    </Part>
  );
}

/** What is left of a refund's charge, including what replaced it. */
function remainingFor(
  { id, charge_id: chargeId }: Refund,
  { charges, refunds }: OrderView,
): number {
  const replacements = refunds.filter(
    ({ charge_id, source, status, replaces }) =>
      charge_id === chargeId && status === "requested" && (source === "system" || replaces === id),
  );
  const remaining = charges.find((charge) => charge.id === chargeId)?.left ?? 0;
  return replacements.reduce((sum, { amount }) => sum + amount, remaining);
}

type LineProps = {
  refund: Refund;
  charge?: Charge;
  isRecordable: boolean;
  names: Record<string, string>;
  kind: OrderView["order"]["kind"];
};

function RefundLine({ refund, charge, isRecordable: byHand, names, kind }: LineProps) {
  const { label, tone } = REFUND_LABELS[refund.status];
  const facts = [
    formatMoment("fr", refund.done_at ?? refund.created_at),
    charge && providerLabel(charge.provider),
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
            · {refundReasonLabel(refund)}
          </p>
          <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
          <p className="text-sm text-muted">{describeDeciders(refund, names)}</p>
          {refund.note && <p className="text-sm">Motif : {refund.note}</p>}
          {refund.keeps_place !== null && (
            <p className="text-sm">
              {refund.keeps_place
                ? WHAT[kind].kept
                : `${WHAT[kind].ended} dès que la somme est remboursée`}
            </p>
          )}
          {refund.status === "failed" && refund.refusal && (
            <p className="text-sm text-muted">Motif de l’opérateur : {refund.refusal}</p>
          )}
          {refund.decision && (
            <p className="text-sm text-muted">
              Remboursé sans attendre l’opérateur : {refund.decision}
            </p>
          )}
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <RefundActions refund={refund} byHand={byHand} inCash={charge?.means === "cash"} />
    </li>
  );
}

type ActionsProps = { refund: Refund; byHand: boolean; inCash: boolean };

function RefundActions({ refund, byHand, inCash }: ActionsProps) {
  const { submit, pending } = useIntent(LIST);
  const { id, status, source } = refund;
  const busy = pending !== undefined;
  if (status === "requested") {
    return (
      <div className="flex flex-wrap items-end gap-2">
        <button
          type="button"
          disabled={busy}
          onClick={() => submit("approve", { id })}
          className="button small"
        >
          <Check aria-hidden="true" size={15} />
          Approuver
        </button>
        {source === "staff" && (
          <button
            type="button"
            disabled={busy}
            onClick={() => submit("withdraw", { id })}
            className="button quiet small"
          >
            Retirer la demande
          </button>
        )}
      </div>
    );
  }
  const doubtful = isUncertain(status);
  // A refused refund whose money went back another way has nothing left to record.
  if (!byHand && !doubtful) return null;
  const isStuck = status === "unknown" && !refund.next_try_at;
  return <RecordForm id={id} doubtful={doubtful} isStuck={isStuck} inCash={inCash} />;
}

type RecordProps = {
  id: string;
  /** The provider may still refund. */
  doubtful: boolean;
  /** The provider is not polled any more. */
  isStuck: boolean;
  inCash: boolean;
};

/** Records a refund that staff made themselves. */
function RecordForm({ id, doubtful, isStuck, inCash }: RecordProps) {
  const { send, busy } = useIntentForm(LIST, "record", { id, decision: "" });
  return (
    <form onSubmit={send} className="grid gap-2">
      {doubtful && (
        <p className="rounded-control bg-amber p-3 text-sm text-ochre">
          {isStuck
            ? "Le site ne peut plus interroger l’opérateur. Vérifiez auprès de lui si cette somme a été remboursée. Sinon, remboursez-la, puis notez-le ici."
            : "L’opérateur peut encore rembourser cette somme. Attendez sa réponse, ou indiquez pourquoi vous l’avez remboursée vous-même."}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        {doubtful && <TextField name="decision" label="Raison" maxLength={300} />}
        {inCash ? (
          <TextField
            name="reference"
            label="N° de reçu (facultatif)"
            maxLength={100}
            required={false}
          />
        ) : (
          <TextField name="reference" label="Référence de l’opérateur" maxLength={100} />
        )}
        <button type="submit" disabled={busy} className="button quiet small">
          {inCash ? "Remboursé sur place" : "Remboursé à la main"}
        </button>
      </div>
    </form>
  );
}

type TextProps = { name: string; label: string; maxLength: number; required?: boolean };

function TextField({ label, required = true, ...field }: TextProps) {
  return (
    <label className="text-sm text-muted">
      {label}
      <input
        {...field}
        required={required}
        autoComplete="off"
        className="block min-h-9 rounded-control border border-control bg-white px-2 text-base text-ink"
      />
    </label>
  );
}

type AskProps = { file: OrderView; charge: Charge; pressed: string };
type Wish = { amount: number; note: string; keeps?: "yes" | "no" };

const WHAT = {
  registration: { kept: "La place est gardée", ended: "La place est annulée" },
  membership: { kept: "L’adhésion est gardée", ended: "L’adhésion est annulée" },
  licences: { kept: "Les licences sont gardées", ended: "Les licences sont annulées" },
} as const;

/** Requests a refund of what is left of a charge, or of a part: why, what becomes of the place, and then for sure. */
function AskForm({ file: { order, charges, in_use: inUse }, charge, pressed }: AskProps) {
  const { submit, pending } = useIntent(LIST);
  const notice = useNotice();
  const [open, setOpen] = useState(false);
  const [units, setUnits] = useState(decimalAmount(charge.left, charge.currency));
  const [wish, setWish] = useState<Wish>();
  const remaining = formatAmount("fr", charge.left, charge.currency);
  const minor = (text: string) => Math.round(Number(text) * 10 ** exponentOf(charge.currency));
  // What was given is at stake only once nothing of its money is left.
  const isLast =
    order.status === "confirmed" &&
    charges.every(({ id, left }) => left === (id === charge.id ? minor(units) : 0));
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setWish({
      amount: minor(units),
      note: String(fields.get("note") ?? ""),
      ...(isLast && { keeps: fields.get("keeps") === "yes" ? "yes" : "no" }),
    });
  };
  if (!open) {
    return (
      <button type="button" className="button quiet small mt-2" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden="true" size={15} />
        {charges.filter(({ left }) => left > 0).length > 1
          ? `Rembourser au plus ${remaining}…`
          : "Rembourser…"}
      </button>
    );
  }
  const words = WHAT[order.kind];
  const told = notice("La personne en est informée par e-mail.");
  const outcome =
    wish?.keeps === "no"
      ? `${words.ended} dès que la somme est remboursée. ${told || "Aucun e-mail n’en informe la personne."}`
      : wish?.keeps === "yes"
        ? `${words.kept}, sans rien à payer.`
        : order.status === "confirmed"
          ? `Une partie seulement est remboursée. ${words.kept}.`
          : "";
  return (
    <form onSubmit={ask} className="mt-2 grid gap-3 rounded-control bg-sand p-3">
      <div className="flex flex-wrap items-end gap-2">
        <label className="text-sm text-muted">
          Montant, au plus {remaining} ({providerLabel(charge.provider)})
          <input
            name="amount"
            type="number"
            inputMode={exponentOf(charge.currency) > 0 ? "decimal" : "numeric"}
            min={decimalAmount(1, charge.currency)}
            max={decimalAmount(charge.left, charge.currency)}
            step={decimalAmount(1, charge.currency)}
            value={units}
            onChange={(event) => setUnits(event.target.value)}
            required
            className="block min-h-9 w-full rounded-control border border-control bg-white px-2 text-base text-ink"
          />
        </label>
        <TextField name="note" label="Motif" maxLength={300} />
      </div>
      {isLast && (
        <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
          <legend className="text-sm text-muted">Une fois la somme remboursée</legend>
          {(["no", "yes"] as const).map((value) => (
            <label key={value} className="inline-flex min-h-9 items-center gap-2">
              <input type="radio" name="keeps" value={value} required />
              {value === "no" ? words.ended : words.kept}
            </label>
          ))}
        </fieldset>
      )}
      {isLast && inUse > 0 && (
        <p className="rounded-control bg-amber p-3 text-ochre">
          {`${inUse > 1 ? `${inUse} de ces licences sont prises ou promises` : "Une de ces licences est prise ou promise"}. Un joueur qui a la sienne la garde jusqu’à sa date. Les invitations ouvertes sont retirées.`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" disabled={pending !== undefined} className="button small">
          Demander le remboursement
        </button>
        <button type="button" className="button quiet small" onClick={() => setOpen(false)}>
          Annuler
        </button>
      </div>
      {wish && (
        <ConfirmDialog
          title={`Rembourser ${formatAmount("fr", wish.amount, charge.currency)} à ${order.payer_name} ?`}
          message={`${outcome} Aucun argent ne part avant l’approbation.`.trim()}
          action="Demander le remboursement"
          keep="Ne pas rembourser"
          close={() => setWish(undefined)}
          confirm={() =>
            submit("refund", {
              id: pressed,
              order_id: order.id,
              charge_id: charge.id,
              ...wish,
              amount: String(wish.amount),
            })
          }
        />
      )}
    </form>
  );
}
