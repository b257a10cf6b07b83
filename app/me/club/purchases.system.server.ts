import { and, desc, eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isoDay } from "../../i18n/format.ts";
import type { ClubSeason } from "../../membership/clubs/clubs.operations.server.ts";
import { clubPurchases } from "../../membership/clubs/clubs.table.server.ts";
import { paidUntil } from "../../membership/clubs/clubs.ts";
import { type LicenceOffer, offerKey, purchaseLabels } from "../../membership/clubs/purchases.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { chargesOf, lockOrder } from "../../payments/ledger/settlement.operations.server.ts";
import { amountReceived } from "../../payments/ledger/settlement.ts";
import {
  hasOpenClaim,
  isBeingPaid,
  openOrder,
  withdrawOrder,
} from "../../payments/orders/orders.operations.server.ts";
import type { OrderStatus } from "../../payments/orders/orders.ts";
import { orders } from "../../payments/payments.table.server.ts";
import { siteMode } from "../../payments/providers/provider.ts";
import { findOwnClub, findPlayerType } from "./invitations.system.server.ts";

/** The largest amount of an order. */
const MOST_AMOUNT = 2 ** 31 - 1;

/** What a licence costs that a club buys today; undefined while none is for sale. */
export async function findOffer(
  db: SystemDb,
  { end }: ClubSeason,
): Promise<LicenceOffer | undefined> {
  const type = await findPlayerType(db);
  if (!type || type.price === 0) return undefined;
  const until = paidUntil(isoDay(currentTime()), end);
  return { price: type.price, currency: type.currency, until };
}

export type Purchase = {
  order: string;
  token: string;
  reference: string;
  status: OrderStatus;
  price_amount: number;
  price_currency: string;
  count: number;
  until: string;
  /** How many of them are promised or given. */
  taken: number;
};

/** What a club has bought and may buy, the newest first. */
export const listPurchases = (db: SystemDb, club: number) =>
  rowsOf<Purchase>(
    db,
    sql`select o.id as order, o.token, o.reference, o.status, o.price_amount, o.price_currency, p.count,
        p.until::text as until,
        (select count(*)::int from club_places t where t.purchase_id = p.id and is_club_place_taken(t)) as taken
      from club_purchases p join orders o on o.id = p.order_id
      where p.club = ${club} order by o.created_at desc, o.id desc limit 100`,
  );

export type Wish = {
  count: number;
  /** The price that the club was shown: `offerKey`. */
  offer: string;
};

/**
 * `none`: no club of theirs is one today. `closed`: no licence is for sale. `changed`: the price is another one.
 * `underWay`: another order of theirs is being paid. `count`: more than an order can cost.
 */
export type Ordered =
  | { token: string }
  | { refused: "none" | "closed" | "changed" | "underWay" | "count" };

/**
 * Orders licences for a club. The same wish finds the order that is open; another one replaces it, unless somebody is paying
 * it.
 */
export function orderLicences(email: string, number: number, wish: Wish): Promise<Ordered> {
  return asSystem("club.buy", async (db): Promise<Ordered> => {
    const club = await findOwnClub(db, email, number);
    if (!club) return { refused: "none" };
    const offer = await findOffer(db, club);
    if (!offer) return { refused: "closed" };
    if (offerKey(offer) !== wish.offer) return { refused: "changed" };
    const amount = wish.count * offer.price;
    if (amount > MOST_AMOUNT) return { refused: "count" };

    const isSame = (one: { count: number; until: string; amount: number; currency: string }) =>
      one.count === wish.count &&
      one.until === offer.until &&
      one.amount === amount &&
      one.currency === offer.currency;
    for (;;) {
      // An order is locked before its club, as in a payment: that there is one at a time is for its unique index.
      const [open] = await findOpen(db, number);
      if (open && isSame(open)) return { token: open.token };
      if (open) {
        const order = await lockOrder(db, open.order);
        if (order.status !== "held") continue;
        if (await isBegun(db, order.id)) return { refused: "underWay" };
        await withdrawOrder(db, order.id);
      }
      const [payer] = await db
        .select({ phone: members.phone })
        .from(members)
        .where(eq(members.id, club.id));
      const order = await openOrder(db, {
        kind: "licences",
        subject_id: club.id,
        price_amount: amount,
        price_currency: offer.currency,
        ...purchaseLabels(wish.count, club.organisation),
        language: club.language,
        payer_name: club.name,
        payer_email: club.email,
        payer_phone: payer?.phone ?? null,
      });
      const [bought] = await db
        .insert(clubPurchases)
        .values({
          club: number,
          order_id: order.id,
          count: wish.count,
          until: offer.until,
        })
        .onConflictDoNothing()
        .returning({ id: clubPurchases.id });
      if (bought) return { token: order.token };
    }
  });
}

const findOpen = (db: SystemDb, club: number) =>
  db
    .select({
      order: orders.id,
      token: orders.token,
      amount: orders.price_amount,
      currency: orders.price_currency,
      count: clubPurchases.count,
      until: clubPurchases.until,
    })
    .from(clubPurchases)
    .innerJoin(orders, eq(orders.id, clubPurchases.order_id))
    .where(
      and(eq(clubPurchases.club, club), eq(orders.status, "held"), eq(orders.mode, siteMode())),
    )
    .orderBy(desc(orders.created_at))
    .limit(1);

/** Whether money is on its way, or has come: another order would be a second payment. */
const isBegun = async (db: SystemDb, order: string): Promise<boolean> =>
  (await isBeingPaid(db, order)) ||
  (await hasOpenClaim(db, order)) ||
  amountReceived(await chargesOf(db, order)) > 0;
