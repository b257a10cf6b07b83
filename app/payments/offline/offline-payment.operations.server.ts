import { and, eq, gt, inArray } from "drizzle-orm";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError, FieldRefused } from "../../core/values/errors.ts";
import { toE164 } from "../../core/values/fields.ts";
import { formatAmount, formatMoment, isoDay, type PriceCurrency } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import {
  FEDERATION,
  isUnanswered,
  LIVE_STATUSES,
  mayBePaid,
  merchantRef,
} from "../attempts/payments.ts";
import { countedFor, type DeskRates, deskRates, dueIn, quote } from "../ledger/conversion.ts";
import {
  bookCharges,
  chargesOf,
  journal,
  lockOrder,
  settle,
} from "../ledger/settlement.operations.server.ts";
import { amountDue, amountReceived, type RemainingCharge } from "../ledger/settlement.ts";
import { fulfilmentOf, greetedFor, type WriteDb } from "../orders/fulfilment.ts";
import { makeReal } from "../orders/orders.operations.server.ts";
import { GRACE_MS } from "../orders/orders.ts";
import { type OfflineOrder, partReceivedMail } from "../payments.mail.ts";
import {
  ledgerEntries,
  type Order,
  orders,
  type Payment,
  payments,
} from "../payments.table.server.ts";
import { readSetting } from "../providers/offer.operations.server.ts";
import {
  isBookable,
  isMobileNumber,
  isTransactionNumber,
  normaliseTransactionNumber,
  OPERATORS,
  type PaymentMethod,
  RECEIPT_SUFFIXES,
} from "../providers/payment-methods.ts";
import { isEndedTest } from "../providers/provider.ts";
import { bookInTill } from "../tills/till-book.operations.server.ts";
import type { AmountOwed } from "./offline-payment.ts";
import { acceptClaim, findChargeByNumber } from "./transfer-claims.operations.server.ts";

/** A payment that staff received. */
export type OfflinePayment = {
  staffId: string;
  /** The number of the receipt, or the operator's of a transfer. */
  receipt: string | null;
  key?: string;
  /** Cash by default. */
  means?: PaymentMethod;
  /** The whole amount due by default. */
  amount?: number;
  currency?: PriceCurrency;
  /** yyyy-mm-dd, today by default. */
  received_on?: string;
  /** The number that a transfer came from, as the operator names it: a refund goes back there. */
  sender?: string;
  /** The amount due when the form was shown, which every screen sends: somebody else may have booked a part since. */
  seen_due?: number;
  /** What the form said that this money counts for: the rate may have changed since. */
  seen_counted?: number;
  /** Staff said that it really is more than what is due. */
  surplus?: boolean;
  /** The float of the till that this payment opens where the account has none. */
  float_GNF?: number;
  float_XOF?: number;
  /** The form saw an open till: one that was closed since is not opened again unnoticed. */
  seen_till?: "on";
};

/** A receipt number that is already in the ledger. */
export class DuplicateReceipt extends AppError {
  constructor(receipt: string) {
    super("conflict", `le reçu ${receipt} est déjà enregistré`);
  }
}

/**
 * Records a payment for an order at the federation. Once the price is reached, the order is settled as after any payment;
 * until then the rest stays due. Repeating a `key` books nothing.
 * @throws AppError 'conflict' when cash can no longer be accepted, DuplicateReceipt when the receipt is booked already:
 * nothing is recorded then. A transfer has arrived already, so it is recorded in any case, and refunded if need be.
 */
export async function recordOfflinePayment(
  db: WriteDb,
  orderId: string,
  { key = newId(), ...manual }: OfflinePayment,
  now: Date,
): Promise<{ order: Order; booked?: Payment }> {
  const found = await lockOrder(db, orderId);
  if (await isRecorded(db, orderId, key)) return { order: found };
  if (isEndedTest(found)) {
    throw new AppError("conflict", "cette commande est un essai, n’encaissez pas");
  }
  // Only what the simulated provider takes is a test.
  const order = await makeReal(db, found, now);
  const due = amountDue(order, await chargesOf(db, orderId));
  if (manual.seen_due !== undefined && manual.seen_due !== due) {
    throw new AppError(
      "conflict",
      "un autre encaissement vient d’être enregistré, relisez le reste dû",
    );
  }
  const isCash = (manual.means ?? "cash") === "cash";
  if (!isCash) assertNumber(manual);
  if (isCash) await assertCashAllowed(db, order, due, now);
  const money = await convertPayment(db, order, due, manual, now);
  // Screens show what is due: more than that is a slip of the finger, unless somebody says that it is not.
  if (manual.seen_due !== undefined && money.price_amount > due && !manual.surplus) {
    const more = formatAmount("fr", money.price_amount - due, order.price_currency);
    throw new FieldRefused(
      "amount",
      `${more} de plus que le reste dû, cochez que vous les avez vraiment reçus`,
    );
  }
  const isLate =
    order.status === "expired" || (order.hold_expires_at !== null && order.hold_expires_at <= now);
  const partOfLate = isLate && order.status !== "confirmed" && money.price_amount < due;
  if (isCash && partOfLate) throw new AppError("conflict", LATE_PART);
  const received = { received_on: manual.received_on, payer_account: readSender(manual) };
  const payment = await insertPayment(db, order, key, { ...money, ...received }, now);
  const txnId = await bookOnce(db, payment, manual, now);
  const { receipt, staffId, means } = manual;
  const body = { receipt, by: staffId, ...(means && { means }) };
  await journal(db, { order_id: order.id, payment_id: payment.id, body });
  if (receipt && isOperator(means)) await acceptClaim(db, order.id, receipt, staffId, now);
  const settled = await settle(db, order, now);
  if (settled.status === "held") await waitForRemainder(db, settled, payment.id, now);
  else if (isCash && settled.status !== "confirmed") {
    throw new AppError(
      "conflict",
      "la place ou l’adhésion commandée n’est plus disponible, n’encaissez pas",
    );
  }
  // The till is locked last, after the order and its event.
  const float = { GNF: manual.float_GNF ?? 0, XOF: manual.float_XOF ?? 0 };
  await bookInTill(db, staffId, {
    kind: "charge",
    txnId,
    float,
    isOpen: manual.seen_till === "on",
  });
  return { order: settled, booked: payment };
}

/** @throws AppError without the number by which the money can be found on the account. */
/** @throws AppError 'conflict' when a transfer, a bank payment or a cheque comes without a number of its kind. */
export function assertNumber({ receipt, means }: Pick<OfflinePayment, "receipt" | "means">): void {
  const number = normaliseTransactionNumber(receipt ?? "");
  if (isOperator(means)) assertTransactionNumber(number);
  else if (number === "") {
    throw new AppError("conflict", "le numéro du virement ou du chèque est requis");
  }
}

/** @throws AppError when it is not what an operator gives for a transaction, such as the phone number of its payer. */
export function assertTransactionNumber(number: string): void {
  if (isTransactionNumber(number)) return;
  throw new AppError(
    "conflict",
    isMobileNumber(number)
      ? "c’est un numéro de téléphone, celui de la transaction est dans le message de l’opérateur"
      : "le numéro de la transaction est requis, tel que l’opérateur le donne",
  );
}

/** @throws AppError when it is no phone number. */
function readSender({ sender, means }: Pick<OfflinePayment, "sender" | "means">): string | null {
  if (!sender || !isOperator(means)) return null;
  const number = toE164(sender);
  if (number) return number;
  throw new AppError("conflict", "le numéro de l’expéditeur n’est pas un numéro de téléphone");
}

const LATE_PART = "le délai est passé, encaissez tout le reste dû ou rien";

/** @throws AppError when the cash would have to be refunded. */
async function assertCashAllowed(db: WriteDb, order: Order, due: number, now: Date): Promise<void> {
  const waits = order.status === "held" || order.status === "expired";
  if (!waits && !(order.status === "confirmed" && due > 0)) {
    throw new AppError("conflict", "cette commande n’attend plus de paiement");
  }
  await assertOperatorAnswered(db, order, now);
  const check = { channel: "desk", now, lock: true } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  if (answer !== "ok") throw new AppError("conflict", `${answer.staff}, n’encaissez pas`);
}

/** @throws AppError while nobody knows whether an online payment of the order has taken the money already. */
async function assertOperatorAnswered(db: WriteDb, order: Order, now: Date): Promise<void> {
  // Of an order that has just become real, the attempts were tests.
  const attempts = await db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, order.id), eq(payments.mode, order.mode)));
  if (attempts.some(({ doubt }) => mayBePaid(doubt))) {
    throw new AppError(
      "conflict",
      "un paiement en ligne de cette commande est peut-être arrivé, vérifiez auprès de l’opérateur et notez le résultat sous «\u202fÀ vérifier\u202f» avant d’encaisser",
    );
  }
  const silent = attempts.find(isUnanswered);
  if (!silent) return;
  const until = new Date(silent.provider_expires_at.getTime() + GRACE_MS);
  const soon = until > now ? `, attendez jusqu’au ${formatMoment("fr", until)}` : "";
  throw new AppError(
    "conflict",
    `l’opérateur ne dit pas si un paiement en ligne est arrivé${soon}, n’encaissez pas avant de le savoir`,
  );
}

type Money = Pick<
  Payment,
  "price_amount" | "charge_amount" | "charge_currency" | "fx_rate" | "fx_source" | "fx_at"
>;

/** Converts a payment to the currency of its order, at the rate of an online payment. */
async function convertPayment(
  db: WriteDb,
  order: Order,
  due: number,
  manual: Omit<OfflinePayment, "key">,
  now: Date,
): Promise<Money> {
  const { currency = order.price_currency, received_on = isoDay(now) } = manual;
  if (!isBookable(received_on, isoDay(now))) {
    throw new AppError(
      "conflict",
      "le jour de réception est à venir, ou remonte à plus de 90 jours",
    );
  }
  const isForeign = currency !== order.price_currency;
  const exchange = isForeign ? await readSetting(db, "exchange_rate") : {};
  const whole = quote(order, [currency], exchange);
  if (!whole) {
    throw new AppError("conflict", `aucun taux de change n’est réglé pour compter des ${currency}`);
  }
  const { charge_amount: _whole, ...rate } = whole;
  const rates = deskRates(order, exchange, (await readSetting(db, "desk")).rate_tolerance);
  const amount = manual.amount ?? dueIn(due, currency, rates) ?? 0;
  if (amount <= 0) throw new AppError("conflict", "cette commande n’attend plus de paiement");
  const price_amount = countedFor({ amount, currency, due }, rates) ?? 0;
  if (manual.seen_counted !== undefined && manual.seen_counted !== price_amount) {
    throw new AppError("conflict", "le taux de change vient de changer, relisez ce qui est compté");
  }
  if (price_amount < 1) {
    throw new AppError(
      "conflict",
      `${formatAmount("fr", amount, currency)}, c’est trop peu pour être compté`,
    );
  }
  return { ...rate, charge_amount: amount, price_amount };
}

/** The rates at which the desk takes money for a price. */
export async function readDeskRates(
  db: WriteDb,
  price: Pick<Order, "price_amount" | "price_currency">,
): Promise<DeskRates> {
  const { rate_tolerance } = await readSetting(db, "desk");
  return deskRates(price, await readSetting(db, "exchange_rate"), rate_tolerance);
}

async function insertPayment(
  db: WriteDb,
  order: Order,
  key: string,
  {
    received_on,
    ...money
  }: Money & Pick<OfflinePayment, "received_on"> & Pick<Payment, "payer_account">,
  now: Date,
): Promise<Payment> {
  const id = newId();
  const [payment] = await db
    .insert(payments)
    .values({
      ...money,
      id,
      order_id: order.id,
      request_key: key,
      provider: FEDERATION,
      merchant_ref: merchantRef(id),
      status: "succeeded",
      price_currency: order.price_currency,
      late: isLate(order, received_on ?? isoDay(now)),
      attempted_at: now,
      provider_expires_at: now,
      created_at: now,
    })
    .returning();
  if (!payment) throw new Error("no row came back");
  return payment;
}

/** Not what came to a confirmed order, which is paid twice, nor what was received before the end and booked after it. */
const isLate = ({ status, hold_expires_at: end }: Order, received_on: string): boolean =>
  status !== "held" && status !== "confirmed" && !(end && received_on < isoDay(end));

/** Mobile money has a transaction number, which the payer may announce. */
const isOperator = (means: PaymentMethod | undefined): boolean =>
  OPERATORS.some((operator) => operator === means);

async function bookOnce(
  db: WriteDb,
  payment: Payment,
  { receipt, means = "cash", staffId, received_on }: Omit<OfflinePayment, "key">,
  now: Date,
): Promise<string> {
  const number = receipt && isOperator(means) ? normaliseTransactionNumber(receipt) : receipt;
  const txnId = number || payment.merchant_ref;
  if (receipt && isOperator(means)) await assertNotBookedByProvider(db, txnId, payment);
  const { charge_amount: amount, charge_currency: currency } = payment;
  const offline = { means, received_on: received_on ?? isoDay(now), booked_by: staffId };
  for (const suffix of RECEIPT_SUFFIXES) {
    const charge = { amount, currency, txnId: txnId + suffix };
    if (await bookCharges(db, payment, [charge], offline)) return charge.txnId;
    if (!(await isReversed(db, charge.txnId))) break;
  }
  throw new DuplicateReceipt(txnId);
}

/** @throws DuplicateReceipt when a provider reported the number, so that the payment is booked already. */
async function assertNotBookedByProvider(
  db: WriteDb,
  number: string,
  payment: Payment,
): Promise<void> {
  const other = await findChargeByNumber(db, number, payment.mode, payment.id);
  if (other && other.provider !== FEDERATION) throw new DuplicateReceipt(number);
}

async function isReversed(db: WriteDb, txnId: string): Promise<boolean> {
  const rows = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.provider, FEDERATION),
        eq(ledgerEntries.provider_txn_id, txnId),
        eq(ledgerEntries.kind, "correction"),
      ),
    );
  return rows.length > 0;
}

async function isRecorded(db: WriteDb, orderId: string, key: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.order_id, orderId), eq(payments.request_key, key)));
  return rows.length > 0;
}

/** The amounts of an order, and its deadline. */
export const readAmountOwed = async (db: WriteDb, order: Order): Promise<AmountOwed> =>
  amountOwed(order, await chargesOf(db, order.id));

/** The same, with charges that were read already. */
export function amountOwed(order: Order, charges: readonly RemainingCharge[]): AmountOwed {
  const { reference, price_amount, price_currency, status, hold_expires_at } = order;
  return {
    reference,
    price_amount,
    price_currency,
    received: amountReceived(charges),
    due: amountDue(order, charges),
    until: status === "held" ? hold_expires_at : null,
  };
}

/** Switches a locked order to payment at the federation, and extends its hold for that. */
export async function switchToOffline(db: WriteDb, order: Order, now: Date): Promise<Order> {
  if (order.by_hand) return order;
  const until = await fulfilmentOf(order.kind).byHandUntil?.(db, order, now);
  const later = (end: Date | null) => (end && until && end < until ? until : end);
  const change = {
    by_hand: true,
    hold_expires_at: later(order.hold_expires_at),
    hold_cap_at: later(order.hold_cap_at),
  };
  await db.update(orders).set(change).where(eq(orders.id, order.id));
  return { ...order, ...change };
}

/** An order with the amounts that mails about its payment need. */
export async function offlineOrder(db: WriteDb, order: Order, now: Date): Promise<OfflineOrder> {
  const owed = await readAmountOwed(db, order);
  // A deadline in the past is not mailed.
  const until = owed.until && owed.until > now ? owed.until : null;
  return { ...order, greeted: await greetedFor(db, order), owed: { ...owed, until }, now };
}

/** After a partial payment: mails the payer, and waits for the rest at the desk. */
async function waitForRemainder(
  db: WriteDb,
  order: Order,
  paymentId: string,
  now: Date,
): Promise<void> {
  const waiting = await switchToOffline(db, order, now);
  const owing = await offlineOrder(db, waiting, now);
  // Online attempts for more than the rest are polled now, which cancels them.
  await db
    .update(payments)
    .set({ next_poll_at: now })
    .where(
      and(
        eq(payments.order_id, order.id),
        inArray(payments.status, [...LIVE_STATUSES]),
        gt(payments.price_amount, owing.owed.due),
      ),
    );
  await queueMail(db, withKey(partReceivedMail(owing), order.id, paymentId));
}
