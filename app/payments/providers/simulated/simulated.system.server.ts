import { randomBytes } from "node:crypto";
import { eq, type SQL } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../../core/log/log.server.ts";
import { currentTime } from "../../../core/process/clock.ts";
import { env } from "../../../core/process/env.server.ts";
import { newId } from "../../../core/secrets/id.server.ts";
import { keyring } from "../../../core/secrets/keys.server.ts";
import { DAY } from "../../../core/values/durations.ts";
import { parseJson } from "../../../core/values/json.ts";
import { languageOf, pathIn } from "../../../i18n/languages.ts";
import { CHARGE_CURRENCIES } from "../../orders/orders.ts";
import { simulatedPayments } from "../../payments.table.server.ts";
import type { PaymentProvider } from "../provider.ts";
import { isSignedBy, signatureOf } from "../provider-http.server.ts";
import {
  answerOf,
  captured,
  isPlayable,
  isRefunded,
  played,
  type SimulatedAction,
  type SimulatedPayment,
  simulatedPayment,
  withRefund,
} from "./simulated.ts";

/** The storage of the simulated provider. */
export type SimulatedBooks = {
  /** Stores a payment, or returns the one with the same reference. */
  open(payment: SimulatedPayment): Promise<SimulatedPayment>;
  find(merchantRef: string): Promise<SimulatedPayment | undefined>;
  /** Under a lock; a change that returns `undefined` changes nothing. */
  change(
    merchantRef: string,
    change: (payment: SimulatedPayment) => SimulatedPayment | undefined,
  ): Promise<boolean>;
};

type Environment = {
  books: SimulatedBooks;
  secret: () => string;
  pageOf: (payment: SimulatedPayment) => string;
  now?: () => Date;
};

const SIGNATURE = "x-simulated-signature";
const REFERENCE_BYTES = 18;
/** As PayPal's. */
const KEY_LIFE_MS = 45 * DAY;
const noticeSchema = z.object({ eventId: z.string().min(1).max(200), merchantRef: z.string() });

/** A provider without money, played by people on a page of ours, behind the same interface as a real one. */
export function simulatedProvider(environment: Environment): PaymentProvider {
  const { books, now: clock = currentTime } = environment;
  return {
    id: "simulated",
    name: "Simulation",
    mode: "test",
    currencies: CHARGE_CURRENCIES,
    asksPayerNumber: false,
    async create(attempt) {
      const reference = randomBytes(REFERENCE_BYTES).toString("base64url");
      const payment = await books.open(simulatedPayment(attempt, newId(), reference));
      return {
        kind: "redirect",
        url: environment.pageOf(payment),
        ids: { reference: payment.reference },
        expiresAt: payment.expires_at,
      };
    },
    async query({ merchantRef }) {
      const payment = await books.find(merchantRef);
      if (!payment) return { state: "not_found" };
      if (payment.silent) throw new Error("the simulated provider keeps silent");
      const answer = answerOf(payment, clock());
      return answer.state === "pending" ? { ...answer, url: environment.pageOf(payment) } : answer;
    },
    async capture({ merchantRef }, key) {
      let before: SimulatedPayment | undefined;
      await books.change(merchantRef, (payment) => {
        before = payment;
        return captured(payment, key, clock());
      });
      const payment = await books.find(merchantRef);
      if (!payment || payment.silent) throw new Error("the simulated provider keeps silent");
      const answer = answerOf(payment, clock());
      if (answer.state !== "pending") return answer;
      const declined = before?.status === "declined";
      return { ...answer, url: environment.pageOf(payment), declined };
    },
    async cancel({ merchantRef }) {
      await books.change(merchantRef, (payment) =>
        isPlayable(payment, clock()) ? { ...payment, status: "cancelled" } : undefined,
      );
    },
    refunds: {
      keyLifeMs: KEY_LIFE_MS,
      async send({ key, merchantRef, txnId, amount }) {
        const changed = await books.change(merchantRef, (payment) =>
          withRefund(payment, { key, txnId, amount }),
        );
        return { state: changed ? "done" : "failed", id: `R-${key}` };
      },
      async find({ key, merchantRef, id }) {
        const payment = await books.find(merchantRef);
        return { state: payment && isRefunded(payment, key) ? "done" : "failed", id };
      },
    },
    async verifyNotice(headers, raw) {
      if (!isSignedBy(environment.secret(), headers.get(SIGNATURE), raw)) return { ok: false };
      const { data: notice } = noticeSchema.safeParse(parseJson(raw));
      if (!notice) return { ok: false };
      return {
        ok: true,
        eventKey: notice.eventId,
        about: { merchantRef: notice.merchantRef },
      };
    },
  };
}

/** Sent again, a notice has the same id. */
export function noticeOf(payment: SimulatedPayment, secret: string) {
  const body = JSON.stringify({
    eventId: `${payment.merchant_ref}:${payment.status}:${payment.charges.length}`,
    merchantRef: payment.merchant_ref,
  });
  const headers = {
    "content-type": "application/json",
    [SIGNATURE]: signatureOf(secret, Buffer.from(body)),
  };
  return { url: payment.notice_url, headers, body };
}

const DELIVERY_MS = 5_000;

const byReference = (merchantRef: string) => eq(simulatedPayments.merchant_ref, merchantRef);

const books: SimulatedBooks = {
  open: (payment) =>
    asSystem("simulated.open", async (db) => {
      await db.insert(simulatedPayments).values(payment).onConflictDoNothing();
      const row = await findRow(db, byReference(payment.merchant_ref));
      if (!row) throw new Error("the simulated payment was not stored");
      return row;
    }),
  find: (merchantRef) => asSystem("simulated.find", (db) => findRow(db, byReference(merchantRef))),
  change: (merchantRef, change) =>
    asSystem("simulated.change", async (db) => {
      const which = byReference(merchantRef);
      const [payment] = await db.select().from(simulatedPayments).where(which).for("update");
      const updated = payment && change(payment);
      if (updated && updated !== payment)
        await db.update(simulatedPayments).set(updated).where(which);
      return updated !== undefined;
    }),
};

/** The key of its notices. */
const secret = () => keyring().current("simulated-payment").bytes.toString("hex");

export const simulated = simulatedProvider({
  books,
  secret,
  pageOf: ({ reference, return_url }) => {
    const language = languageOf(new URL(return_url).pathname);
    return env().PUBLIC_URL + pathIn(language, `/payments/simulated/${reference}`);
  },
});

async function findRow(db: SystemDb, which: SQL): Promise<SimulatedPayment | undefined> {
  const [payment] = await db.select().from(simulatedPayments).where(which);
  return payment;
}

/** By the reference in the address of its page. */
export const findSimulated = (reference: string): Promise<SimulatedPayment | undefined> =>
  asSystem("simulated.find", (db) => findRow(db, eq(simulatedPayments.reference, reference)));

/** Plays a button of the payer, then sends the chosen number of notices. */
export async function play(
  payment: SimulatedPayment,
  action: SimulatedAction,
  notices: number,
): Promise<void> {
  let after = payment;
  await books.change(payment.merchant_ref, (before) => {
    after = played(before, action, currentTime());
    return after;
  });
  if (after.silent) return;
  for (let n = 0; n < notices; n++) void deliver(after);
}

async function deliver(payment: SimulatedPayment): Promise<void> {
  const { url, headers, body } = noticeOf(payment, secret());
  try {
    await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(DELIVERY_MS) });
  } catch (error) {
    // The site polls anyway.
    log.warn({ reason: reasonOf(error) }, "simulated notice not delivered");
  }
}
