import "../../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { rowsOf } from "../../../app/core/database/doors/rows.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { orderLicences } from "../../../app/me/club/purchases.system.server.ts";
import { setMemberStatus } from "../../../app/membership/members/members.staff.server.ts";
import { startAttempt } from "../../../app/payments/attempts/attempts.system.server.ts";
import { pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  cancelUnpaid,
  requestRefund,
  takeCash,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { offerProviders } from "../../../app/payments/providers/provider.ts";
import {
  findSimulated,
  play,
} from "../../../app/payments/providers/simulated/simulated.system.server.ts";
import type { SimulatedAction } from "../../../app/payments/providers/simulated/simulated.ts";
import { cancelByStaff } from "../../../app/registrations/admin/staff-registration.staff.server.ts";
import { insertRow } from "../../database/tables.ts";
import {
  application,
  apply,
  CLUB,
  offerTypes,
  only,
  openOrderOf,
} from "../../registrations/applicants.ts";
import {
  join,
  mailsTo,
  makeEvent,
  orderOf,
  PAID,
  provider,
  registrationsOf,
} from "../../registrations/event.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";

// Each mail that is promised about money that goes back leaves once, whatever was paid for.

const ADMIN = newId();
const now = () => new Date();
const asAdmin = <T>(work: Parameters<typeof asStaff<T>>[1]) => asStaff({ id: ADMIN }, work);

/** Somebody who still has to pay, and how staff end what it is for. */
type Payer = { order: string; email: string; ended: () => Promise<unknown> };
let people = 0;

const KINDS = {
  async registration(): Promise<Payer> {
    const event = await makeEvent(3);
    const n = `refund-${++people}`;
    await join(event, n, PAID);
    const [row] = await registrationsOf(event);
    return {
      order: await orderOf(event),
      email: `person-${n}@example.org`,
      ended: () => asAdmin((db) => cancelByStaff(db, row?.id ?? "")),
    };
  },
  async licences(): Promise<Payer> {
    const name = `refund-${++people}`;
    const email = `${name}@example.org`;
    const [id, number] = await asSystem("test", async (db) => {
      const club = await insertRow(db, "members", {
        organisation: name,
        first_name: "Mory",
        last_name: "Kaba",
        email,
        member_type: "club",
        status: "active",
        membership_type_id: CLUB,
      });
      const [row] = await rowsOf<{ club: number }>(
        db,
        sql`select club from members where id = ${club}`,
      );
      return [club, row?.club ?? 0] as const;
    });
    await orderLicences(email, number, { count: 2, offer: "15000 GNF" });
    return {
      order: await openOrderOf(id),
      email,
      ended: () => asAdmin((db) => setMemberStatus(db, [id], "expired")),
    };
  },
  async membership(): Promise<Payer> {
    const name = `refund-${++people}`;
    await apply(application(name), "fr");
    const { id } = await only(name);
    return {
      order: await openOrderOf(id),
      email: `${name}@example.org`,
      ended: () => asAdmin((db) => setMemberStatus(db, [id], "expired")),
    };
  },
};

/** What else each kind tells the person at those moments. */
const ALSO = {
  registration: {
    given: "registration-confirmed",
    ended: "place-released",
    back: "place-released",
  },
  membership: { given: "membership-active", ended: undefined, back: "membership-returned" },
  licences: { given: "licences-bought", ended: undefined, back: "licences-returned" },
} as const;

const CANCELLED = {
  registration: "place-released",
  membership: "order-cancelled",
  licences: "licences-cancelled",
} as const;

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    );
    // It cannot stop what waits for its payer.
    offerProviders([{ ...provider, cancel: undefined }]);
  });
  afterAll(() => offerProviders([]));

  describe.each(["registration", "membership", "licences"] as const)("of a %s", (kind) => {
    let payer: Payer;
    let before: number;
    const also = ALSO[kind];

    beforeEach(async () => {
      payer = await KINDS[kind]();
      before = (await mailsTo(payer.email)).length;
    });

    const mails = async () => (await mailsTo(payer.email)).slice(before).sort();
    const starts = async () => {
      const [order] = await database().asOwner<{ token: string; charge: string }>(
        sql`select token, price_amount || ' ' || price_currency as charge from orders
          where id = ${payer.order}`,
      );
      const { token = "", charge = "" } = order ?? {};
      await startAttempt(token, { key: newId(), charge }, now());
    };
    const paysAtProvider = async (action: SimulatedAction, change = sql`charges`) => {
      const [attempt] = await database().asOwner<{ reference: string }>(
        sql`select provider_ids->>'reference' as reference from payments
          where order_id = ${payer.order}`,
      );
      const waiting = await findSimulated(attempt?.reference ?? "");
      if (waiting) await play(waiting, action, 0);
      await database().asOwner(sql`update simulated_payments set charges = ${change}
        where reference = ${attempt?.reference ?? ""}`);
      await pollOrder(payer.order, now());
      await pollOrder(payer.order, now());
    };
    const returns = async () => {
      const [refund] = await database().asOwner<{ id: string }>(
        sql`select id from refunds where order_id = ${payer.order} and status = 'requested'`,
      );
      await asAdmin((db) => approveRefund(db, refund?.id ?? "", now()));
      await sendDueRefunds(now);
      await sendDueRefunds(now);
    };

    test("that was paid twice", async () => {
      await starts();
      await paysAtProvider("approve_twice");
      expect(await mails()).toEqual([also.given, "refund-due"].sort());
      await returns();
      expect(await mails()).toEqual([also.given, "refund-done", "refund-due"].sort());
    });

    test("for which another amount came", async () => {
      await starts();
      await paysAtProvider("approve", sql`jsonb_set(charges, '{0,amount}', '1')`);
      expect(await mails()).toEqual(["refund-due"]);
      await returns();
      expect(await mails()).toEqual(["refund-done", "refund-due"]);
    });

    test("for which nothing is left to give", async () => {
      await starts();
      await payer.ended();
      await paysAtProvider("approve");
      const told = also.ended ? [also.ended] : [];
      expect(await mails()).toEqual([...told, "refund-due"]);
      await returns();
      expect(await mails()).toEqual([...told, "refund-done", "refund-due"]);
    });

    test("whose payment staff return, with what it had given", async () => {
      await starts();
      await paysAtProvider("approve");
      const [charge] = await database().asOwner<{ id: string; amount: number }>(
        sql`select id, amount from ledger_entries where order_id = ${payer.order}`,
      );
      const { id: charge_id = "", amount = 0 } = charge ?? {};
      await asAdmin((db) =>
        requestRefund(db, { order_id: payer.order, charge_id, amount, ...STAFF_REFUND }),
      );
      expect(await mails()).toEqual([also.given]);
      await returns();
      expect(await mails()).toEqual([also.given, also.back, "refund-done"].sort());
    });

    test("that was paid in part and is cancelled: the mail names what goes back", async () => {
      await asAdmin((db) =>
        takeCash(db, payer.order, { key: newId(), receipt: null, amount: 5_000 }),
      );
      await asAdmin((db) => cancelUnpaid(db, payer.order));
      const template = CANCELLED[kind];
      expect(await mails()).toEqual(["part-received", template].sort());
      const texts = async (of: string) => {
        const [mail] = await database().asOwner<{ text: string }>(
          sql`select text_body as text from mail_outbox
            where recipient = ${payer.email} and template = ${of}`,
        );
        return mail?.text ?? "";
      };
      const text = await texts(template);
      // Of the order and of what it is for: both greet in one way.
      const [greeting] = /^Bonjour.*,$/m.exec(text) ?? [];
      expect(await texts("part-received")).toContain(`\n${greeting}\n`);
      expect(text).toMatch(/Nous avions reçu 5\D000/);
    });
  });
});
