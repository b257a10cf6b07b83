import { Ban, Check, RefreshCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { newId } from "../core/secrets/id.server.ts";
import { rightsContext } from "../core/staff-context.ts";
import { mayDo } from "../core/values/permissions.ts";
import { ofName } from "../i18n/elision.ts";

import { formatAmount, formatDate, formatMoment } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { recordAt } from "../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../kit/form/view-dialog.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { useIntent, useIntentForm } from "../kit/list/use-intent.tsx";
import { IfMay } from "../kit/may.tsx";
import { useNotice } from "../mail/use-notice.ts";
import type { Route } from "./+types/payment.admin.ts";
import {
  type Discrepancy,
  FEDERATION,
  isLive,
  isUnanswered,
  mayHaveLeft,
  type Verdict,
} from "./attempts/payments.ts";
import { formatRate } from "./ledger/conversion.ts";
import { CashForm } from "./offline/cash-form.admin.tsx";
import { findOrder, type OrderView, orderView } from "./orders/orders.staff.server.ts";
import type { OrderKind } from "./orders/orders.ts";
import { LIST, OrderBadge, Part } from "./payment-badges.admin.tsx";
import { ATTEMPT_LABELS, attemptReason } from "./payment-journal.ts";
import { CLAIM_LABELS, LEDGER_LABELS, MEANS_LABELS, providerLabel } from "./payment-labels.ts";
import { Refunds } from "./refunds/payment-refunds.admin.tsx";
import { isUnderWay } from "./refunds/refunds.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await recordAt(context, params.id, findOrder);
  const view = orderView(file);
  // The treasury sees who paid, and no more of the person than it needs to write to them.
  const maySeePerson = mayDo(context.get(rightsContext), subjectList(file.order.kind));
  return {
    ...view,
    order: { ...view.order, payer_phone: maySeePerson ? view.order.payer_phone : null },
    // The id of this rendering of the buttons, so that a payment is booked once.
    pressed: newId(),
  };
}

/** One order with its history, in a dialog over the list. */
export default function PaymentAdmin({ loaderData: file }: Route.ComponentProps) {
  const { order, pressed } = file;
  const { id, status, price_amount, price_currency } = order;
  const price = formatAmount("fr", price_amount, price_currency);
  const { desk, online } = file.refusals;
  const waits = status === "held" || status === "expired";
  // After a correction, a confirmed order has an amount due.
  const payable = (waits || (status === "confirmed" && file.due > 0)) && !desk;
  return (
    <ViewDialog
      title={`${order.payer_name} : ${price}`}
      list={LIST}
      seen={[order, ...file.refunds]}
      actions={
        (payable || status === "held") && (
          <>
            {status === "held" && <CancelButton order={order} />}
            {payable && (
              <CashForm
                key={file.due}
                action={LIST}
                fields={{ id, key: pressed }}
                due={file.due}
                rates={file.rates}
              />
            )}
          </>
        )
      }
    >
      <OrderFacts file={file} />
      {waits && (desk ?? online) && (
        <Refused desk={desk} online={online} isHeld={status === "held"} />
      )}
      {payable && file.attempts.some((attempt) => isLive(attempt.status)) && (
        <p className="rounded-control bg-amber p-3 text-ochre">
          {file.attempts.some(isUnanswered)
            ? "L’opérateur ne dit pas si un paiement en ligne est arrivé. N’encaissez pas d’espèces avant de le savoir : il faudrait peut-être les rembourser."
            : "Un paiement en ligne est en cours. S’il aboutit après un encaissement sur place, l’un des deux sera à rembourser."}
        </p>
      )}
      {order.owes && (
        <p className="rounded-control bg-amber p-3 text-ochre">
          La place ou l’adhésion a été donnée, mais n’est plus payée : encaissez le reste dû, ou
          annulez-la dans la fiche de la personne.
        </p>
      )}
      {order.mode === "test" && payable && (
        <p className="rounded-control bg-amber p-3 text-ochre">
          Cette commande est un essai. Si vous encaissez, elle devient réelle : l’argent entre dans
          votre caisse, et « Retirer les essais » ne la touche plus.
        </p>
      )}
      {payable && file.received > 0 && file.due > 0 && <WaiveForm key={file.due} file={file} />}
      <Corrections file={file} />
      <Discrepancies attempts={file.attempts} />
      <TransferClaimsPart transfers={file.announced} />
      <Refunds file={file} pressed={pressed} />
      <Attempts file={file} />
      <Ledger file={file} />
      <Journal journal={file.journal} />
    </ViewDialog>
  );
}

const CANCELLED: Readonly<Record<OrderKind, string>> = {
  registration:
    "La place gardée revient à la liste d’attente, ou redevient libre, et l’inscription est annulée.",
  membership: "La demande d’adhésion reste en attente, sans rien à payer.",
  licences: "Le club garde les licences qu’il a, et peut en commander d’autres.",
};

/** Cancels an unpaid order after a confirmation that states the consequences. */
function CancelButton({ order }: Pick<OrderView, "order">) {
  const { submit, pending } = useIntent(LIST);
  const [asking, setAsking] = useState(false);
  const notice = useNotice();
  return (
    <>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
        className="button quiet mr-auto text-blood"
      >
        <Ban aria-hidden="true" size={17} />
        Annuler la commande
      </button>
      {asking && (
        <ConfirmDialog
          title={`Annuler la commande ${ofName(order.payer_name)} ?`}
          message={`${CANCELLED[order.kind]} ${notice("La personne en est informée par e-mail.")}`}
          action="Annuler la commande"
          keep="Garder la commande"
          close={() => setAsking(false)}
          confirm={() => submit("cancel", { id: order.id })}
        />
      )}
    </>
  );
}

/** Gives up what is left of a price that was paid in part, or approves that somebody does. */
function WaiveForm({ file: { order, due, waiver } }: { file: OrderView }) {
  const { submit, pending } = useIntent(LIST);
  const [reason, setReason] = useState<string>();
  const rest = formatAmount("fr", due, order.price_currency);
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setReason(String(new FormData(event.currentTarget).get("reason") ?? ""));
  };
  const fields = { id: order.id, seen_due: String(due), ...(waiver && { asked: waiver.id }) };
  return (
    <>
      {waiver ? (
        <div className="grid gap-3 rounded-control bg-amber p-3 text-ochre">
          <p>
            {waiver.by ?? "Quelqu’un"} ne veut plus réclamer le reste de {rest} : {waiver.reason}.
            Au-dessus du plafond, une autre personne doit l’approuver, qui n’a rien encaissé pour
            cette commande.
          </p>
          <button
            type="button"
            disabled={pending !== undefined}
            onClick={() => setReason(waiver.reason)}
            className="button small justify-self-start"
          >
            <Check aria-hidden="true" size={15} />
            Approuver l’abandon du reste
          </button>
        </div>
      ) : (
        <details>
          <summary className="link inline-flex min-h-9 items-center">
            Ne pas réclamer le reste ({rest})
          </summary>
          <form onSubmit={ask} className="flex flex-wrap items-end gap-2">
            <label className="text-sm text-muted">
              Motif
              <input
                name="reason"
                required
                maxLength={300}
                autoComplete="off"
                className="block min-h-9 rounded-control border border-control bg-white px-2 text-base text-ink"
              />
            </label>
            <button type="submit" disabled={pending !== undefined} className="button quiet small">
              Ne pas réclamer
            </button>
          </form>
        </details>
      )}
      {reason !== undefined && (
        <ConfirmDialog
          title={`Ne pas réclamer ${rest} ?`}
          message={`La commande ${ofName(order.payer_name)} sera considérée comme payée, et la place ou l’adhésion donnée. Le reste ne pourra plus être réclamé.${waiver ? "" : " Au-dessus du plafond d’une personne seule, une autre personne doit d’abord l’approuver."}`}
          action={waiver ? "Approuver" : "Ne pas réclamer"}
          keep="Réclamer le reste"
          close={() => setReason(undefined)}
          confirm={() => submit("waive", { ...fields, reason })}
        />
      )}
    </>
  );
}

/** Shows the payer's link to staff, which is logged. */
function ShowLink({ id }: { id: string }) {
  const { submit, pending } = useIntent(LIST);
  return (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit("link", { id })}
      className="link"
    >
      Donner son lien au payeur
    </button>
  );
}

type RefusedProps = { desk?: string; online?: string; isHeld: boolean };

/** Why the order cannot be paid, or only at the desk. An expired one cannot be paid online anyway. */
function Refused({ desk, online, isHeld }: RefusedProps) {
  if (!desk && !isHeld) return null;
  return (
    <p className="rounded-control bg-amber p-3 text-ochre">
      {desk
        ? `Cette commande ne peut plus être payée : ${desk}.`
        : `Cette commande ne peut plus être payée en ligne : ${online}. Vous pouvez encaisser sur place le prix convenu.`}
    </p>
  );
}

const subjectList = (kind: OrderKind): string =>
  kind === "registration" ? "/admin/registrations" : "/admin/members";

function OrderFacts({ file }: { file: OrderView }) {
  const { order, received, due } = file;
  const { kind, subject_id, label_fr, status, hold_expires_at: until, payer_email } = order;
  const subject = subjectList(kind);
  return (
    <Facts
      facts={[
        ["Ce que voit le payeur", `${file.payer.title} (${file.payer.next})`],
        ["État", <OrderBadge key="state" status={status} mode={order.mode} owes={order.owes} />],
        [
          "Objet",
          <IfMay key="subject" to={subject} otherwise={label_fr}>
            <Link to={`${subject}/${subject_id}`} className="link">
              {label_fr}
            </Link>
          </IfMay>,
        ],
        [
          "Personne",
          <IfMay key="person" to={`/admin/people/${subject_id}`}>
            <Link to={`/admin/people/${subject_id}`} className="link">
              Fiche de la personne
            </Link>
          </IfMay>,
        ],
        [
          "E-mail",
          <a key="email" href={`mailto:${payer_email}`} className="link">
            {payer_email}
          </a>,
        ],
        ["Téléphone", order.payer_phone],
        ["Référence", order.reference],
        [
          "Reçu",
          received > 0 && due > 0 ? formatAmount("fr", received, order.price_currency) : null,
        ],
        [
          "Reste dû",
          (received > 0 || order.owes) && due > 0
            ? formatAmount("fr", due, order.price_currency)
            : null,
        ],
        ["Non réclamé", order.waived > 0 && formatAmount("fr", order.waived, order.price_currency)],
        ["Ouverte", formatMoment("fr", order.created_at)],
        ["Gardée jusqu’au", status === "held" && until ? formatMoment("fr", until) : null],
        ["Payée le", order.fulfilled_at && formatMoment("fr", order.fulfilled_at)],
        ["Page du payeur", <ShowLink key="page" id={order.id} />],
      ]}
    />
  );
}

type Attempt = OrderView["attempts"][number];
type ContradictedAttempt = Attempt & { doubt: Discrepancy };

const isContradicted = (attempt: Attempt): attempt is ContradictedAttempt => attempt.doubt !== null;

/** The open discrepancies of an order's attempts, each with the form that resolves it. */
function Discrepancies({ attempts }: Pick<OrderView, "attempts">) {
  const doubtful = attempts.filter(isContradicted);
  if (doubtful.length === 0) return null;
  return (
    <Part title="À vérifier">
      {doubtful.map((attempt) => (
        <DiscrepancyForm key={`${attempt.id} ${attempt.doubt}`} attempt={attempt} />
      ))}
    </Part>
  );
}

const DISCREPANCY_TEXTS: Readonly<Record<Discrepancy, string>> = {
  unreadable:
    "Le site ne sait pas lire la réponse de l’opérateur. Vérifiez auprès de lui si ce paiement est arrivé. Si oui, encaissez-le ici avec son numéro de transaction, puis notez-le ci-dessous.",
  returned:
    "L’opérateur dit avoir remboursé ce paiement. Vérifiez auprès de lui : jusque-là, rien n’est remboursé d’ici.",
  failed:
    "L’opérateur dit maintenant que ce paiement a échoué, après l’avoir confirmé. Vérifiez auprès de lui : jusque-là, rien n’est remboursé d’ici.",
  silent:
    "Le délai pour payer est passé, et l’opérateur n’a jamais dit si ce paiement est arrivé. Vérifiez auprès de lui. Si oui, encaissez-le ici avec son numéro de transaction, puis notez-le ci-dessous. En attendant, le payeur ne peut pas payer autrement.",
  disputed:
    "L’opérateur ou la banque du payeur a repris cet argent. Demandez-lui pourquoi, et s’il faut contester.",
  booked:
    "Ce paiement porte un numéro de transaction déjà encaissé à la main, pour une autre commande ou un autre montant. Corrigez l’encaissement erroné, puis vérifiez auprès de l’opérateur.",
};

const KEPT_LABELS: Readonly<Record<Discrepancy, string>> = {
  unreadable: "C’est réglé",
  returned: "Non, l’argent est chez nous",
  failed: "Non, l’argent est chez nous",
  booked: "Ce sont deux paiements différents",
  silent: "C’est réglé",
  disputed: "C’est vu",
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
          {providerLabel(attempt.provider)} · {amount}
        </strong>
        <br />
        {DISCREPANCY_TEXTS[doubt]}
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
          {KEPT_LABELS[doubt]}
        </button>
      </div>
    </form>
  );
}

/** The requested corrections, which a second person approves. */
function Corrections({ file: { corrections, ledger, names } }: { file: OrderView }) {
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
              caisse a été comptée ou versée depuis.
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

/** The transfers that were announced for one order. */
function TransferClaimsPart({ transfers }: { transfers: OrderView["announced"] }) {
  if (transfers.length === 0) return null;
  return (
    <Part title="Transferts déclarés">
      <ul className="divide-y divide-line">
        {transfers.map(({ id, operator, transaction_number, status, reason, created_at }) => {
          const { label, tone } = CLAIM_LABELS[status];
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="wrap-anywhere">
                {[
                  MEANS_LABELS[operator],
                  transaction_number,
                  formatMoment("fr", created_at),
                  reason,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {status === "announced" ? (
                <Link to={`${LIST}/announced`} className="button quiet small">
                  Vérifier
                </Link>
              ) : (
                <Badge tone={tone}>{label}</Badge>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

const LINE_STYLE = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2";

/** The attempts, and a button that polls the provider. */
function Attempts({ file: { order, attempts } }: { file: OrderView }) {
  const { submit, pending } = useIntent(LIST);
  return (
    <Part title="Paiements">
      {attempts.some(({ provider }) => provider !== FEDERATION) && (
        <button
          type="button"
          disabled={pending !== undefined}
          onClick={() => submit("ask", { id: order.id })}
          className="button quiet small mt-2"
        >
          <RefreshCw aria-hidden="true" size={15} />
          Vérifier auprès de l’opérateur
        </button>
      )}
      {attempts.length === 0 && <p className="text-muted">Aucun pour le moment.</p>}
      <ul className="divide-y divide-line">
        {attempts.map((one) => {
          const { label, tone } = ATTEMPT_LABELS[one.status];
          const isOurs = one.provider === FEDERATION;
          const rate = formatRate("fr", one.price_currency, one);
          // By these the provider finds it on its own screens.
          const references = isOurs ? [] : [one.merchant_ref, ...Object.values(one.provider_ids)];
          return (
            <li key={one.id} className={LINE_STYLE}>
              <div className="min-w-0 wrap-anywhere">
                <p>
                  {providerLabel(one.provider)} ·{" "}
                  {formatAmount("fr", one.charge_amount, one.charge_currency)}
                  {one.fx_source && (
                    <span className="text-muted">
                      {" "}
                      pour {formatAmount("fr", one.price_amount, one.price_currency)}, au taux de{" "}
                      {rate.amount} pour {rate.unit} ({one.fx_source})
                    </span>
                  )}
                </p>
                <p className="text-sm text-muted">
                  {[
                    formatMoment("fr", one.created_at),
                    ...references,
                    one.reason && attemptReason(one.reason),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </div>
              <div className="flex gap-1">
                {one.late && <Badge tone="wait">Connu après le délai</Badge>}
                <Badge tone={tone}>{label}</Badge>
              </div>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

/** The ledger entries, with a form to correct a booking. */
function Ledger({ file }: { file: OrderView }) {
  const { ledger, charges } = file;
  return (
    <Part title="Livre">
      {ledger.length === 0 && <p className="text-muted">Aucun mouvement d’argent.</p>}
      <ul className="divide-y divide-line">
        {ledger.map((entry) => (
          <li key={entry.id} className={LINE_STYLE}>
            <div className="min-w-0 wrap-anywhere">
              <p>
                {LEDGER_LABELS[entry.kind]} ·{" "}
                {entry.means ? MEANS_LABELS[entry.means] : providerLabel(entry.provider)}
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
            {entry.receipt && (
              <Link to={`${LIST}/receipts/${entry.receipt}`} className="link">
                Reçu {entry.receipt}
              </Link>
            )}
            <p className="font-semibold tabular-nums">
              {formatAmount("fr", entry.amount, entry.currency)}
            </p>
            {entry.means && charges.some(({ id }) => id === entry.id) && (
              <Correction file={file} charge={entry.id} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

type CorrectionProps = { file: OrderView; charge: string };

/** Corrects a wrong booking, with a reason; or says why it cannot be corrected any more. */
function Correction({ file: { order, refunds }, charge }: CorrectionProps) {
  const { send, busy } = useIntentForm(LIST, "correct", { id: order.id, charge_id: charge });
  const statuses = refunds.flatMap((one) => (one.charge_id === charge ? [one.status] : []));
  if (statuses.some(isUnderWay)) {
    return (
      <p className="w-full text-sm text-muted">
        Cette somme est remboursée, en tout ou en partie : elle ne se corrige plus.
      </p>
    );
  }
  return (
    <details className="w-full text-sm">
      <summary className="link inline-flex min-h-9 items-center">Corriger une erreur</summary>
      {statuses.includes("approved") && (
        <p className="my-2 font-semibold">
          Le remboursement approuvé de cette somme sera retiré : vérifiez que personne ne l’a encore
          remis.
        </p>
      )}
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
        <button type="submit" disabled={busy} className="button danger small">
          Annuler cet encaissement
        </button>
      </form>
    </details>
  );
}

function Journal({ journal }: Pick<OrderView, "journal">) {
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
