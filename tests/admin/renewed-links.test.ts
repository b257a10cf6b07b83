import "../mail/settings.ts";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import {
  findMember,
  memberFormSchema,
  updateMember,
} from "../../app/membership/members/members.staff.server.ts";
import { renewalToken } from "../../app/membership/renewal/reminders.operations.server.ts";
import { readRenewal } from "../../app/membership/renewal/renewal.system.server.ts";
import { giveUpOrder } from "../../app/payments/attempts/cancellation.system.server.ts";
import { readPaymentAt } from "../../app/payments/page/payment-view.system.server.ts";
import { correctRegistration } from "../../app/registrations/admin/corrections.staff.server.ts";
import { giveUp, readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import {
  keepMovedLinks,
  MOVED_LINK_FILE,
  repeatMoves,
} from "../../app/site/moved/moved-links.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { PaymentSimulation } from "../payments/support/payment-simulation.ts";
import { application, apply, only, PLAYER } from "../registrations/applicants.ts";
import { mailsTo, PAID, join as register, statusesOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { ADMIN, asAdmin, correction, eventFor, lookupsOf } from "./corrections.ts";

// An e-mail address was wrong: whoever reads that mailbox has the links of somebody else.

withDatabase((_engine, database) => {
  const { rowOf, columnsOf } = lookupsOf(database);

  type Links = { id: string; token: string; share: string; payer: string };
  const ordersFor = (subject: string) =>
    database().asOwner<Links>(sql`select id, token, share_token as share, payer_email as payer
      from orders where subject_id = ${subject} order by created_at`);
  const isMoved = async (token: string) => {
    const rows = await database().asOwner(
      sql`select from moved_links where token_hash = link_hash(${token})`,
    );
    return rows.length === 1;
  };
  const pageAt = (token: string, shared = false) => readPaymentAt({ token, shared }, "fr");

  beforeAll(async () => {
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
      await insertRow(db, "membership_types", { id: PLAYER, price: 15_000 });
    });
  });
  beforeEach(() => new PaymentSimulation().stand(database().engine));

  test("of a registration no former link opens, pays, cancels or gives up anything; the new ones do", async () => {
    const event = await eventFor(2);
    await register(event, "typo", PAID);
    const { id, token } = await rowOf(event);
    const [before] = await ordersFor(id);
    if (!before) throw new Error("no order");
    // An order from before, which nobody pays any more, has its page too.
    await database().asOwner(sql`insert into orders (id, kind, subject_id, reference, label_fr, label_en,
        price_amount, price_currency, status, token, language, payer_name, payer_email)
      select gen_random_uuid(), kind, subject_id, reference, label_fr, label_en, price_amount,
        price_currency, 'cancelled', ${"x".repeat(32)}, language, payer_name, payer_email
      from orders where id = ${before.id}`);
    await asAdmin((db) =>
      correctRegistration(
        db,
        id,
        correction("typo", { email: "right@example.org", price_id: PAID }),
      ),
    );
    for (const former of [token, before.token, "x".repeat(32)]) {
      expect(await readTicket(former)).toBeUndefined();
      expect(await pageAt(former)).toBeUndefined();
      expect(await isMoved(former)).toBe(true);
      await giveUpOrder(former, new Date());
      expect(await giveUp(former, "right@example.org")).toBe("other-email");
    }
    expect(await pageAt(before.share, true)).toBeUndefined();
    expect(await isMoved(before.share)).toBe(true);
    expect(await statusesOf(event)).toEqual(["held"]);
    for (const order of await ordersFor(id)) {
      expect(order.payer).toBe("right@example.org");
      expect(await pageAt(order.token)).toBeDefined();
      expect(await pageAt(order.share, true)).toBeDefined();
      expect(await isMoved(order.token)).toBe(false);
    }
    expect(await readTicket((await columnsOf(id))?.token ?? "")).toMatchObject({ status: "held" });
  });

  test("the same address in capitals, and another name, renew nothing", async () => {
    const event = await eventFor(2);
    await register(event, "same", PAID);
    const { id, token } = await rowOf(event);
    const orders = await ordersFor(id);
    const form = correction("same", {
      email: "PERSON-SAME@example.org",
      lastName: "Barry",
      price_id: PAID,
    });
    await asAdmin((db) => correctRegistration(db, id, form));
    expect((await columnsOf(id))?.token).toBe(token);
    expect((await ordersFor(id)).map((order) => order.token)).toEqual(
      orders.map((order) => order.token),
    );
    expect(await mailsTo("person-same@example.org")).not.toContain("registration-readdressed");
  });

  test("a backup that knows the former links brings none of them back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fge-links-"));
    const event = await eventFor(2);
    await register(event, "back", PAID);
    const { id, token } = await rowOf(event);
    const [before] = await ordersFor(id);
    if (!before) throw new Error("no order");
    const form = correction("back", { email: "new@example.org", price_id: PAID });
    await asAdmin((db) => correctRegistration(db, id, form));
    await keepMovedLinks(folder);
    await keepMovedLinks(folder);
    const lines = readFileSync(join(folder, MOVED_LINK_FILE), "utf8");
    expect(lines.match(/hash/g)).toHaveLength(new Set(lines.split("\n").filter(Boolean)).size);
    // The backup, with another registration that nobody corrected.
    const other = await columnsOf(id);
    await database().asOwner(sql`delete from moved_links`);
    await database().asOwner(
      sql`update event_registrations set ticket_token = ${token} where id = ${id}`,
    );
    await database().asOwner(sql`update orders set token = ${before.token}, share_token = ${before.share}
      where id = ${before.id}`);
    await asSystem("test", (db) => repeatMoves(db, folder));
    expect(await readTicket(token)).toBeUndefined();
    expect(await pageAt(before.token)).toBeUndefined();
    expect(await pageAt(before.share, true)).toBeUndefined();
    expect(await isMoved(token)).toBe(true);
    const renewed = (await columnsOf(id))?.token;
    expect(renewed).not.toBe(other?.token);
    await asSystem("test", (db) => repeatMoves(db, folder));
    expect((await columnsOf(id))?.token).toBe(renewed);
    rmSync(folder, { recursive: true });
  });

  test("of a membership the former links are over too, and both addresses are told", async () => {
    await apply(application("wrong"), "fr");
    const { id } = await only("wrong");
    const before = await asAdmin((db) => findMember(db, id));
    const [order] = await ordersFor(id);
    if (!before?.application_token || !order) throw new Error("no application");
    const end = "2031-01-01";
    await database().asOwner(sql`update members set membership_end = ${end} where id = ${id}`);
    const renewal = renewalToken({ id, email: before.email, end });
    expect(await readRenewal(renewal)).toBeDefined();

    const { guardian_name, ...fields } = before;
    const form = memberFormSchema.parse({ ...fields, email: "real@example.org" });
    await asAdmin((db) => updateMember(db, id, form));

    for (const former of [before.application_token, order.token]) {
      expect(await readApplication(former)).toBeUndefined();
      expect(await pageAt(former)).toBeUndefined();
      expect(await isMoved(former)).toBe(true);
    }
    expect(await pageAt(order.share, true)).toBeUndefined();
    expect(await readRenewal(renewal)).toBeUndefined();
    const after = await asAdmin((db) => findMember(db, id));
    expect(await readApplication(after?.application_token ?? "")).toMatchObject({
      email: "real@example.org",
    });
    expect(await ordersFor(id)).toMatchObject([{ payer: "real@example.org" }]);
    expect(await mailsTo("wrong@example.org")).toContain("membership-readdressed");
    expect(await mailsTo("real@example.org")).toEqual(["membership-address"]);
    const log = await database().asOwner(sql`select to_jsonb(a)::text as row from audit_log a
      where entity_id = ${id}`);
    for (const secret of [before.application_token, after?.application_token ?? ""])
      expect(JSON.stringify(log)).not.toContain(secret);
  });
});
