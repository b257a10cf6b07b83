import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { tellSiteMap } from "../../tests/support/browser/site-map.ts";
import { rowsOf, withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem, type StaffDb } from "../core/database/doors/doors.server.ts";
import { secretToken } from "../core/http/address-checks.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { DAY } from "../core/values/durations.ts";
import { MOST_PREVIEW_LINKS } from "../core/values/publication.ts";
import { deleteNews } from "../news/news.staff.server.ts";
import { restoreBatch } from "../records/bin/bin.staff.server.ts";
import {
  createPreviewLink,
  endPreviewLink,
  listPreviewLinks,
  type Previewed,
} from "./preview-links.staff.server.ts";
import { deleteExpiredPreviews, openPreview } from "./preview-links.system.server.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const asOwner = (statement: ReturnType<typeof sql>) =>
  asSystem("test", (db) => rowsOf(db, statement));
const link = (of: Previewed, days = 7) => asAdmin((db) => createPreviewLink(db, { ...of, days }));
const article = (title = "Brouillon secret") =>
  asSystem("test", (db) => insertRow(db, "news", { title })).then(
    (id): Previewed => ({
      kind: "news",
      record_id: id,
    }),
  );
const shown = async (token: string) => {
  const opened = await openPreview(token);
  return opened?.snapshot.kind === "news" ? opened.snapshot.article : undefined;
};

withDatabase(() => {
  let now = Date.UTC(2031, 4, 3, 10);
  beforeAll(() =>
    asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    ),
  );
  beforeEach(() => setClock(() => now));
  afterEach(() => setClock());

  test("a link shows the version of its moment, whatever is written later", async () => {
    const of = await article();
    const token = await link(of);
    expect(secretToken(token)).toBe(token);
    await asOwner(
      sql`update news set title = 'Autre', public_from = null where id = ${of.record_id}`,
    );
    const version = await shown(token);
    expect(version?.title).toBe("Brouillon secret");
    expect(version?.dated_at).toBeInstanceOf(Date);
    expect((await shown(await link(of)))?.title).toBe("Autre");
  });

  test("of an event its packages, and of a page its sections come with it", async () => {
    const event = await asSystem("test", (db) => insertRow(db, "events", { title: "Coupe" }));
    const opened = await openPreview(await link({ kind: "events", record_id: event }));
    expect(opened?.snapshot).toMatchObject({ kind: "events", event: { title: "Coupe" } });
    const page_id = await asSystem("test", (db) =>
      insertRow(db, "pages", { title: "Clubs", slug: "clubs" }),
    );
    await asSystem("test", (db) =>
      insertRow(db, "page_sections", { page_id, title: "Partie", sort_order: 1 }),
    );
    const written = await openPreview(await link({ kind: "pages", record_id: page_id }));
    expect(written?.snapshot).toMatchObject({
      written: { page: { title: "Clubs" }, sections: [{ title: "Partie" }] },
    });
  });

  test("no other token opens it: cut, longer, in other letters, or its hash", async () => {
    const token = await link(await article());
    const [{ token_hash } = { token_hash: "" }] = (await asOwner(
      sql`select token_hash from preview_links order by created_at desc, id desc limit 1`,
    )) as { token_hash: string }[];
    const others = [
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      token.toUpperCase(),
      `${token}=`,
      encodeURIComponent(` ${token}`),
      token_hash,
      "x".repeat(32),
      "",
    ].filter((one) => one !== token);
    for (const other of others) expect(await openPreview(other), other).toBeUndefined();
    expect(await shown(token)).toBeDefined();
  });

  test("the token stands nowhere: not beside its link, and not in the log", async () => {
    const token = await link(await article());
    const rows = await asOwner(
      sql`select to_jsonb(l) as row from preview_links l union all select to_jsonb(a) from audit_log a
        union all select to_jsonb(v) from audit_values v`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).toContain("preview_links.create");
  });

  test("it ends at its time, to the moment, and is erased with its version", async () => {
    const of = await article();
    const token = await link(of, 1);
    const made = now;
    now = made + DAY - 1;
    expect(await shown(token)).toBeDefined();
    now = made + DAY;
    expect(await shown(token)).toBeUndefined();
    expect(await asAdmin((db) => listPreviewLinks(db, of))).toEqual([]);
    await deleteExpiredPreviews();
    expect(
      await asOwner(sql`select 1 from preview_links where record_id = ${of.record_id}`),
    ).toEqual([]);
  });

  test("it is ended by hand, of its own record alone, once, and the log says so", async () => {
    const [of, other] = [await article(), await article("Autre")];
    const token = await link(of);
    const [listed] = await asAdmin((db) => listPreviewLinks(db, of));
    expect(listed).toMatchObject({ created_by_name: "Mariama Bah" });
    expect(JSON.stringify(listed)).not.toContain("snapshot");
    const end = (from: Previewed) => asAdmin((db) => endPreviewLink(db, listed?.id ?? "", from));
    await expect(end(other)).rejects.toMatchObject({ kind: "not-found" });
    await expect(end({ ...of, kind: "pages" })).rejects.toMatchObject({ kind: "not-found" });
    expect(await shown(token)).toBeDefined();
    await end(of);
    expect(await shown(token)).toBeUndefined();
    await expect(end(of)).rejects.toMatchObject({ kind: "not-found" });
    const log = await asOwner(
      sql`select action from audit_log where entity_id = ${listed?.id} order by action`,
    );
    expect(log).toEqual([{ action: "preview_links.create" }, { action: "preview_links.end" }]);
  });

  test("it goes with the record into the bin, and does not come back with it", async () => {
    const of = await article();
    const token = await link(of);
    const { batch } = await asAdmin((db) => deleteNews(db, [of.record_id]));
    expect(await shown(token)).toBeUndefined();
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await shown(token)).toBeUndefined();
  });

  test("there is no link to what is not there, nor one too many", async () => {
    for (const record_id of [newId(), "pas-un-id"])
      await expect(link({ kind: "news", record_id })).rejects.toMatchObject({ kind: "not-found" });
    const of = await article();
    await expect(link({ ...of, kind: "events" })).rejects.toMatchObject({ kind: "not-found" });
    for (let n = 0; n < MOST_PREVIEW_LINKS; n++) await link(of);
    await expect(link(of)).rejects.toMatchObject({ kind: "conflict" });
  });
});
