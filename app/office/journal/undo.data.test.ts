import "../../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { insertParents, insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import "../../../tests/registrations/event.ts";
import { asStaff, asSystem, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { eventFormSchema } from "../../events/event-schema.ts";
import { createEvent, setEventStatus, updateEvent } from "../../events/events.staff.server.ts";
import { deactivateMembershipTypes } from "../../membership/types/membership-types.staff.server.ts";
import { newsRecord } from "../../news/news.record.ts";
import {
  createNews,
  deleteNews,
  type NewsForm,
  publishNews,
  updateNews,
} from "../../news/news.staff.server.ts";
import { moveSection } from "../../pages/sections/sections.staff.server.ts";
import { saveMoneySetting } from "../../payments/providers/money-settings.staff.server.ts";
import { findUndoableBatch } from "../../records/history/audit.staff.server.ts";
import { emptyRecord } from "../../records/record-fields.ts";
import { saveSetting } from "../../settings/settings.staff.server.ts";
import { findUndo, undoBatch, undoEntry } from "./undo.staff.server.ts";

const ADMIN = newId();
const OTHER = newId();

const EVENT = eventFormSchema.parse({
  title: "Coupe de Kankan",
  description: "Deux jours de jeu.",
  location: "Kankan",
  date: "2030-06-01",
  time: "10:00",
  category: "Tournoi",
  type: "hybrid",
  price: "5000",
  currency: "XOF",
  status: "upcoming",
  max_participants: "16",
});

const article = (title: string): NewsForm => ({
  ...emptyRecord(newsRecord),
  title,
  excerpt: "Deux jours.",
  content: "Le texte.",
  content_en: null,
  category: "Compétition",
  tags: ["finale"],
  published: false,
  public_from: null,
  public_until: null,
});

withDatabase((_engine, database) => {
  const rows = <T>(statement: ReturnType<typeof sql>) => database().asOwner<T>(statement);
  /** Does something as staff: what it gave, and the act that its message would undo. */
  const act = async <T>(work: (db: StaffDb) => Promise<T>, id = ADMIN) =>
    asStaff({ id }, async (db) => {
      const result = await work(db);
      return { result, act: findUndoableBatch(db) ?? "" };
    });
  const undo = (batch: string) => act((db) => undoBatch(db, batch));
  const newsOf = async (id: string) =>
    (await rows<NewsForm>(sql`select * from news where id = ${id}`))[0];
  const entriesOf = (id: string) =>
    rows<{ id: string; action: string; undoes: string | null; batch: string }>(
      sql`select id, action, undoes, batch from audit_log where entity_id = ${id} order by created_at, id`,
    );
  const add = (table: string, values = {}) =>
    asSystem("test", (db) => insertRow(db, table, values));

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
      await insertRow(db, "profiles", { id: OTHER, role: "admin" });
    }),
  );

  test("a change comes back, is in the log, and the undoing can be undone", async () => {
    const { result: id } = await act((db) => createNews(db, article("Avant")));
    const changed = await act((db) =>
      updateNews(db, id, { ...article("Après"), tags: ["a", "b"] }),
    );
    const undone = await undo(changed.act);
    expect(await newsOf(id)).toMatchObject({ title: "Avant", tags: ["finale"] });
    const log = await entriesOf(id);
    expect(log.map(({ action }) => action)).toEqual(["news.create", "news.update", "news.undo"]);
    expect(log[2]?.undoes).toBe(log[1]?.id);
    await undo(undone.act);
    expect(await newsOf(id)).toMatchObject({ title: "Après", tags: ["a", "b"] });
  });

  test("what was created goes to the bin and comes back; what was deleted comes back and goes", async () => {
    const created = await act((db) => createNews(db, article("Créée")));
    const removed = await undo(created.act);
    expect(await newsOf(created.result)).toBeUndefined();
    expect(await rows(sql`select 1 from bin where entity_id = ${created.result}`)).toHaveLength(1);
    await undo(removed.act);
    expect(await newsOf(created.result)).toMatchObject({ title: "Créée" });
    const two = await act((db) => createNews(db, article("Deux")));
    await act((db) => deleteNews(db, [created.result, two.result]));
    const [last] = (await entriesOf(two.result)).slice(-1);
    // What was deleted together comes back together.
    await act((db) => undoEntry(db, last?.id ?? ""));
    expect(await newsOf(created.result)).toBeDefined();
    expect(await newsOf(two.result)).toBeDefined();
    await expect(act((db) => undoEntry(db, last?.id ?? ""))).rejects.toMatchObject({
      message: expect.stringContaining("déjà annulé"),
    });
  });

  test("a record that changed since is not overwritten, and the difference is told", async () => {
    const { result: id } = await act((db) => createNews(db, article("Un")));
    const changed = await act((db) => updateNews(db, id, article("Deux")));
    await act((db) => updateNews(db, id, article("Trois")), OTHER);
    await expect(undo(changed.act)).rejects.toMatchObject({ kind: "conflict" });
    expect(await newsOf(id)).toMatchObject({ title: "Trois" });
    const [, entry] = await entriesOf(id);
    const plan = await asStaff({ id: ADMIN }, (db) => findUndo(db, entry?.id ?? ""));
    expect(plan?.changed).toMatchObject([{ before: { title: "Deux" }, after: { title: "Trois" } }]);
  });

  test("a kind of membership that is not offered any more is offered again", async () => {
    const type = { name: "Club", description: "Licence", price: 0, period: "par an" };
    const id = await add("membership_types", { ...type, is_active: true });
    const changed = await act((db) => deactivateMembershipTypes(db, [id]));
    await undo(changed.act);
    expect(await rows(sql`select is_active from membership_types where id = ${id}`)).toEqual([
      { is_active: true },
    ]);
  });

  test("another field that changed since stays as it is", async () => {
    const { result: id } = await act((db) => createNews(db, article("Titre")));
    const changed = await act((db) => updateNews(db, id, article("Autre titre")));
    await act((db) => publishNews(db, [id]));
    await undo(changed.act);
    expect(await newsOf(id)).toMatchObject({ title: "Titre", published: true });
  });

  test("of many, one that changed since keeps all as they are", async () => {
    const ids: string[] = [];
    for (const title of ["a", "b", "c"]) {
      ids.push((await act((db) => createNews(db, article(title)))).result);
    }
    const published = await act((db) => publishNews(db, ids));
    await rows(sql`update news set published = false where id = ${ids[1] ?? ""}`);
    await expect(undo(published.act)).rejects.toMatchObject({ kind: "conflict" });
    expect(await newsOf(ids[0] ?? "")).toMatchObject({ published: true });
    await rows(sql`update news set published = true where id = ${ids[1] ?? ""}`);
    expect((await undo(published.act)).result).toBe(3);
    for (const id of ids) expect(await newsOf(id)).toMatchObject({ published: false });
  });

  test("pressed twice, also at the same moment, it is done once", async () => {
    const { result: id } = await act((db) => createNews(db, article("Une fois")));
    const changed = await act((db) => updateNews(db, id, article("Deux fois")));
    const presses = await Promise.allSettled([undo(changed.act), undo(changed.act)]);
    expect(presses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const entries = await entriesOf(id);
    expect(entries.filter(({ action }) => action === "news.undo")).toHaveLength(1);
  });

  test("a move in an order comes back with its neighbour", async () => {
    const page = await add("pages");
    const [first, second] = [
      await add("page_sections", { page_id: page, sort_order: 1, section_key: "a" }),
      await add("page_sections", { page_id: page, sort_order: 2, section_key: "b" }),
    ];
    await act((db) => moveSection(db, first, "down"));
    const [entry] = await entriesOf(second);
    await act((db) => undoEntry(db, entry?.id ?? ""));
    const order = await rows<{ id: string }>(
      sql`select id from page_sections where page_id = ${page} order by sort_order`,
    );
    expect(order.map(({ id }) => id)).toEqual([first, second]);
  });

  test("settings come back, but not those of money", async () => {
    const minors = await act((db) => saveSetting(db, "minors", { age: 16 }));
    await undo(minors.act);
    expect(await rows(sql`select 1 from site_settings where setting_key = 'minors'`)).toEqual([]);
    const rate = await act((db) => saveMoneySetting(db, "refunds", { limit_GNF: 1, limit_XOF: 1 }));
    await expect(undo(rate.act)).rejects.toMatchObject({
      message: expect.stringContaining("l’argent"),
    });
  });

  describe("what left the house", () => {
    test("a mail that left with a change keeps it from being undone", async () => {
      const { result: id } = await act((db) => createNews(db, article("Avec un envoi")));
      const published = await act((db) => publishNews(db, [id]));
      const [moment] = await rows<{ at: string }>(
        sql`select created_at::text as at from audit_log where batch = ${published.act}`,
      );
      await add("mail_outbox", { created_at: moment?.at });
      await expect(undo(published.act)).rejects.toMatchObject({
        message: expect.stringContaining("que vous avez à prévenir vous-même"),
      });
      expect(await newsOf(id)).toMatchObject({ published: true });
    });

    test("an event with registrations is not changed without a word", async () => {
      const event = await add("events", { title: "Tournoi", max_participants: 9 });
      const status = await act((db) => setEventStatus(db, [event], "ongoing"));
      await add("event_registrations", { event_id: event });
      await expect(undo(status.act)).rejects.toMatchObject({
        message: expect.stringContaining("inscrites"),
      });
    });

    test("a cancelled event is reopened by its form alone", async () => {
      const event = await add("events", { title: "Annulé" });
      const cancelled = await act((db) => setEventStatus(db, [event], "cancelled"));
      await expect(undo(cancelled.act)).rejects.toMatchObject({ kind: "conflict" });
    });

    test("once the values of an entry are erased, nothing can be undone", async () => {
      const { result: id } = await act((db) => createNews(db, article("Effacée")));
      const changed = await act((db) => updateNews(db, id, article("Effacée après")));
      const [, entry] = await entriesOf(id);
      await rows(sql`select erase_audit_values(array[${entry?.id}]::uuid[])`);
      await expect(undo(changed.act)).rejects.toMatchObject({
        message: expect.stringContaining("effacées"),
      });
    });
  });

  test("the packages of an event come back with it", async () => {
    const one = (name: string, amount: number) => ({
      id: "standard",
      name,
      name_en: null,
      amount,
      description: "",
      description_en: null,
      features: [],
      features_en: [],
      quota: null,
      ends_at: new Date("2030-05-01T00:00:00Z"),
    });
    const { result: id } = await act((db) =>
      createEvent(db, { ...EVENT, prices: [one("Joueur", 5_000)] }),
    );
    const changed = await act((db) =>
      updateEvent(db, id, {
        ...EVENT,
        title: "Plus cher",
        prices: [one("Équipe", 9_000)],
      }),
    );
    await undo(changed.act);
    const packages = await rows(
      sql`select name, amount from event_packages where event_id = ${id}`,
    );
    expect(packages).toEqual([{ name: "Joueur", amount: 5_000 }]);
    const [event] = await rows(sql`select title from events where id = ${id}`);
    expect(event).toEqual({ title: EVENT.title });
  });

  test("an act that nobody did, and an id that is none, are told", async () => {
    await expect(undo(newId())).rejects.toMatchObject({ kind: "not-found" });
    await expect(act((db) => undoEntry(db, "x"))).rejects.toMatchObject({ kind: "not-found" });
  });
});
