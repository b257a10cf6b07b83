import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { tellSiteMap } from "../../tests/support/browser/site-map.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem, asVisitor, type StaffDb } from "../core/database/doors/doors.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { restoreBatch } from "../records/bin/bin.staff.server.ts";
import { notifyNewVersions } from "./legal.jobs.server.ts";
import {
  createLegalText,
  deleteLegalTexts,
  findLegalText,
  legalFormSchema,
  listLegalTexts,
  updateLegalText,
} from "./legal.staff.server.ts";
import { listPublished } from "./legal.visitor.server.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const at = (time: string) => setClock(() => Date.parse(time));
const form = (starts_on: string, more: Record<string, string> = {}) =>
  legalFormSchema.parse({
    document: "terms",
    starts_on,
    published: "published",
    content: "## Règles\n\n{refunds}",
    ...more,
  });
const create = (starts_on: string, more?: Record<string, string>) =>
  asAdmin((db) => createLegalText(db, form(starts_on, more)));

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  afterEach(async () => {
    setClock(undefined);
    await database().asOwner("truncate legal_texts");
  });

  test("no version begins in the past, and two do not begin on one day", async () => {
    at("2033-03-01T10:00:00Z");
    await expect(create("2033-02-28")).rejects.toThrow(/Ce jour est passé/);
    await create("2033-03-02");
    await expect(create("2033-03-02")).rejects.toThrow(/Une autre version/);
    // A draft promises nothing yet.
    const draft = await create("2033-03-02", { published: "draft" });
    await expect(asAdmin((db) => updateLegalText(db, draft, form("2033-03-02")))).rejects.toThrow(
      /Une autre version/,
    );
    await create("2033-03-02", { document: "privacy", content: "{retention}" });
  });

  test("one to come changes and goes; from the first minute of its day it does neither", async () => {
    at("2033-03-01T23:59:59Z");
    const id = await create("2033-03-02");
    await asAdmin((db) => updateLegalText(db, id, form("2033-03-02", { content: "- {refunds}" })));
    at("2033-03-02T00:00:00Z");
    const change = () => asAdmin((db) => updateLegalText(db, id, form("2033-03-03")));
    await expect(change()).rejects.toThrow(/ne change plus/);
    await expect(asAdmin((db) => deleteLegalTexts(db, [id]))).rejects.toThrow(/ne change plus/);
    expect(await asAdmin((db) => findLegalText(db, id))).toMatchObject({ content: "- {refunds}" });
    // Whoever goes past the operation meets the database.
    const past = (statement: SQL) => asSystem("test", (db) => db.execute(statement));
    await expect(past(sql`delete from legal_texts`)).rejects.toThrow();
    await expect(past(sql`update legal_texts set content = 'x'`)).rejects.toThrow();
  });

  test("a deleted one comes back while its day is to come, and not after it", async () => {
    at("2033-03-01T10:00:00Z");
    const ids = [await create("2033-03-05"), await create("2033-04-05")];
    const [soon, later] = await Promise.all(
      ids.map((id) => asAdmin((db) => deleteLegalTexts(db, [id]))),
    );
    at("2033-03-06T10:00:00Z");
    await expect(asAdmin((db) => restoreBatch(db, soon?.batch ?? ""))).rejects.toThrow(/passé/);
    expect(await asAdmin((db) => restoreBatch(db, later?.batch ?? ""))).toBe(1);
  });

  test("both languages keep the site's own promise", async () => {
    at("2033-03-01T10:00:00Z");
    await expect(create("2033-03-05", { content: "Pas de règle" })).rejects.toMatchObject({
      field: "content",
    });
    const english = { content_en: "No refunds, write to {mail}" };
    await expect(create("2033-03-05", english)).rejects.toMatchObject({ field: "content_en" });
  });

  test("visitors read what is published, to come too, and no draft", async () => {
    at("2033-03-01T10:00:00Z");
    await create("2033-03-05");
    await create("2033-03-06", { published: "draft" });
    const read = await asVisitor((db) => listPublished(db, "terms"));
    expect(read.map(({ starts_on }) => starts_on)).toEqual(["2033-03-05"]);
    const states = await asAdmin(listLegalTexts);
    expect(states.map(({ state }) => state)).toEqual(["draft", "coming"]);
  });

  test("the day on which one begins is told to the page caches, once", async () => {
    at("2033-03-01T10:00:00Z");
    await create("2033-03-05");
    const told: string[] = [];
    await database().engine.listen(
      "content_changed",
      (table) => told.push(table),
      () => {},
    );
    const settle = () => new Promise((done) => setTimeout(done, 300));
    await notifyNewVersions(undefined, "2033-03-05");
    await notifyNewVersions("2033-03-04", "2033-03-04");
    await notifyNewVersions("2033-03-05", "2033-03-06");
    await settle();
    expect(told).toEqual([]);
    await notifyNewVersions("2033-03-03", "2033-03-05");
    await expect.poll(() => told).toEqual(["legal_texts"]);
  });
});
