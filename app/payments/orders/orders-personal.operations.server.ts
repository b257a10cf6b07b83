import { and, eq, inArray, isNotNull, not, notInArray, or, sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { type PersonalTable, words } from "../../core/database/doors/personal-table.server.ts";
import { LIVE_STATUSES } from "../attempts/payments.ts";
import {
  ledgerEntries,
  orders,
  payments,
  refundPayees,
  refunds,
  transferClaims,
} from "../payments.table.server.ts";
import { SETTLED_STATUSES } from "../refunds/refunds.ts";
import { cancelOpenOrder } from "./orders.operations.server.ts";

const MONEY_LAW = words(
  "Les paiements : le nom et le montant, 10 ans, comme le demandent les règles comptables ; sans date de naissance, téléphone ni e-mail.",
  "Payments: the name and the amount, for 10 years, as accounting rules require; without date of birth, phone or e-mail.",
);

/** The personal data of orders. */
export const orderData: PersonalTable = {
  table: orders,
  title: words("Commande", "Order"),
  owner: {
    by: "record",
    record: orders.subject_id,
    keys: [orders.token, orders.share_token, orders.id],
  },
  fields: {
    reference: words("Référence", "Reference"),
    label_fr: words("Objet", "For"),
    price_amount: words("Montant", "Amount"),
    price_currency: words("Devise", "Currency"),
    status: words("Statut", "Status"),
    payer_name: words("Payeur", "Payer"),
    payer_email: words("E-mail", "E-mail"),
    payer_phone: words("Téléphone", "Phone"),
    created_at: words("Ouverte le", "Opened on"),
    fulfilled_at: words("Payée le", "Paid on"),
  },
  values: {
    status: {
      held: words("En attente", "Waiting"),
      confirmed: words("Payée", "Paid"),
      expired: words("Expirée", "Expired"),
      cancelled: words("Annulée", "Cancelled"),
      paid_unfulfilled: words("Payée sans contrepartie", "Paid, with nothing given for it"),
      refunded: words("Remboursée", "Refunded"),
    },
  },
  hidden: [
    "id",
    "kind",
    "mode",
    "subject_id",
    "label_en",
    "by_hand",
    "waived",
    "owes",
    "hold_expires_at",
    "hold_cap_at",
    "hold_before_transfer",
    "claimed_until",
    "token",
    "share_token",
    "language",
    "search_text",
    "updated_at",
  ],
  obstacles: findMoneyUnderWay,
  erase: anonymisePayers,
  keeps: MONEY_LAW,
};

/** The personal data of attempts. */
export const paymentData: PersonalTable = {
  table: payments,
  title: words("Paiement", "Payment"),
  owner: { by: "record", record: payments.order_id },
  fields: {
    merchant_ref: words("Référence", "Reference"),
    provider: words("Par", "Through"),
    charge_amount: words("Montant", "Amount"),
    charge_currency: words("Devise", "Currency"),
    payer_number: words("Numéro débité", "Number charged"),
    payer_account: words("Compte débité", "Account charged"),
    status: words("État", "State"),
    created_at: words("Commencé le", "Started on"),
  },
  hidden: [
    "id",
    "order_id",
    "request_key",
    "mode",
    "shared",
    "provider_ids",
    "price_amount",
    "price_currency",
    "fx_rate",
    "fx_source",
    "fx_at",
    "late",
    "redirect_url",
    "attempted_at",
    "provider_expires_at",
    "polls",
    "capture_after",
    "declines",
    "asked_at",
    "next_poll_at",
    "notices",
    "reason",
    "updated_at",
    "doubt",
    "doubt_settled",
  ],
  erase: async () => {},
};

/** The ledger entries of a person. */
export const ledgerData: PersonalTable = {
  table: ledgerEntries,
  title: words("Mouvement d’argent", "Money movement"),
  owner: { by: "record", record: ledgerEntries.order_id },
  fields: {
    kind: words("Mouvement", "Movement"),
    amount: words("Montant", "Amount"),
    currency: words("Devise", "Currency"),
    received_on: words("Reçu le", "Received on"),
    created_at: words("Date", "Date"),
  },
  values: {
    kind: {
      charge: words("Paiement", "Payment"),
      refund: words("Remboursement", "Refund"),
      chargeback: words("Repris par l’opérateur", "Taken back by the operator"),
      correction: words("Encaissement corrigé", "Receipt corrected"),
    },
  },
  hidden: [
    "id",
    "order_id",
    "payment_id",
    "provider",
    "provider_txn_id",
    "price_amount",
    "received",
    "mode",
    "fee",
    "means",
    "booked_by",
    "gnf_per_eur",
    "note",
  ],
  erase: async () => {},
};

/** The announced transfers of a payer. */
export const transferClaimData: PersonalTable = {
  table: transferClaims,
  title: words("Transfert déclaré", "Reported transfer"),
  owner: { by: "record", record: transferClaims.order_id },
  fields: {
    operator: words("Opérateur", "Operator"),
    transaction_number: words("Numéro de la transaction", "Transaction number"),
    status: words("État", "State"),
    reason: words("Motif", "Reason"),
    created_at: words("Déclaré le", "Reported on"),
  },
  values: {
    operator: {
      orange_money: words("Orange Money", "Orange Money"),
      mtn_momo: words("MTN MoMo", "MTN MoMo"),
    },
    status: {
      announced: words("Déclaré", "Reported"),
      confirmed: words("Reçu", "Received"),
      refused: words("Refusé", "Refused"),
    },
  },
  hidden: ["id", "order_id", "decided_by", "decided_at", "updated_at"],
  obstacles: async (db, ids) => {
    const rows = await db
      .select({ id: transferClaims.id })
      .from(transferClaims)
      .where(and(inArray(transferClaims.id, [...ids]), eq(transferClaims.status, "announced")));
    return rows.length > 0 ? ["un transfert est déclaré : confirmez-le ou refusez-le"] : [];
  },
};

/** The refunds of a person. */
export const refundData: PersonalTable = {
  table: refunds,
  title: words("Remboursement", "Refund"),
  owner: { by: "record", record: refunds.order_id },
  fields: {
    amount: words("Montant", "Amount"),
    currency: words("Devise", "Currency"),
    status: words("État", "State"),
    created_at: words("Demandé le", "Requested on"),
    done_at: words("Fait le", "Done on"),
  },
  hidden: [
    "id",
    "order_id",
    "charge_id",
    "mode",
    "source",
    "reason",
    "note",
    "keeps_place",
    "provider_ref",
    "operator_reference",
    "requested_by",
    "holder_asked",
    "approved_by",
    "by_rule",
    "approve_from",
    "recorded_by",
    "decision",
    "refusal",
    "replaces",
    "next_try_at",
    "sent_at",
    "tries",
    "updated_at",
  ],
  erase: async () => {},
};

/** The other numbers that refunds are paid to. */
export const payeeData: PersonalTable = {
  table: refundPayees,
  title: words("Numéro d’un remboursement", "Refund number"),
  owner: { by: "record", record: refundPayees.refund_id },
  fields: {
    number: words("Numéro", "Number"),
    created_at: words("Donné le", "Given on"),
  },
  hidden: [
    "id",
    "refund_id",
    "reason",
    "requested_by",
    "approved_by",
    "approve_from",
    "updated_at",
  ],
  erase: async (db, ids) => {
    await db
      .update(refundPayees)
      .set({ number: null })
      .where(inArray(refundPayees.id, [...ids]));
  },
};

/** Payments and refunds under way: the payer must stay known until they end. */
async function findMoneyUnderWay(db: SystemDb, ids: readonly string[]): Promise<string[]> {
  const order_id = [...ids];
  const attempts = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.order_id, order_id),
        inArray(payments.status, [...LIVE_STATUSES, "unknown", "review"]),
      ),
    );
  const returns = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(inArray(refunds.order_id, order_id), notInArray(refunds.status, [...SETTLED_STATUSES])),
    );
  const undelivered = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        ofOrders(ids),
        or(eq(orders.status, "paid_unfulfilled"), and(eq(orders.status, "held"), hasMoney)),
      ),
    );
  return [
    ...(attempts.length > 0
      ? ["un paiement est en cours : attendez qu’il aboutisse ou s’arrête"]
      : []),
    ...(returns.length > 0 || undelivered.length > 0
      ? ["de l’argent est à rembourser : terminez d’abord le remboursement dans « Paiements »"]
      : []),
  ];
}

/** Some money was received for the order. */
const hasMoney = sql<boolean>`exists (select from ledger_entries where order_id = ${orders.id})`;

/** A payment, refund, announced transfer or discrepancy of the order is open. */
export const isUnsettled = sql<boolean>`(${eq(orders.status, "paid_unfulfilled")}
  or ${eq(orders.status, "held")} and ${hasMoney}
  or exists (select from ${transferClaims} where ${transferClaims.order_id} = ${orders.id}
    and ${eq(transferClaims.status, "announced")})
  or exists (select from ${payments} where ${payments.order_id} = ${orders.id}
    and ${isNotNull(payments.doubt)})
  or exists (select from ${refunds} where ${refunds.order_id} = ${orders.id}
    and ${notInArray(refunds.status, [...SETTLED_STATUSES])}))`;

const ofOrders = (ids: readonly string[]) => inArray(orders.id, [...ids]);

/** Removes the contact data of payers. By law the name of a paid order stays; of an unpaid one it is removed too. */
async function anonymisePayers(db: SystemDb, ids: readonly string[]): Promise<void> {
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofOrders(ids), inArray(orders.status, ["held"])));
  for (const { id } of held) await cancelOpenOrder(db, id);
  await db.update(orders).set({ payer_phone: null, payer_email: "" }).where(ofOrders(ids));
  await db
    .update(payments)
    .set({ payer_number: null, payer_account: null })
    .where(inArray(payments.order_id, [...ids]));
  const refundIds = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.order_id, [...ids]));
  await db
    .update(refundPayees)
    .set({ number: null })
    .where(inArray(refundPayees.refund_id, refundIds));
  // The ledger holds what was received of them.
  await db.delete(transferClaims).where(inArray(transferClaims.order_id, [...ids]));
  // A part that was received and refunded counts as paid.
  const unpaid = and(inArray(orders.status, ["cancelled", "expired"]), not(hasMoney));
  await db
    .update(orders)
    .set({ payer_name: "—" })
    .where(and(ofOrders(ids), unpaid));
}

/** The same for the next orders whose subject is deleted, also from the bin. Returns how many there were. */
export async function anonymiseOrphanedPayers(db: SystemDb, limit: number): Promise<number> {
  const gone = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      sql`(${orders.payer_email} <> '' or ${orders.payer_phone} is not null)
        and ${orders.status} <> 'held' and not ${isUnsettled}
        and not exists (select from members where id = ${orders.subject_id})
        and not exists (select from event_registrations where id = ${orders.subject_id})
        and ${orders.subject_id}::text not in (
          select entry -> 'row' ->> 'id' from bin, jsonb_array_elements(rows) entry)`,
    )
    .orderBy(orders.id)
    .limit(limit)
    .for("update");
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await anonymisePayers(db, ids);
  return ids.length;
}

/** The same for all orders of deleted subjects, such as members. */
export async function anonymisePayersOf(db: SystemDb, subjects: readonly string[]): Promise<void> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.subject_id, [...subjects]));
  await anonymisePayers(
    db,
    rows.map(({ id }) => id),
  );
}
