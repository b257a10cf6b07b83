import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { authSessions } from "../../app/auth/library/auth.table.server.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { sessionContext, staffContext } from "../../app/core/staff-context.ts";
import { loader as ledger } from "../../app/payments/ledger/ledger-export.route.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
  takeCash,
} from "../../app/payments/ledger/money.staff.server.ts";
import { waiveRest } from "../../app/payments/ledger/waivers.staff.server.ts";
import { findOrder } from "../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { REGISTRATION_LIST } from "../../app/registrations/admin/registration-list.ts";
import { loader as registrations } from "../../app/registrations/admin/registrations-export.route.ts";
import {
  countPlacesOfEvent,
  listRegistrations,
} from "../../app/registrations/registrations.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { join, makeEvent, orderOf, PAID, registrationsOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";

const STAFF = { id: newId(), name: "Mariama Bah", email: "mariama@example.org" };
/** In which she proved a moment ago that it is her. */
const SESSION = newId();

/** The lines of an export, as a file has them. */
async function linesOf(loader: typeof ledger | typeof registrations, search: string) {
  const context = new RouterContextProvider();
  context.set(staffContext, STAFF);
  context.set(sessionContext, SESSION);
  const url = new URL(`https://fge.example/admin/export?${search}`);
  const answer = await loader({ context, url } as never);
  return (await answer.text()).split("\r\n").map((line) => line.split(";"));
}

withDatabase((_engine, database) => {
  let event: string;
  beforeAll(async () => {
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { id: STAFF.id, role: "admin", name: STAFF.name }),
    );
    await asSystem("test", (db) =>
      db.insert(authSessions).values({
        id: SESSION,
        userId: STAFF.id,
        token: newId(),
        expiresAt: new Date(Date.now() + 3_600_000),
        confirmedAt: new Date(),
      }),
    );
    event = await makeEvent(1, { title: "Coupe de Kindia" });
    await join(event, 1, PAID);
    await join(event, 2);
    await join(event, 3);
    const order = await orderOf(event);
    await asStaff(STAFF, (db) => takeCash(db, order, { key: newId(), receipt: "R-5" }));
    await join(await makeEvent(1), 4);
  });

  test("the list of one event tells who waits at which place", async () => {
    const search = new URLSearchParams(`event=${event}&sort=created_at`);
    const query = parseListQuery(REGISTRATION_LIST, search);
    const { rows } = await asStaff(STAFF, (db) => listRegistrations(db, query));
    expect(rows.map(({ status, position }) => [status, position])).toEqual([
      ["confirmed", null],
      ["waiting", 1],
      ["waiting", 2],
    ]);
    expect(rows[0]).toMatchObject({ event_title: "Coupe de Kindia", amount: 25_000 });
    const counts = await asStaff(STAFF, (db) => countPlacesOfEvent(db, event));
    expect(counts).toMatchObject({ confirmed: 1, waiting: 2, checked_in: 0 });
  });

  test("who comes to an event goes into a file for the door", async () => {
    const [head, first, second, , end] = await linesOf(
      registrations,
      `event=${event}&sort=created_at`,
    );
    expect(head?.slice(0, 3)).toEqual(["Référence", "Prénom", "Nom"]);
    const [{ email } = { email: "" }] = await registrationsOf(event);
    expect(first).toEqual(expect.arrayContaining([email, "Coupe de Kindia", "Confirmée"]));
    // Without its sign, which would be taken for a formula.
    expect(first).toContain("224 622 00 00 01");
    expect(first?.at(-1)).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
    expect(second).toEqual(expect.arrayContaining(["Liste d’attente", "1"]));
    expect(end).toEqual([""]);
  });

  test("cash that comes or goes without a receipt has a reference of ours and none of an operator", async () => {
    const own = await makeEvent(1);
    await join(own, 5, PAID);
    const order = await orderOf(own);
    await asStaff(STAFF, async (db) => {
      await takeCash(db, order, { key: newId(), receipt: null });
      const charge_id = (await findOrder(db, order))?.charges[0]?.id ?? "";
      const refund = { order_id: order, charge_id, amount: 1_000, ...STAFF_REFUND };
      const id = await requestRefund(db, refund);
      await approveRefund(db, id);
      await recordRefund(db, id, { operatorReference: null });
    });
    const [head = [], ...lines] = await linesOf(ledger, "kind=registration&q=person-5@");
    for (const line of lines.slice(0, 2)) {
      expect(line[head.indexOf("Référence du paiement")]).toMatch(/^P-/);
      expect(line[head.indexOf("Référence de l’opérateur")]).toBe("");
    }
  });

  test("the ledger goes into a file, money in and money out apart", async () => {
    const [head, entry, end] = await linesOf(ledger, "kind=registration&q=person-1@");
    const cells = Object.fromEntries(head?.map((title, at) => [title, entry?.[at]]) ?? []);
    expect(cells).toMatchObject({
      "Reçu le": expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
      "Enregistré le": expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/),
      Registre: "Livre",
      Mouvement: "Encaissement",
      Moyen: "Espèces",
      Devise: "FCFA",
      Entrée: "25000",
      Sortie: "",
      Frais: "0",
      "Entrée nette": "25000",
      // No rate is set.
      "Taux (GNF pour 1)": "",
      "Entrée en GNF": "",
      "N° de reçu": expect.stringMatching(/^R-\d{4}-\d{6}$/),
      "Référence FGE": expect.stringMatching(/^FGE-/),
      "Référence de l’opérateur": "R-5",
      Payeur: "Aïssatou Bah 1",
      "E-mail": "person-1@example.org",
      Objet: "Coupe de Kindia, Standard",
      Caisse: expect.stringMatching(/^Mariama Bah, \d{2}/),
      Caissier: "Mariama Bah",
      // Nothing of it goes back, and nobody asked for money that came in.
      Remboursé: "",
      "À rembourser": "",
      "Demandé par": "",
      "Approuvé par": "",
    });
    expect(end).toEqual([""]);
    expect(await linesOf(ledger, "kind=membership")).toHaveLength(2);
  });

  test("a transfer tells who sent it, and a rest that is not claimed stands once beside the last part", async () => {
    const other = await makeEvent(1);
    await join(other, 5, PAID);
    const order = await orderOf(other);
    const part = { means: "orange_money", sender: "622 00 00 09", amount: 5_000 } as const;
    const take = (receipt: string) =>
      asStaff(STAFF, (db) => takeCash(db, order, { ...part, key: newId(), receipt }));
    await take("MP2401501");
    await take("MP2401502");
    const waiver = { seen_due: 15_000, reason: "Il n’a pas plus" };
    await asStaff(STAFF, (db) => waiveRest(db, order, waiver));
    const [head = [], ...lines] = await linesOf(ledger, "kind=registration&q=person-5@");
    const cellsOf = (reference: string) => {
      const line = lines.find((cells) => cells.includes(reference));
      return Object.fromEntries(head.map((title, at) => [title, line?.[at]]));
    };
    expect(cellsOf("MP2401501")).toMatchObject({
      "Compte du payeur": expect.stringMatching(/622.?00.?00.?09/),
      "Non réclamé": "",
      "Devise du non réclamé": "",
    });
    expect(cellsOf("MP2401502")).toMatchObject({
      "Non réclamé": "15000",
      "Devise du non réclamé": "FCFA",
    });
    const token = (await asStaff(STAFF, (db) => findOrder(db, order)))?.order.token ?? "";
    const page = await readPayment(token, "fr");
    expect(page).toMatchObject({ state: "paid", waived: 15_000 });
    expect(page?.timeline).toContainEqual(
      expect.objectContaining({ what: "waived", amount: 15_000, currency: "XOF" }),
    );
  });

  test("a refund in the ledger tells who asked, who approved and who recorded it", async () => {
    const others = await Promise.all(
      ["Asks", "Approves"].map(async (name) => ({
        id: await asSystem("test", (db) => insertRow(db, "profiles", { role: "admin", name })),
      })),
    );
    const [asks = STAFF, approves = STAFF] = others;
    const order = await orderOf(event);
    const charge = (await asStaff(STAFF, (db) => findOrder(db, order)))?.charges[0];
    const wish = { order_id: order, charge_id: charge?.id ?? "", amount: 1_000, ...STAFF_REFUND };
    const id = await asStaff(asks, (db) => requestRefund(db, wish));
    await asStaff(approves, (db) => approveRefund(db, id));
    await asStaff(STAFF, (db) => recordRefund(db, id, { operatorReference: "OM-5" }));
    await asStaff(asks, (db) => requestRefund(db, { ...wish, amount: 500 }));
    const lines = await linesOf(ledger, "kind=registration&q=person-1@");
    const cellsOf = (movement: string) => {
      const line = lines.find((one) => one[3] === movement);
      return Object.fromEntries(lines[0]?.map((title, at) => [title, line?.[at]]) ?? []);
    };
    // What was taken says how much of it is gone, and how much is to go.
    const charged = cellsOf("Encaissement");
    expect(charged).toMatchObject({ Remboursé: "1000", "À rembourser": "500" });
    expect(cellsOf("Remboursement")).toMatchObject({
      Entrée: "",
      Sortie: "1000",
      // What staff typed, and not the refund's own id.
      "Référence de l’opérateur": "OM-5",
      // Of what it gives back.
      "N° de reçu": charged["N° de reçu"],
      Motif: `Demandé par la fédération, ${STAFF_REFUND.note}`,
      "Demandé par": "Asks",
      "Approuvé par": "Approves",
      "Enregistré par": "Mariama Bah",
    });
    const today = new Date().toISOString().slice(0, 10);
    const inPeriod = (search: string) => linesOf(ledger, `kind=registration&q=person-1@&${search}`);
    expect(await inPeriod(`from=${today}&to=${today}`)).toHaveLength(lines.length);
    expect(await inPeriod("to=2020-01-01")).toHaveLength(2);
    expect(await inPeriod("from=2999-01-01")).toHaveLength(2);
    expect(await inPeriod("from=hier")).toHaveLength(lines.length);
    // The days are those of the movements, whenever the order was made; the log says which.
    await database().asOwner(sql`update orders set created_at = '2026-01-05' where id = ${order}`);
    expect(await inPeriod(`from=${today}&to=${today}`)).toHaveLength(lines.length);
    const [entry] =
      (await database().asOwner(sql`select after from audit_log join audit_values using (id)
      where action = 'ledger_entries.export' order by created_at desc, id desc limit 1`)) as {
        after: object;
      }[];
    expect(entry?.after).toMatchObject({ from: today, to: today, kind: "registration" });
  });
});
