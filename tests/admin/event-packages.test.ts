import { FieldRefused } from "../../app/core/values/errors.ts";
import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asSystem, asVisitor, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { checkFields } from "../../app/core/values/check-fields.ts";
import { type EventForm, eventFormSchema, packageFields } from "../../app/events/event-schema.ts";
import {
  createEvent,
  deleteEvents,
  findEventForStaff,
  listWithdrawn,
  updateEvent,
} from "../../app/events/events.staff.server.ts";
import { DEFAULT_PACKAGE, type PackageText } from "../../app/events/events.ts";
import { findEvent } from "../../app/events/events.visitor.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { EditConflict, versionOf } from "../../app/records/records.staff.server.ts";
import {
  correctRegistration,
  moveRegistration,
} from "../../app/registrations/admin/corrections.staff.server.ts";
import {
  confirmByStaff,
  offerByStaff,
} from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  cancelEventOf,
  followChanges,
  join,
  makeEvent,
  PAID,
  registrationsOf,
  reopenEventOf,
  saveAndTell,
  setPackages,
  statusesOf,
  takenOf,
} from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { ADMIN, asAdmin, atDesk, correction, lookupsOf } from "./corrections.ts";

// What staff write of the packages of an event, and what stands in the way of it.

const EARLY = "early-bird";
const option = (id: string, values: Partial<PackageText> = {}): PackageText => ({
  ...DEFAULT_PACKAGE,
  id,
  name: id,
  amount: 15_000,
  ...values,
});

/** What the form sends, as a browser sends it. */
function form(packages: readonly PackageText[], over: Record<string, string> = {}): EventForm {
  const fields = {
    title: "Coupe",
    description: "Deux jours.",
    date: "2099-01-01",
    location: "Kindia",
    category: "Formation",
    type: "in-person",
    status: "upcoming",
    max_participants: "10",
    price: "5000",
    currency: "XOF",
    ...packageFields(packages),
    ...over,
  };
  const checked = checkFields(fields, eventFormSchema);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
}

withDatabase((_engine, database) => {
  const { logOf, refused, columnsOf } = lookupsOf(database);
  const create = (...packages: PackageText[]) => asAdmin((db) => createEvent(db, form(packages)));
  const update = (id: string, packages: PackageText[], over = {}) =>
    saveAndTell(asAdmin, id, form(packages, over));
  const stored = async (id: string) => {
    const event = await asAdmin((db) => findEventForStaff(db, id));
    if (!event) throw new Error("no such event");
    return event;
  };
  const wordsOf = async (id: string) => (await stored(id)).prices?.map((one) => one.id) ?? null;

  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "A" })),
  );

  test("are written only where they differ", async () => {
    const early = option(EARLY, { quota: 20, ends_at: new Date("2098-12-01T23:59:00Z") });
    const rest = option("standard", { features: ["Un sac"] });
    const id = await create(early, rest);
    await database().asOwner(sql`update event_packages
      set is_sample = true, updated_at = '2020-01-01' where event_id = ${id}`);
    const written = async () => {
      const rows = await database().asOwner<{ key: string; untouched: boolean }>(sql`select key,
        is_sample and updated_at = '2020-01-01' as untouched from event_packages
        where event_id = ${id} order by position`);
      return rows.filter(({ untouched }) => !untouched).map(({ key }) => key);
    };
    await update(id, [early, rest]);
    expect(await written()).toEqual([]);
    await update(id, [early, { ...rest, features: ["Un sac", "Un repas"] }]);
    expect(await written()).toEqual(["standard"]);
    await update(id, [{ ...early, quota: 19 }, rest]);
    expect(await written()).toEqual([EARLY, "standard"]);
  });

  test("are stored as they were written, in the order of the form, with a quota and an end", async () => {
    const early = option(EARLY, { quota: 20, ends_at: new Date("2098-12-01T23:59:00Z") });
    const id = await create(early, option("standard"));
    expect((await stored(id)).prices).toMatchObject([{ ...early, taken: 0 }, option("standard")]);
    await update(id, [option("standard"), early]);
    expect(await wordsOf(id)).toEqual(["standard", EARLY]);
    expect((await asVisitor((db) => findEvent(db, id)))?.prices).toHaveLength(2);
  });

  test("none of them is the one price; by invitation is neither", async () => {
    const id = await create();
    expect(await wordsOf(id)).toBeNull();
    await update(id, [], { invitation: "on" });
    expect(await wordsOf(id)).toEqual([]);
    await update(id, [option(EARLY)]);
    expect(await wordsOf(id)).toEqual([EARLY]);
    await update(id, []);
    expect(await wordsOf(id)).toBeNull();
  });

  test("a change of them alone is in the log, and refuses whoever opened the form before", async () => {
    const id = await create(option(EARLY));
    const before = await stored(id);
    await update(id, [option(EARLY, { quota: 5 })]);
    const entries = await logOf(id);
    expect(entries.at(-1)).toMatchObject({
      action: "events.update",
      before: { prices: [{ id: EARLY, quota: null }] },
      after: { prices: [{ id: EARLY, quota: 5 }] },
    });
    expect(Object.keys(entries.at(-1)?.after ?? {})).toEqual(["prices"]);
    const late = asAdmin((db) => updateEvent(db, id, form([]), versionOf(before)));
    await expect(late).rejects.toBeInstanceOf(EditConflict);
    await expect(late).rejects.toMatchObject({ current: { prices: [{ id: EARLY, quota: 5 }] } });
    await update(id, [option(EARLY, { quota: 5 })]);
    expect(await logOf(id)).toHaveLength(entries.length);
  });

  test("come back from the bin with their event", async () => {
    const id = await create(option(EARLY, { quota: 3 }), option("standard"));
    const before = await stored(id);
    const { batch } = await asAdmin((db) => deleteEvents(db, [id]));
    expect(
      await database().asOwner(sql`select id from event_packages where event_id = ${id}`),
    ).toEqual([]);
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await stored(id)).toEqual(before);
  });

  test("one that somebody chose is withdrawn, and comes back with its count", async () => {
    const id = await create(option(EARLY, { quota: 2 }), option("standard"), option("vip"));
    await join(id, 1, EARLY);
    await update(id, [option("standard")]);
    expect(await wordsOf(id)).toEqual(["standard"]);
    expect(await asAdmin((db) => listWithdrawn(db, id))).toEqual([EARLY]);
    expect(await join(id, 2, EARLY)).toEqual({ outcome: "no-such-price" });
    const [first] = await registrationsOf(id);
    expect(await columnsOf(first?.id ?? "")).toMatchObject({ price_id: EARLY, status: "held" });
    await update(id, [option(EARLY, { quota: 2 }), option("standard")]);
    expect(await asAdmin((db) => listWithdrawn(db, id))).toEqual([]);
    expect(await takenOf(id)).toEqual({ [EARLY]: 1, standard: 0 });
  });

  test("a quota is never lower than what is taken, and the number is told", async () => {
    const id = await create(option(EARLY, { quota: 3 }), option("standard"));
    for (const n of [1, 2]) await join(id, n, EARLY);
    const lower = (db: StaffDb) => updateEvent(db, id, form([option(EARLY, { quota: 1 })]));
    await refused(lower, {
      field: expect.any(Function),
      message: expect.stringContaining("2 places sont"),
    });
    // Beside the field of that package, whatever number the form gave it.
    const error: unknown = await asAdmin((db) =>
      updateEvent(db, id, form([option("standard"), option(EARLY, { quota: 1 })])),
    ).catch((thrown) => thrown);
    if (!(error instanceof FieldRefused) || typeof error.field === "string") throw error;
    const sent = { "prices.7.name": "standard", "prices.2.name": EARLY, "prices.7.quota": "" };
    expect(error.field(sent)).toBe("prices.2.quota");
    expect((await stored(id)).prices).toMatchObject([{ quota: 3 }, {}]);
    await update(id, [option(EARLY, { quota: 2 }), option("standard")]);
    expect(await join(id, 3, EARLY)).toEqual({ outcome: "package-sold-out" });
  });

  test("more of one is offered to whoever waits", async () => {
    const id = await create(option(EARLY, { quota: 1, amount: 0 }));
    await join(id, 1, EARLY);
    expect(await join(id, 2, EARLY)).toMatchObject({ outcome: "waiting" });
    const waiting = (await registrationsOf(id))[1]?.id ?? "";
    await refused((db) => offerByStaff(db, waiting), { message: /toutes les formules/ });
    await update(id, [option(EARLY, { quota: 2, amount: 0 })]);
    await settleEvents();
    expect(await statusesOf(id)).toEqual(["confirmed", "offered"]);
  });

  test("the currency changes until somebody registered at a price", async () => {
    const id = await create(option("gratuit", { amount: 0 }), option(PAID));
    await join(id, 1, "gratuit");
    await update(id, [option("gratuit", { amount: 0 }), option(PAID)], { currency: "GNF" });
    await join(id, 2, PAID);
    const back = (db: StaffDb) =>
      updateEvent(db, id, form([option("gratuit", { amount: 0 }), option(PAID)]));
    await refused(back, { field: "currency", message: expect.stringContaining("GNF") });
    const currencies = await database().asOwner(sql`select r.currency, price_currency
      from event_registrations r left join orders o on o.subject_id = r.id
      where event_id = ${id} order by arrival`);
    expect(currencies).toEqual([
      { currency: "XOF", price_currency: null },
      { currency: "GNF", price_currency: "GNF" },
    ]);
  });

  test("staff pass by no quota and no end, at the desk, in a correction or in a move", async () => {
    const over = { quota: undefined, ends_at: "2026-01-01T00:00:00Z" };
    const prices = [
      { id: EARLY, amount: 0, quota: 1 },
      { id: "over", amount: 0, ...over },
      { id: "standard", amount: 0 },
    ];
    const event = await makeEvent(10, { prices });
    await atDesk(event, "a", EARLY);
    await expect(atDesk(event, "b", EARLY)).rejects.toMatchObject({ message: /épuisée/ });
    await expect(atDesk(event, "b", "over")).rejects.toMatchObject({ message: /plus proposée/ });
    const { id } = await atDesk(event, "b", "standard");
    const correct = (price_id: string) => (db: StaffDb) =>
      correctRegistration(db, id, correction("b", { price_id, phone: "622 12 34 56" }));
    await refused(correct(EARLY), { field: "price_id", message: /épuisée/ });
    await refused(correct("over"), { field: "price_id", message: /passée/ });
    const elsewhere = await makeEvent(10, { prices: [{ id: "standard", amount: 0 }] });
    const there = await atDesk(elsewhere, "c", "standard");
    const move = (price_id: string) => (db: StaffDb) =>
      moveRegistration(db, there.id, { event_id: event, price_id });
    await refused(move(EARLY), { field: "package", message: /épuisée/ });
    await refused(move("over"), { field: "package", message: /passée/ });
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, over: 0, standard: 1 });
    await asAdmin(move("standard"));
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, over: 0, standard: 2 });
    expect(await takenOf(elsewhere)).toEqual({ standard: 0 });
    await database().asOwner(
      sql`update event_packages set quota = 2 where event_id = ${event} and key = ${EARLY}`,
    );
    await asAdmin(correct(EARLY));
    expect(await takenOf(event)).toEqual({ [EARLY]: 2, over: 0, standard: 1 });
  });

  test("whoever has to choose again is corrected as they are, and given a package at the desk", async () => {
    const event = await makeEvent(null, { prices: [{ id: EARLY, amount: 0, quota: 1 }] });
    for (const n of ["x", "y"]) await join(event, n, EARLY);
    await setPackages(event, [{ id: "standard", amount: 0 }]);
    await settleEvents();
    const id = (await registrationsOf(event))[1]?.id ?? "";
    const correct = (price_id: string, over = {}) =>
      asAdmin((db) => correctRegistration(db, id, correction("y", { price_id, ...over })));
    await refused((db) => confirmByStaff(db, id), { message: /corrigez d’abord/ });
    await correct(EARLY, { firstName: "Hawa" });
    expect(await columnsOf(id)).toMatchObject({ price_id: EARLY, status: "offered" });
    await correct("standard", { firstName: "Hawa" });
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, standard: 1 });
    await asAdmin((db) => confirmByStaff(db, id));
    expect(await statusesOf(event)).toEqual(["confirmed", "confirmed"]);
  });

  test("an event that takes place after all gives each their package again, as far as there are", async () => {
    const prices = [
      { id: EARLY, amount: 0, quota: 2 },
      { id: "standard", amount: 0 },
    ];
    const event = await makeEvent(10, { prices });
    for (const n of ["v", "w"]) await join(event, n, EARLY);
    await asAdmin((db) => cancelEventOf(db, event));
    await followChanges();
    expect(await takenOf(event)).toEqual({ [EARLY]: 0, standard: 0 });
    await reopenEventOf(asAdmin, event);
    // Nobody takes the place of somebody who has not been asked yet.
    expect(await join(event, "z", EARLY)).toEqual({ outcome: "package-sold-out" });
    await setPackages(event, [
      { id: EARLY, amount: 0, quota: 1 },
      { id: "standard", amount: 0 },
    ]);
    await followChanges();
    expect(await statusesOf(event)).toEqual(["offered", "offered"]);
    expect(await takenOf(event)).toEqual({ [EARLY]: 1, standard: 0 });
  });
});
