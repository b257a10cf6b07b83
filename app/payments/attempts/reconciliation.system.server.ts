import { and, eq, inArray } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { DAY } from "../../core/values/durations.ts";
import type { Mode } from "../orders/orders.ts";
import { ledgerEntries } from "../payments.table.server.ts";
import {
  type ListedCharge,
  type PaymentProvider,
  providers,
  type UnbookedCharge,
} from "../providers/provider.ts";
import { callProvider } from "./attempts.system.server.ts";
import { jobSignal } from "./payments.ts";

type ListedDay = { charges: UnbookedCharge[]; isComplete: boolean };

/** Begins a day earlier, since a provider counts days by its own clock. */
export function daysBetween(from: Date, to: Date): Date[] {
  const days: Date[] = [];
  for (let at = from.getTime() - DAY; at <= to.getTime(); at += DAY) days.push(new Date(at));
  return days;
}

/** The charges of one day in the providers' own lists that the ledger does not hold. */
export async function findUnbookedCharges(day: Date): Promise<ListedDay> {
  const found: ListedDay = { charges: [], isComplete: true };
  for (const provider of providers()) {
    const listed = await listDay(provider, day);
    if (!listed) found.isComplete = false;
    else found.charges.push(...(await unbookedOf(provider, listed)));
  }
  return found;
}

/** Undefined when the list is incomplete; empty where the provider has none. */
function listDay({ list }: PaymentProvider, day: Date): Promise<ListedCharge[] | undefined> {
  const signal = jobSignal();
  const collect = async () => {
    const charges: ListedCharge[] = [];
    const end = new Date(day.getTime() + DAY);
    for await (const charge of list?.(day, end, signal) ?? []) charges.push(charge);
    return charges;
  };
  return callProvider<ListedCharge[] | undefined>("list", signal, collect, undefined);
}

async function unbookedOf(
  { id, name, mode }: PaymentProvider,
  listed: readonly ListedCharge[],
): Promise<UnbookedCharge[]> {
  const booked = await bookedTransactionIds(id, mode, listed);
  return listed
    .filter(({ charge }) => !booked.has(charge.txnId))
    .map(({ charge: { txnId, amount, currency } }) => ({
      provider: name,
      txnId,
      amount,
      currency,
    }));
}

async function bookedTransactionIds(provider: string, mode: Mode, listed: readonly ListedCharge[]) {
  const ids = listed.map(({ charge }) => charge.txnId);
  if (ids.length === 0) return new Set<string>();
  const rows = await asSystem("rest.prepare", (db) =>
    db
      .select({ id: ledgerEntries.provider_txn_id })
      .from(ledgerEntries)
      .where(
        and(
          eq(ledgerEntries.provider, provider),
          eq(ledgerEntries.mode, mode),
          inArray(ledgerEntries.provider_txn_id, ids),
        ),
      ),
  );
  return new Set(rows.map((row) => row.id));
}
