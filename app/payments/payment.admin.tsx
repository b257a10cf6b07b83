import { Ban } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { newId } from "../core/secrets/id.server.ts";
import { formatAmount, formatMoment } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { recordAt } from "../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../kit/form/view-dialog.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import { IfMay } from "../kit/may.tsx";
import { useNotice } from "../mail/use-notice.ts";
import type { Route } from "./+types/payment.admin.ts";
import { Corrections, Discrepancies } from "./attempts/payment-review.admin.tsx";
import { isLive } from "./attempts/payments.ts";
import { CashForm } from "./offline/cash-form.admin.tsx";
import { TransferClaimsPart } from "./offline/transfer-claims.admin.tsx";
import { findOrder, type OrderView, orderView } from "./orders/orders.staff.server.ts";
import { Attempts, Journal, Ledger } from "./page/payment-history.admin.tsx";
import { LIST, OrderBadge } from "./payment-badges.admin.tsx";
import { Refunds } from "./refunds/payment-refunds.admin.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await recordAt(context, params.id, findOrder);
  // Of this showing of the buttons: money counts once for it.
  return { ...orderView(file), pressed: newId() };
}

/** One order with all that happened to it, over the list. */
export default function PaymentAdmin({ loaderData: file }: Route.ComponentProps) {
  const { order, pressed } = file;
  const { id, status, price_amount, price_currency } = order;
  const price = formatAmount("fr", price_amount, price_currency);
  const owed = { amount: file.due, currency: price_currency };
  const { desk, online } = file.refusals;
  const waits = status === "held" || status === "expired";
  // A booking that was taken back leaves something due of what is confirmed.
  const payable = (waits || (status === "confirmed" && file.due > 0)) && !desk;
  return (
    <ViewDialog
      title={`${order.payer_name} : ${price}`}
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
                due={owed}
                isTest={order.mode === "test"}
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
          Un paiement en ligne est en cours. S’il aboutit après un encaissement sur place, l’un des
          deux sera à rembourser.
        </p>
      )}
      {order.owes && (
        <p className="rounded-control bg-amber p-3 text-ochre">
          Ce qui est commandé a été donné, et n’est plus payé : encaissez le reste dû, ou annulez
          dans la fiche de la personne.
        </p>
      )}
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

/** Cancels what nobody has paid, after a question that says what comes of it. */
function CancelButton({ order }: Pick<OrderView, "order">) {
  const { submit, pending } = useIntent(LIST);
  const [asking, setAsking] = useState(false);
  const notice = useNotice();
  const place =
    "La place gardée revient à la liste d’attente, ou redevient libre, et l’inscription est annulée.";
  const application = "La demande d’adhésion reste en attente, sans rien à payer.";
  return (
    <>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
        className="button quiet mr-auto"
      >
        <Ban aria-hidden="true" size={17} />
        Annuler la commande
      </button>
      {asking && (
        <ConfirmDialog
          title={`Annuler la commande de ${order.payer_name} ?`}
          message={`${order.kind === "registration" ? place : application} ${notice("La personne en est informée par e-mail.")}`}
          action="Annuler la commande"
          keep="Garder la commande"
          close={() => setAsking(false)}
          confirm={() => submit("cancel", { id: order.id })}
        />
      )}
    </>
  );
}

/** The payer's own link is theirs: whoever has to hand it on says so, and it is written down. */
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

/** Why nobody can pay, or only on the spot. An order that expired is paid online no more anyway. */
function Refused({ desk, online, isHeld }: RefusedProps) {
  if (!desk && !isHeld) return null;
  return (
    <p className="rounded-control bg-amber p-3 text-ochre">
      {desk
        ? `Cette commande ne peut plus être payée : ${desk}.`
        : `Cette commande ne peut plus être payée en ligne : ${online}. Vous pouvez encaisser sur place le prix convenu.`}
    </p>
  );
}

function OrderFacts({ file: { order, received, due } }: { file: OrderView }) {
  const { kind, subject_id, label_fr, status, hold_expires_at: until, payer_email } = order;
  const subject = kind === "membership" ? "members" : "registrations";
  return (
    <Facts
      facts={[
        ["État", <OrderBadge key="state" status={status} mode={order.mode} owes={order.owes} />],
        [
          "Objet",
          <IfMay key="subject" to={`/admin/${subject}`} otherwise={label_fr}>
            <Link to={`/admin/${subject}/${subject_id}`} className="link">
              {label_fr}
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
        ["Ouverte", formatMoment("fr", order.created_at)],
        ["Gardée jusqu’au", status === "held" && until ? formatMoment("fr", until) : null],
        ["Honorée", order.fulfilled_at && formatMoment("fr", order.fulfilled_at)],
        ["Page du payeur", <ShowLink key="page" id={order.id} />],
      ]}
    />
  );
}
