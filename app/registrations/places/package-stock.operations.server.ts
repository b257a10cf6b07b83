import { and, count, eq, inArray, isNull, or } from "drizzle-orm";
import { AppError } from "../../core/values/errors.ts";
import { eventPackages } from "../../events/events.table.server.ts";
import {
  type FederationEvent,
  isPackageOver,
  type PriceOption,
  placesLeftIn,
  priceOptions,
} from "../../events/events.ts";
import { countTaken } from "../../events/packages/event-packages.operations.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { OBSTACLE_LABELS } from "../admin/registration-labels.ts";
import { type Chosen, packageOf } from "../register/payment-obstacles.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { holdsPlace, RETURNING_STATUSES, type RegistrationStatus } from "../registrations.ts";

/** What is left of the packages of a locked event. */
export type Stock = {
  /** By package id, of those that can be chosen; infinity without a quota. */
  rooms: Map<string | null, number>;
  /** The sum, without the places reserved for those who must choose another package. */
  spare: number;
};

export async function readStock(db: WriteDb, event: FederationEvent, now: Date): Promise<Stock> {
  const options = priceOptions(event).filter((option) => !isPackageOver(option, now));
  const rooms = new Map(options.map((option) => [option.package_id, placesLeftIn(option)]));
  if (options.some(({ quota }) => quota === null)) {
    // A package without a quota always has room: only the others are counted again.
    if (options.some(({ quota }) => quota !== null)) await recount(db, event.id, rooms);
    return { rooms, spare: options.length > 0 ? Number.POSITIVE_INFINITY : 0 };
  }
  await recount(db, event.id, rooms);
  const all = [...rooms.values()].reduce((sum, room) => sum + Math.max(0, room), 0);
  return { rooms, spare: all - (await countChoosing(db, event.id)) };
}

/** Counts again: others may have registered in this transaction since the event was read. */
async function recount(db: WriteDb, eventId: string, rooms: Stock["rooms"]): Promise<void> {
  for (const { package_id, ...places } of await countTaken(db, eventId)) {
    if (rooms.has(package_id)) rooms.set(package_id, placesLeftIn(places));
  }
}

/**
 * How many have an offer for which they must choose another package, or will get one because their cancelled event takes
 * place after all.
 */
async function countChoosing(db: WriteDb, eventId: string): Promise<number> {
  const { event_id, status, package_id, cancelled_from } = eventRegistrations;
  const [row] = await db
    .select({ choosing: count() })
    .from(eventRegistrations)
    .where(
      and(
        eq(event_id, eventId),
        isNull(package_id),
        or(eq(status, "offered"), inArray(cancelled_from, RETURNING_STATUSES)),
      ),
    );
  return row?.choosing ?? 0;
}

/** Takes a place out of the stock: of the chosen package, or of any where that is gone. */
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
 * How many places somebody can get at a locked event with `free` places: of any package, and of this one.
 * @param leaving A registration that this one replaces.
 */
export async function placesFor(
  db: WriteDb,
  event: FederationEvent,
  { package_id }: Pick<PriceOption, "package_id">,
  { free, now, leaving }: { free: number; now: Date; leaving?: Leaving },
): Promise<{ places: number; room: number }> {
  const stock = await readStock(db, event, now);
  const freed = leaving && holdsPlace(leaving.status) ? 1 : 0;
  return {
    places: Math.min(free + freed, stock.spare + freed),
    room: (stock.rooms.get(package_id) ?? 0) + ownPlace(package_id, leaving),
  };
}

/**
 * Why no place of a package of a locked event can be given now.
 * @param leaving A registration that this one replaces.
 */
export async function packageRefusal(
  db: WriteDb,
  event: FederationEvent,
  option: PriceOption,
  { now, leaving }: { now: Date; leaving?: Leaving },
): Promise<string | undefined> {
  if (isPackageOver(option, now)) return "La date de cette formule est passée";
  const free = Number.POSITIVE_INFINITY;
  const { places, room } = await placesFor(db, event, option, { free, now, leaving });
  if (room <= 0) return "Cette formule est épuisée";
  return places > 0 ? undefined : RESERVED;
}

const RESERVED =
  "Les places qui restent sont gardées pour des personnes qui doivent choisir une formule";

/**
 * Somebody who is waiting needs room in their package; if that is gone, staff choose another one first.
 * @throws AppError 'conflict'
 */
export async function assertPackageAvailable(
  db: WriteDb,
  event: FederationEvent,
  { status, package_id, price_id }: Leaving & Chosen,
  now: Date,
): Promise<void> {
  if (status === "unproven" || (status === "offered" && package_id !== null)) return;
  const option = packageOf(event, { package_id, price_id });
  const refusal = option
    ? await packageRefusal(db, event, option, { now })
    : OBSTACLE_LABELS.packageGone;
  if (!refusal) return;
  const words = refusal.charAt(0).toLowerCase() + refusal.slice(1);
  throw new AppError("conflict", `${words}, corrigez d’abord l’inscription`);
}

/** Whether a package of a locked event, offered or withdrawn, has room for somebody who had chosen it. */
export async function packageHasRoom(
  db: WriteDb,
  event: FederationEvent,
  registration: Chosen,
  { now, leaving }: { now: Date; leaving?: Leaving },
): Promise<boolean> {
  const option = packageOf(event, registration);
  if (option) return (await packageRefusal(db, event, option, { now, leaving })) === undefined;
  const { package_id } = registration;
  if (package_id === null) return true;
  // It is withdrawn, so no place of it is reserved for those who must choose.
  const rows = await countTaken(db, event.id);
  const row = rows.find((one) => one.package_id === package_id);
  return row !== undefined && placesLeftIn(row) + ownPlace(package_id, leaving) > 0;
}

/**
 * Whether the registration of a formerly cancelled event gets its package again: not if staff have lowered the quota
 * and it is full.
 */
export async function packageReturns(db: WriteDb, packageId: string | null): Promise<boolean> {
  if (packageId === null) return true;
  const [row] = await db.select().from(eventPackages).where(eq(eventPackages.id, packageId));
  return row !== undefined && placesLeftIn(row) > 0;
}

/** 1 if the replaced registration has a place of this package. */
const ownPlace = (packageId: string | null, leaving: Leaving | undefined): number =>
  leaving && holdsPlace(leaving.status) && leaving.package_id === packageId ? 1 : 0;
