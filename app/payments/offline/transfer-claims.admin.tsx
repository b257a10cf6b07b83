import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { required } from "../../kit/form/schema.ts";
import { runIntents, seenIntent } from "../../kit/list/intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { deliveryText } from "../../mail/mail.server.ts";
import { formatSeen } from "../../records/seen.ts";
import type { OrderStatus } from "../orders/orders.ts";
import { BackToPayments, LIST } from "../payment-badges.admin.tsx";
import { MEANS_LABELS, ORDER_LABELS } from "../payment-labels.ts";
import type { Route } from "./+types/transfer-claims.admin.ts";
import { BOX, Labelled, MoneyFields, ReceivedOn, Sender } from "./cash-form.admin.tsx";
import { amountFields, cashFields, receivedOn, sender } from "./cash-schema.ts";
import {
  confirmClaim,
  correctClaim,
  listClaims,
  type OpenClaim,
  refuseClaim,
} from "./transfer-claims.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des transferts" };

const CLAIMS = `${LIST}/announced`;

export async function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), listClaims);
}

const one = z.object({ id: z.uuid() });

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    confirm: seenIntent(
      one.extend({
        ...amountFields,
        received_on: receivedOn,
        seen_due: cashFields.seen_due,
        seen_counted: cashFields.seen_counted,
        surplus: cashFields.surplus,
        sender,
      }),
      async (db, { id, ...money }) => {
        await confirmClaim(db, id, money);
        return "Transfert enregistré avec succès";
      },
      "Erreur lors de l’enregistrement",
    ),
    correct: seenIntent(
      one.extend({ number: required("Le numéro est requis") }),
      async (db, { id, number }) => {
        await correctClaim(db, id, number);
        return "Numéro corrigé, le transfert reste à vérifier";
      },
      "Erreur lors de la correction",
    ),
    refuse: seenIntent(
      one.extend({ reason: required("Le motif est requis") }),
      async (db, { id, reason }) => {
        await refuseClaim(db, id, reason);
        return deliveryText(
          "Transfert refusé, le payeur en est prévenu par e-mail",
          "Transfert refusé. Ce site ne peut pas envoyer d’e-mail\u202f: prévenez le payeur",
        );
      },
      "Erreur lors du refus",
    ),
  });
}

/** The announced transfers that nobody has checked yet. */
export default function TransferClaimsAdmin({ loaderData }: Route.ComponentProps) {
  const { transfers, more } = loaderData;
  // Of the screen: the forms of a transfer are gone as soon as it is checked, before they can say so.
  const { submit, pending, errors } = useIntent(CLAIMS);
  const [sent, setSent] = useState<string>();
  return (
    <>
      <OfficeHead
        title="Transferts déclarés"
        lead="Cherchez chaque numéro dans le compte de l’opérateur, puis confirmez ce qui est arrivé."
      >
        <BackToPayments />
      </OfficeHead>
      {transfers.length === 0 && (
        <Empty
          title="Aucun transfert à vérifier"
          first="Les transferts que les payeurs déclarent apparaîtront ici."
        />
      )}
      <ul className="grid gap-4">
        {transfers.map((transfer) => (
          <li key={transfer.id} className="panel grid gap-4 p-5 lg:grid-cols-[1fr_2fr]">
            <ClaimFacts transfer={transfer} />
            <ClaimForms
              transfer={transfer}
              submit={(intent, fields) => {
                setSent(transfer.id);
                submit(intent, fields);
              }}
              error={sent === transfer.id ? errors.amount : undefined}
              busy={pending !== undefined}
            />
          </li>
        ))}
      </ul>
      {more && (
        <p className="mt-4 text-muted">
          Les plus anciens sont affichés. D’autres attendent et apparaîtront à mesure que vous les
          vérifiez.
        </p>
      )}
    </>
  );
}

const ENDED: ReadonlySet<OrderStatus> = new Set(["expired", "cancelled", "refunded"]);

function ClaimFacts({ transfer }: { transfer: OpenClaim }) {
  const { order_id, operator, transaction_number, payer_name, reference } = transfer;
  const { due, price_amount, price_currency, order_status } = transfer;
  const amount = (value: number) => formatAmount("fr", value, price_currency);
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-lg font-semibold tabular-nums">{transaction_number}</p>
      <p>
        {MEANS_LABELS[operator]} · {formatMoment("fr", transfer.created_at)}
      </p>
      <p>
        <Link to={`${LIST}/${order_id}`} className="link">
          {payer_name}
        </Link>{" "}
        · {reference} · {amount(price_amount)}
        {due !== price_amount && ` · reste dû : ${amount(due)}`}
      </p>
      <p className="text-muted">{transfer.label_fr}</p>
      {ENDED.has(order_status) && (
        <p className="mt-2 rounded-control bg-amber p-2 text-sm text-ochre">
          Commande {ORDER_LABELS[order_status].label.toLowerCase()}. Si l’argent est arrivé, le
          payeur retrouve ce qu’il a demandé, si c’est encore possible. Sinon, un remboursement vous
          sera demandé.
        </p>
      )}
    </div>
  );
}

type FormsProps = Pick<ReturnType<typeof useIntent>, "submit"> & {
  transfer: OpenClaim;
  /** What is wrong with the amount. */
  error: string | undefined;
  busy: boolean;
};

function ClaimForms({ transfer, submit, error, busy }: FormsProps) {
  const { id, due, rates, transaction_number, updated_at } = transfer;
  const fields = { id, seen: formatSeen({ id, updated_at }) };
  const send =
    (intent: string, more: object = {}) =>
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const typed = Object.fromEntries(new FormData(event.currentTarget));
      submit(intent, { ...fields, ...more, ...(typed as Record<string, string>) });
    };
  return (
    <div className="grid gap-4">
      <form
        key={due}
        onSubmit={send("confirm", { seen_due: String(due) })}
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-4"
      >
        <MoneyFields due={due} rates={rates} error={error} />
        <ReceivedOn />
        <Sender />
        <button type="submit" disabled={busy} className="button col-span-full justify-self-start">
          L’argent est arrivé
        </button>
      </form>
      <form
        key={transaction_number}
        onSubmit={send("correct")}
        className="grid items-end gap-3 md:grid-cols-[1fr_200px]"
      >
        <Labelled label="N° exact, si le payeur s’est trompé">
          <input name="number" required maxLength={60} autoComplete="off" className={BOX} />
        </Labelled>
        <button type="submit" disabled={busy} className="button quiet">
          Corriger le numéro
        </button>
      </form>
      <form onSubmit={send("refuse")} className="grid items-end gap-3 md:grid-cols-[1fr_200px]">
        <Labelled label="Motif du refus, que le payeur lira">
          <input name="reason" required maxLength={300} autoComplete="off" className={BOX} />
        </Labelled>
        <button type="submit" disabled={busy} className="button quiet text-blood">
          Refuser
        </button>
      </form>
    </div>
  );
}
