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

/** The network that somebody registers from, and the one around it, as a row may keep them. */
export type Networks = { network: string; wider_network: string };

/**
 * Where an address stands, for one event: nobody without our secret reads it back, nor sees that two
 * events were registered for from one place.
 */
export function hashNetworks(eventId: string, ip: string): Networks {
  const hash = (network: string) => keyedHash("network", `${eventId} ${network}`);
  return { network: hash(networkOf(ip)), wider_network: hash(widerNetworkOf(ip)) };
}

/**
 * Whether so many registrations of a locked event came from a network that the next one must prove its
 * address. Those that were proven or paid have forgotten theirs, and do not count.
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

/** Forgets where registrations came from once it is of no more use. */
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
