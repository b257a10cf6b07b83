import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { AppError } from "../core/errors.ts";
import { eventPackages } from "../events/event-packages.table.server.ts";
import { type FederationEvent, type PriceOption, priceOptions } from "../events/events.ts";
import { isPackageOver, packageRoom } from "../events/packages.ts";
import type { WriteDb } from "../payments/fulfilment.ts";
import { OBSTACLE_LABELS } from "./registration-labels.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { HELD_FOR, holdsPlace, type RegistrationStatus } from "./registrations.ts";
import { type Chosen, packageOf } from "./unpayable.ts";

/** What the packages of a locked event have left at this moment. */
export type Stock = {
  /** By the id of the package, for those that can be chosen; without a quota, infinitely many. */
  rooms: Map<string | null, number>;
  /** All of them together, without what is kept for those who are asked to choose. */
  spare: number;
};

export async function readStock(db: WriteDb, event: FederationEvent, now: Date): Promise<Stock> {
  const options = priceOptions(event).filter((option) => !isPackageOver(option, now));
  const rooms = new Map(options.map((option) => [option.package_id, packageRoom(option)]));
  if (options.some(({ quota }) => quota === null)) {
    // Somebody always finds one: only those with a quota are counted anew.
    if (options.some(({ quota }) => quota !== null)) await recount(db, event.id, rooms);
    return { rooms, spare: options.length > 0 ? Number.POSITIVE_INFINITY : 0 };
  }
  await recount(db, event.id, rooms);
  const all = [...rooms.values()].reduce((sum, room) => sum + Math.max(0, room), 0);
  return { rooms, spare: all - (await countChoosing(db, event.id)) };
}

/** The event was read when it was locked, and others may have registered since in the same transaction. */
async function recount(db: WriteDb, eventId: string, rooms: Stock["rooms"]): Promise<void> {
  const rows = await db
    .select({ id: eventPackages.id, room: roomOf })
    .from(eventPackages)
    .where(eq(eventPackages.event_id, eventId));
  for (const { id, room } of rows) {
    if (rooms.has(id)) rooms.set(id, room ?? Number.POSITIVE_INFINITY);
  }
}

/** Whose place an event that was cancelled took away comes first when it takes place after all. */
const returning = sql`select count(*) from event_registrations r
  where r.package_id = event_packages.id
    and r.cancelled_from in (${sql.raw(HELD_FOR.map((status) => `'${status}'`).join(", "))})`;

const roomOf = sql<number | null>`quota - taken - (${returning})`.mapWith(Number);

/** Who was offered a place, and has to choose another package first. */
async function countChoosing(db: WriteDb, eventId: string): Promise<number> {
  const { event_id, status, package_id } = eventRegistrations;
  const [row] = await db
    .select({ choosing: count() })
    .from(eventRegistrations)
    .where(and(eq(event_id, eventId), eq(status, "offered"), isNull(package_id)));
  return row?.choosing ?? 0;
}

/** Takes a place out of the stock: of the package that somebody chose, or of any where that is gone. */
export function takeFrom(
  stock: Stock,
  event: FederationEvent,
  registration: Chosen,
): "chosen" | "any" | undefined {
  if (stock.spare <= 0) return undefined;
  stock.spare -= 1;
  const option = packageOf(event, registration);
  const room = option ? (stock.rooms.get(option.package_id) ?? 0) : 0;
  if (!option || room <= 0) return "any";
  stock.rooms.set(option.package_id, room - 1);
  return "chosen";
}

type Leaving = { status: RegistrationStatus; package_id: string | null };

/**
 * What there is for somebody who wants a package of a locked event with `free` places: how many places
 * there are at all, of whatever package, and how many of this one.
 * @param leaving A registration that makes room for this one.
 */
export async function placesFor(
  db: WriteDb,
  event: FederationEvent,
  { package_id }: Pick<PriceOption, "package_id">,
  { free, now, leaving }: { free: number; now: Date; leaving?: Leaving },
): Promise<{ places: number; room: number }> {
  const stock = await readStock(db, event, now);
  const freed = leaving && holdsPlace(leaving.status) ? 1 : 0;
  const own = freed && leaving?.package_id === package_id ? 1 : 0;
  return {
    places: Math.min(free + freed, stock.spare + freed),
    room: (stock.rooms.get(package_id) ?? 0) + own,
  };
}

/** Why staff cannot give somebody a place of a package of a locked event now. */
export async function packageRefusal(
  db: WriteDb,
  event: FederationEvent,
  option: PriceOption,
  now: Date,
): Promise<string | undefined> {
  if (isPackageOver(option, now)) return "La date de cette formule est passée";
  const { rooms } = await readStock(db, event, now);
  return (rooms.get(option.package_id) ?? 0) > 0 ? undefined : "Cette formule est épuisée";
}

/**
 * Whoever waits needs a place of their package too; for whoever must choose another one, staff do that first.
 * @throws AppError 'conflict'
 */
export async function needPackage(
  db: WriteDb,
  event: FederationEvent,
  { status, package_id, price_id }: Leaving & Chosen,
  now: Date,
): Promise<void> {
  if (status === "unproven" || (status === "offered" && package_id !== null)) return;
  const option = packageOf(event, { package_id, price_id });
  const refusal = option
    ? await packageRefusal(db, event, option, now)
    : OBSTACLE_LABELS.packageGone;
  if (!refusal) return;
  const words = refusal.charAt(0).toLowerCase() + refusal.slice(1);
  throw new AppError("conflict", `${words}, corrigez d’abord l’inscription`);
}

/**
 * Whether a package, on offer or withdrawn, has a place for somebody who had one of it before.
 * @param leaving A registration that makes room for this one.
 */
export async function packageHasRoom(
  db: WriteDb,
  packageId: string | null,
  leaving?: Leaving,
): Promise<boolean> {
  if (packageId === null) return true;
  const [row] = await db
    .select()
    .from(eventPackages)
    .where(inArray(eventPackages.id, [packageId]));
  if (!row) return false;
  const freed = leaving && holdsPlace(leaving.status) && leaving.package_id === packageId ? 1 : 0;
  return packageRoom(row) + freed > 0;
}
