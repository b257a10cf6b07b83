import { sql } from "drizzle-orm";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { pathIn } from "../../i18n/languages.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { chargesOf } from "../../payments/ledger/settlement.operations.server.ts";
import { amountReceived } from "../../payments/ledger/settlement.ts";
import type { Fulfilment, WriteDb } from "../../payments/orders/fulfilment.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import {
  licencesBoughtMail,
  licencesCancelledMail,
  licencesReturnedMail,
} from "./purchases.mail.ts";

/** What an order buys, from the database: whoever takes the money reads nothing of a club's players. */
async function findPurchase(db: WriteDb, order: Order, lock: boolean) {
  const [purchase] = await rowsOf<{
    places: number;
    lasts: string;
    taken: number;
    is_open: boolean;
  }>(
    db,
    sql`select places, lasts::text as lasts, taken, is_open from club_purchase(${order.id}, ${lock})`,
  );
  return purchase;
}

/**
 * The effect of a payment on the licences that a club may give. The database counts those whose order is paid, so there is
 * nothing to write here; a trigger withdraws what a refunded purchase still promised.
 */
export const licencesFulfilment: Fulfilment = {
  async payable(db, order, { lock }) {
    const purchase = await findPurchase(db, order, lock);
    if (purchase?.is_open) return "ok";
    return { reason: "licences.over", staff: "l’adhésion de ce club n’est plus en cours" };
  },

  async confirm(db, order) {
    const purchase = await findPurchase(db, order, true);
    if (!purchase?.is_open) return "no-place";
    await tell(db, order, licencesBoughtMail({ ...order, until: purchase.lasts }));
    return "fulfilled";
  },

  async release(db, order, staffId) {
    const purchase = await findPurchase(db, order, true);
    if (!purchase) return;
    if (order.status === "confirmed") {
      await tell(db, order, licencesReturnedMail({ ...order, taken: purchase.taken }));
    } else if (staffId && order.status === "held") {
      const received = amountReceived(await chargesOf(db, order.id));
      await tell(db, order, licencesCancelledMail({ ...order, received }));
    }
  },

  // The purchase goes with its order.
  discard: async () => {},

  listDecisions: async () => [],

  greeted: async (_db, { payer_name }) => ({ firstName: payer_name, organisation: payer_name }),

  countInUse: async (db, order) => (await findPurchase(db, order, false))?.taken ?? 0,

  restart: async (_db, _order, language) => ({ path: pathIn(language, "/me"), livesOn: false }),

  thanks: (_order, language) => pathIn(language, "/me"),
};

type Told = Parameters<typeof queueMail>[1];

/** Nobody is told whose address was erased. */
async function tell(db: WriteDb, order: Order, mail: Told): Promise<void> {
  if (order.payer_email !== "") await queueMail(db, withKey(mail, order.id));
}
