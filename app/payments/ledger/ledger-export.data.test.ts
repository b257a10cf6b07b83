import "../../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { authSessions } from "../../auth/library/auth.table.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { sessionContext, staffContext } from "../../core/staff-context.ts";
import { loader } from "./ledger-export.route.ts";

const STAFF = { id: newId(), name: "Mariama Bah", email: "mariama@example.org" };
const SESSION = newId();
const CODES: Readonly<Record<string, string>> = { FCFA: "XOF", GNF: "GNF", "€": "EUR" };

let seed = 20_261_126;
/** The same every time. */
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}
const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;
const day = (within: number) => new Date(Date.UTC(2026, 0, 1 + random(within), random(24)));
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** The rows of a file, each by the titles of its columns. */
async function read(search = ""): Promise<Record<string, string>[]> {
  const context = new RouterContextProvider();
  context.set(staffContext, STAFF);
  context.set(sessionContext, SESSION);
  const url = new URL(`https://fge.example/admin/payments/export?${search}`);
  const text = await ((await loader({ context, url } as never)) as Response).text();
  const [head = [], ...lines] = text
    .replace("\ufeff", "")
    .split("\r\n")
    .filter(Boolean)
    .map((line) => line.split(";").map((cell) => cell.replaceAll('"', "")));
  return lines.map((line) => Object.fromEntries(head.map((title, at) => [title, line[at] ?? ""])));
}

const units = (text = "") => Number(text.replace(",", "") || 0);

/** The sums of some rows, by currency and day. */
function sums(
  rows: readonly Record<string, string>[],
  of: string,
  [plus, minus] = ["Entrée", "Sortie"],
) {
  const found = new Map<string, number>();
  for (const row of rows) {
    const [date, month, year] = (row[of] ?? "").slice(0, 10).split("/");
    const key = `${CODES[row.Devise ?? ""]} ${year}-${month}-${date}`;
    found.set(key, (found.get(key) ?? 0) + units(row[plus ?? ""]) - units(row[minus ?? ""]));
  }
  return Object.fromEntries([...found].sort());
}

withDatabase((_engine, database) => {
  const add = (table: string, values: Record<string, unknown>) =>
    database().engine.transaction((tx) => insertRow(tx, table, values));
  const booked = async (statement: ReturnType<typeof sql>) => {
    const rows = (await database().asOwner(statement)) as { key: string; sum: string }[];
    return Object.fromEntries(rows.map(({ key, sum }) => [key, Number(sum)]).sort());
  };

  beforeAll(async () => {
    await add("profiles", { id: STAFF.id, role: "admin", name: STAFF.name });
    await asSystem("test", (db) =>
      db.insert(authSessions).values({
        id: SESSION,
        userId: STAFF.id,
        token: newId(),
        expiresAt: new Date(Date.now() + 3_600_000),
        confirmedAt: new Date(),
      }),
    );
    const till = await add("tills", { owner: STAFF.id, closed_at: null, closed_by: null });
    for (let n = 0; n < 60; n++) {
      const currency = pick(["GNF", "XOF", "EUR"]);
      const price_currency = currency === "EUR" ? pick(["GNF", "XOF"]) : currency;
      const order_id = await add("orders", {
        token: newId(),
        subject_id: newId(),
        reference: `FGE-${n}`,
        price_currency,
        mode: n % 10 === 9 ? "test" : "live",
      });
      const amount = 1_000 + random(90_000);
      const payment = {
        order_id,
        charge_amount: amount,
        charge_currency: currency,
        price_currency,
      };
      const payment_id = await add("payments", { ...payment, fx_rate: "0.5" });
      const means = currency === "EUR" ? null : pick(["cash", "cash", "orange_money", "bank"]);
      const provider = means ? "federation" : "paypal";
      const created_at = day(300);
      const received = new Date(created_at.getTime() - random(40) * 86_400_000);
      const entry = {
        order_id,
        payment_id,
        provider,
        currency,
        means,
        created_at,
        received_on: means && isoDay(received),
        booked_by: means && STAFF.id,
        gnf_per_eur: n % 3 === 0 ? "9450.25" : null,
      };
      const provider_txn_id = newId();
      const own = means ? {} : { received: amount - 35, fee: 35 };
      const charge_id = await add("ledger_entries", {
        ...entry,
        ...own,
        kind: "charge",
        provider_txn_id,
        amount,
        price_amount: amount,
      });
      const cash = async (kind: string, ledger_id: string, sum: number, at: Date) => {
        if (means !== "cash" || n % 10 === 9) return;
        const row = { till_id: till, currency, booked_by: STAFF.id, created_at: at, counted: null };
        await add("till_entries", { ...row, kind, ledger_id, amount: sum });
      };
      await cash("payment", charge_id, amount, created_at);
      const later = new Date(created_at.getTime() + random(20) * 86_400_000);
      const back = { ...entry, created_at: later, received_on: means && isoDay(later) };
      if (n % 4 === 1 && means) {
        const more = { kind: "correction", provider_txn_id, note: "=1+1" };
        const price_amount = -amount;
        const id = await add("ledger_entries", { ...back, ...more, amount: -amount, price_amount });
        await cash("correction", id, -amount, later);
      } else if (n % 4 === 2) {
        const part = 1 + random(amount);
        const refund = { order_id, charge_id, amount: part, currency, source: "system" };
        const id = await add("refunds", { ...refund, reason: "surplus", status: "requested" });
        const entryOf = { kind: "refund", provider_txn_id: id, amount: -part, price_amount: -part };
        const ledger = await add("ledger_entries", { ...back, ...entryOf });
        await cash("refund", ledger, -part, later);
      }
    }
    for (let n = 0; n < 20; n++) {
      const kind = pick(["float", "count"]);
      const amount = kind === "float" ? random(9_000) : random(400) - 200;
      const note = kind === "count" && amount !== 0 ? "écart" : null;
      const row = { kind, amount, note, counted: Math.abs(amount), currency: pick(["GNF", "XOF"]) };
      await add("till_entries", {
        ...row,
        till_id: till,
        booked_by: STAFF.id,
        created_at: day(300),
      });
    }
    const handover = { till_id: till, sent_by: STAFF.id, currency: "GNF", amount: 700 };
    const handover_id = await add("till_handovers", { ...handover, receiver: null });
    const sent = { till_id: till, kind: "handover", currency: "GNF", amount: -700, handover_id };
    await add("till_entries", {
      ...sent,
      counted: null,
      booked_by: STAFF.id,
      created_at: day(300),
    });
    // Another that the bank confirmed.
    const confirmer = await add("profiles", { role: "admin", name: "Ousmane Sow" });
    const decision = { status: "received", decided_by: confirmer, slip: "0042" };
    const confirmed_id = await add("till_handovers", {
      ...handover,
      ...decision,
      receiver: null,
      decided_at: new Date("2026-05-04T10:20:00Z"),
    });
    await add("till_entries", {
      ...sent,
      handover_id: confirmed_id,
      counted: null,
      booked_by: STAFF.id,
      created_at: new Date("2026-05-02T17:00:00Z"),
    });
  });

  test("a handover says when and by whom it was confirmed, and keeps the zeros of its slip", async () => {
    const handovers = (await read()).filter((row) => row.Objet?.includes("la banque"));
    const confirmed = handovers.map((row) => [
      row["Versement confirmé le"],
      row["Confirmé par"],
      row["Référence de l’opérateur"],
    ]);
    expect(confirmed.sort()).toEqual([
      ["", "", ""],
      ["04/05/2026 10:20", "Ousmane Sow", "\t0042"],
    ]);
  });

  test("an export holds the ledger and the tills to the franc, by currency and day", async () => {
    const rows = await read();
    const ledger = rows.filter(({ Registre }) => Registre === "Livre");
    const received = await booked(sql`select currency || ' ' ||
      coalesce(received_on, (created_at at time zone 'UTC')::date) as key, sum(amount) as sum
      from ledger_entries where mode = 'live' group by 1`);
    expect(Object.keys(received).length).toBeGreaterThan(30);
    expect(sums(ledger, "Reçu le")).toEqual(received);
    const ofDay =
      await booked(sql`select currency || ' ' || (created_at at time zone 'UTC')::date as key,
      sum(amount) as sum from ledger_entries where mode = 'live' group by 1`);
    expect(sums(ledger, "Enregistré le")).toEqual(ofDay);
    const inTills = rows.filter(({ Caisse }) => Caisse !== "");
    const ofTills =
      await booked(sql`select currency || ' ' || (created_at at time zone 'UTC')::date as key,
      sum(amount) as sum from till_entries group by 1`);
    expect(sums(inTills, "Enregistré le")).toEqual(ofTills);
    expect(rows.map(({ Moyen }) => Moyen)).toEqual(
      expect.arrayContaining(["Espèces", "Orange Money", "Virement bancaire", "PayPal"]),
    );
  });

  test("the totals by day are the sums of the same rows", async () => {
    const [rows, days] = [await read(), await read("by=day")];
    expect(sums(days, "Reçu le", ["Entrées", "Sorties"])).toEqual(sums(rows, "Reçu le"));
    const count = days.reduce((sum, { Nombre }) => sum + Number(Nombre), 0);
    expect(count).toBe(rows.length);
    const fees = (of: readonly Record<string, string>[]) =>
      of.reduce((sum, { Frais }) => sum + units(Frais), 0);
    expect(fees(days)).toBe(fees(rows));
  });

  test("a period is that of the days received; what asks for some orders asks for no till", async () => {
    const all = await read();
    const within = all.filter((row) => {
      const [date, month] = (row["Reçu le"] ?? "").split("/");
      return `${month}-${date}` >= "03-10" && `${month}-${date}` <= "05-20";
    });
    expect(within.length).toBeGreaterThan(5);
    const asked = await read("from=2026-03-10&to=2026-05-20");
    expect(sums(asked, "Reçu le")).toEqual(sums(within, "Reçu le"));
    expect(asked).toHaveLength(within.length);
    const registrations = await read("kind=membership");
    expect(registrations.some(({ Registre }) => Registre === "Caisse")).toBe(false);
  });

  test("a correction names the receipt that it ends and its reason, which is no formula", async () => {
    const rows = await read();
    const corrected = rows.filter(({ Mouvement }) => Mouvement === "Encaissement corrigé");
    expect(corrected.length).toBeGreaterThan(3);
    for (const row of corrected) {
      const charges = rows.filter(
        (one) => one.Mouvement === "Encaissement" && one["N° de reçu"] === row["N° de reçu"],
      );
      expect(charges.map((one) => one["Référence FGE"])).toEqual([row["Référence FGE"]]);
      expect(row.Motif).toBe("'=1+1");
    }
  });

  test("the receipts of a year have every number once, and tests have none", async () => {
    const rows = (await database().asOwner(sql`select r.year, r.serial, l.mode
      from receipts r join ledger_entries l on l.id = r.charge_id order by 1, 2`)) as {
      year: number;
      serial: number;
      mode: string;
    }[];
    const charges = await database().asOwner(
      sql`select id from ledger_entries where kind = 'charge' and mode = 'live'`,
    );
    expect(rows).toHaveLength(charges.length);
    expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_row, place) => place + 1));
    expect(rows.every(({ mode }) => mode === "live")).toBe(true);
  });
});
