import { eq } from "drizzle-orm";
import { asSystem } from "../../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../../core/log/log.server.ts";
import { currentTime } from "../../../core/process/clock.ts";
import { env } from "../../../core/process/env.server.ts";
import { keyring } from "../../../core/secrets/keys.server.ts";
import { languageOf, pathIn } from "../../../i18n/languages.ts";
import { played, type SimulatedAction, type SimulatedPayment } from "./simulated.ts";
import { simulatedPayments } from "./simulated-payments.table.server.ts";
import { noticeOf, type SimulatedBooks, simulatedProvider } from "./simulated-provider.server.ts";

const DELIVERY_MS = 5_000;

const books: SimulatedBooks = {
  open: (payment) =>
    asSystem("simulated.open", async (db) => {
      await db.insert(simulatedPayments).values(payment).onConflictDoNothing();
      const [row] = await db
        .select()
        .from(simulatedPayments)
        .where(eq(simulatedPayments.merchant_ref, payment.merchant_ref));
      if (!row) throw new Error("the simulated payment was not kept");
      return row;
    }),
  find: (merchantRef) =>
    asSystem("simulated.find", async (db) => {
      const [payment] = await db
        .select()
        .from(simulatedPayments)
        .where(eq(simulatedPayments.merchant_ref, merchantRef));
      return payment;
    }),
  change: (merchantRef, change) =>
    asSystem("simulated.change", async (db) => {
      const which = eq(simulatedPayments.merchant_ref, merchantRef);
      const [payment] = await db.select().from(simulatedPayments).where(which).for("update");
      const updated = payment && change(payment);
      if (updated && updated !== payment)
        await db.update(simulatedPayments).set(updated).where(which);
      return updated !== undefined;
    }),
};

/** The key of its notices: its own, so that it signs nothing else. */
const secret = () => keyring().current("simulated-payment").bytes.toString("hex");

/** The simulated provider of this site. */
export const simulated = simulatedProvider({
  books,
  secret,
  pageOf: ({ reference, return_url }) => {
    const language = languageOf(new URL(return_url).pathname);
    return env().PUBLIC_URL + pathIn(language, `/payments/simulated/${reference}`);
  },
});

/** The payment of an address of its page. */
export function findSimulated(reference: string): Promise<SimulatedPayment | undefined> {
  return asSystem("simulated.find", async (db) => {
    const [payment] = await db
      .select()
      .from(simulatedPayments)
      .where(eq(simulatedPayments.reference, reference));
    return payment;
  });
}

/** Plays what the payer pressed, then tells the site: as often as asked, or not at all. */
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
    // The site asks by itself too.
    log.warn({ reason: reasonOf(error) }, "simulated notice not delivered");
  }
}
