import { and, eq, inArray, or, sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { networkOf, widerNetworkOf } from "../../core/http/network.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { keyedHash } from "../../core/secrets/keys.server.ts";
import { HOUR } from "../../core/values/durations.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import {
  LIVE_STATUSES,
  NETWORK_PLACES,
  NETWORK_RETENTION_MS,
  WIDER_NETWORK_PLACES,
} from "../registrations.ts";

/** The keyed hashes of an address’s network and of the wider one. */
export type Networks = { network: string; wider_network: string };

/**
 * Hashes the networks of an address per event, so that registrations for two events cannot be linked without our secret.
 */
export function hashNetworks(eventId: string, ip: string): Networks {
  const hash = (network: string) => keyedHash("network", `${eventId} ${network}`);
  return { network: hash(networkOf(ip)), wider_network: hash(widerNetworkOf(ip)) };
}

/**
 * Whether the next registration from a network must prove its address. Proven and paid ones have lost their networks,
 * and do not count.
 */
export async function isBeyondLimit(
  db: WriteDb,
  eventId: string,
  { network, wider_network }: Networks,
): Promise<boolean> {
  const table = eventRegistrations;
  const [row] = await db
    .select({
      near: sql<number>`count(*) filter (where ${table.network} = ${network})::int`,
      wide: sql<number>`count(*) filter (where ${table.wider_network} = ${wider_network})::int`,
    })
    .from(table)
    .where(
      and(
        eq(table.event_id, eventId),
        eq(table.wider_network, wider_network),
        inArray(table.status, LIVE_STATUSES),
      ),
    );
  return (row?.near ?? 0) >= NETWORK_PLACES || (row?.wide ?? 0) >= WIDER_NETWORK_PLACES;
}

export const forgetNetworksJob: Job = {
  name: "registrations.forget",
  byCalendar: true,
  everyMs: HOUR,
  run: () => forgetNetworks(),
};

/** Deletes the networks and browsers of registrations after their retention. */
export async function forgetNetworks(now = currentTime()): Promise<void> {
  const table = eventRegistrations;
  const old = new Date(now.getTime() - NETWORK_RETENTION_MS).toISOString();
  const over = sql`event_id in (select id from events where date < ${now.toISOString()}::date)`;
  const due = or(
    sql`${table.network} is not null and (${table.created_at} < ${old} or ${over})`,
    sql`${table.browser} is not null and ${over}`,
  );
  await asSystem("registrations.forget", async (db) => {
    // A statement that changes nothing would still empty the page cache.
    const [one] = await db.select({ id: table.id }).from(table).where(due).limit(1);
    if (!one) return;
    await db
      .update(table)
      .set({
        network: null,
        wider_network: null,
        browser: sql`case when ${over} then null else ${table.browser} end`,
      })
      .where(due);
  });
}
