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
import { HELD_FOR, holdsPlace, type RegistrationStatus } from "../registrations.ts";

/** What the packages of a locked event have left at this moment. */
export type Stock = {
  /** By the id of the package, for those that can be chosen; without a quota, infinitely many. */
  rooms: Map<string | null, number>;
  /** All of them together, without what is kept for those who are asked to choose. */
  spare: number;
};

export async function readStock(db: WriteDb, event: FederationEvent, now: Date): Promise<Stock> {
  const options = priceOptions(event).filter((option) => !isPackageOver(option, now));
  const rooms = new Map(options.map((option) => [option.package_id, placesLeftIn(option)]));
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
  for (const { package_id, ...places } of await countTaken(db, eventId)) {
    if (rooms.has(package_id)) rooms.set(package_id, placesLeftIn(places));
  }
}

/**
 * Who was offered a place, and has to choose another package first; and who gets such a place back when an
 * event that was cancelled takes place.
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
        or(eq(status, "offered"), inArray(cancelled_from, HELD_FOR)),
      ),
    );
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
  return {
    places: Math.min(free + freed, stock.spare + freed),
    room: (stock.rooms.get(package_id) ?? 0) + ownPlace(package_id, leaving),
  };
}

/**
 * Why nobody can be given a place of a package of a locked event now.
 * @param leaving A registration that makes room for this one.
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
  return places > 0 ? undefined : KEPT;
}

const KEPT =
  "Les places qui restent sont gardées pour des personnes qui doivent choisir une formule";

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
    ? await packageRefusal(db, event, option, { now })
    : OBSTACLE_LABELS.packageGone;
  if (!refusal) return;
  const words = refusal.charAt(0).toLowerCase() + refusal.slice(1);
  throw new AppError("conflict", `${words}, corrigez d’abord l’inscription`);
}

/** Whether somebody who had a package of a locked event, on offer or withdrawn, can have it once more. */
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
  // Withdrawn: nobody who is still to choose can have a place of it.
  const rows = await countTaken(db, event.id);
  const row = rows.find((one) => one.package_id === package_id);
  return row !== undefined && placesLeftIn(row) + ownPlace(package_id, leaving) > 0;
}

/**
 * Whether somebody whose event was cancelled gets their package again. They had a place of it: only what is
 * taken already keeps them from it, where staff have lowered its quota since.
 */
export async function packageReturns(db: WriteDb, packageId: string | null): Promise<boolean> {
  if (packageId === null) return true;
  const [row] = await db.select().from(eventPackages).where(eq(eventPackages.id, packageId));
  return row !== undefined && placesLeftIn(row) > 0;
}

/** What a registration makes room for, of a package. */
const ownPlace = (packageId: string | null, leaving: Leaving | undefined): number =>
  leaving && holdsPlace(leaving.status) && leaving.package_id === packageId ? 1 : 0;
