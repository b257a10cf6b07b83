import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, inject, test } from "vitest";
import { createDatabase } from "../../../tests/support/database/postgres-server.ts";
import { enginesOf } from "../../../tests/support/fuzz/repetitions.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../../core/database/copy/table-copy.server.ts";
import { openDatabase, SCHEMA } from "../../core/database/database.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { writeArchive } from "../archive/write-archive.server.ts";
import { makeBackupKeys, toReadingKey } from "../keys/backup-keys.server.ts";
import { type GoingBack, goBack } from "./going-back.server.ts";

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

type Site = { settings: GoingBack["settings"]; open: () => Promise<CopyDatabase> };

async function newSite(engine: "embedded" | "server"): Promise<Site> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "fge-back-"));
  ended.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  if (engine === "embedded") {
    const settings = { DATA_DIR, DATA_DIR_WITHOUT_LOCKS: false };
    return { settings, open: () => openFolderCopy(join(DATA_DIR, "database")) };
  }
  const { url, drop } = await createDatabase(inject("postgres"));
  ended.push(drop);
  const settings = { DATA_DIR, DATA_DIR_WITHOUT_LOCKS: false, DATABASE_URL: url };
  return { settings, open: () => openServerCopy(url) };
}

/** Starts the site and ends it again: what it says of its database. */
async function start({ settings }: Site): Promise<string | undefined> {
  const { engine, ready } = await openDatabase(settings, async () => {});
  await ready;
  const fault = await engine.findFault(SCHEMA);
  await engine.close();
  return fault;
}

async function using<T>(site: Site, work: (database: CopyDatabase) => Promise<T>): Promise<T> {
  const database = await site.open();
  return work(database).finally(() => database.close());
}

const WRITE = `insert into contact_messages (id, name, email, subject, message, status)
  values (gen_random_uuid(), 'Une personne', $1, 'Un sujet', 'Un message', 'unread')`;
const SENDERS = "contact_messages order by email";
const senders = (site: Site) => using(site, ({ ask }) => ask(`select email from ${SENDERS}`));

const ACCOUNT = "018f0000-0000-7000-8000-00000000abcd";
/** Somebody who is signed in, waits to become an administrator, and was sent links. */
const ENTRANCES = `
  insert into profiles (id, name, email, roles, device_generation, admission_asked_by)
    values ('${ACCOUNT}', 'Une personne', 'p@example.org', '{editor}', 3, '${ACCOUNT}');
  insert into auth_sessions (id, token, user_id, expires_at)
    values (gen_random_uuid(), 't', '${ACCOUNT}', now() + interval '1 day');
  insert into auth_verifications (id, identifier, value, expires_at)
    values (gen_random_uuid(), 'i', '${ACCOUNT}', now() + interval '1 day');
  insert into data_links (id, address_hash) values (gen_random_uuid(), 'h');
  insert into me_sign_ins (id, address_hash) values (gen_random_uuid(), 'h');
  insert into me_sessions (id, token_hash, address_hash) values (gen_random_uuid(), 't', 'h');
  insert into preview_links (id, kind, record_id, token_hash, snapshot, created_by, expires_at)
    values (gen_random_uuid(), 'news', gen_random_uuid(), 't', '{}', '${ACCOUNT}', now() + interval '1 day')`;
const OPEN = `select (select count(*)::int from auth_sessions) as sessions,
  (select count(*)::int from auth_verifications) as links,
  (select count(*)::int from preview_links) as previews, (select count(*)::int from data_links) as own,
  (select count(*)::int from me_sign_ins) as spaces_asked,
  (select count(*)::int from me_sessions) as spaces,
  (select count(*)::int from profiles where admission_asked_by is not null) as asked,
  (select device_generation from profiles where id = '${ACCOUNT}') as generation`;

/** An archive of the site as it is. */
async function archiveOf(site: Site): Promise<Pick<GoingBack, "source" | "storageOf">> {
  const { DATA_DIR } = site.settings;
  const { keys } = await makeBackupKeys(DATA_DIR);
  const store = diskStorage(join(DATA_DIR, "backups"));
  const files = diskStorage(join(DATA_DIR, "files"));
  const { key } = await using(site, (database) =>
    writeArchive({
      at: new Date("2026-11-23T02:00:00Z"),
      site: "018f0000-0000-7000-8000-000000000001",
      engine: site.settings.DATABASE_URL ? "server" : "embedded",
      database,
      files: [{ storage: files, prefix: "uploads/" }],
      extras: [],
      keys,
      target: store,
    }),
  );
  return { source: { store, key, reading: toReadingKey(keys) }, storageOf: () => files };
}

/** What a later version does: a table, a column, a migration that this version does not know, and its own rows. */
const upgrade = (site: Site) =>
  using(site, async ({ ask, script }) => {
    await ask(WRITE, ["after@example.org"]);
    await script(`alter table contact_messages add column later text not null default 'x';
      create table later (id int primary key);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999);
      update drizzle.schema_state set minimum_reader = 9999999999999`);
  });

describe.each(enginesOf("server"))("after an upgrade, on the %s engine", (engine) => {
  test("one step goes back to the data of before, which this version reads", async () => {
    const site = await newSite(engine);
    const { DATA_DIR } = site.settings;
    expect(await start(site)).toBeUndefined();
    await using(site, ({ ask }) => ask(WRITE, ["before@example.org"]));
    await using(site, ({ script }) => script(ENTRANCES));
    const archived = await archiveOf(site);
    await upgrade(site);
    await expect(start(site)).rejects.toThrow(/plus récente|newer/);
    writeFileSync(join(DATA_DIR, "erasures.jsonl"), '{"id":"since"}\n');
    const { aside } = await goBack({ ...site, ...archived, schemaFolder: SCHEMA, suffix: "now" });
    expect(await start(site)).toBeUndefined();
    expect(await senders(site)).toEqual([{ email: "before@example.org" }]);
    expect(await using(site, ({ ask }) => ask(OPEN))).toEqual([
      {
        sessions: 0,
        links: 0,
        previews: 0,
        own: 0,
        spaces_asked: 0,
        spaces: 0,
        asked: 0,
        generation: 100_003,
      },
    ]);
    // Who was erased since is not forgotten with the rest.
    expect(readFileSync(join(DATA_DIR, "erasures.jsonl"), "utf8")).toContain("since");
    expect(existsSync(join(DATA_DIR, "erasures.jsonl.kept"))).toBe(false);
    const [kept = ""] = aside;
    if (engine === "embedded") expect(existsSync(join(kept, "PG_VERSION"))).toBe(true);
    else {
      const rows = await using(site, ({ ask }) => ask(`select email from "${kept}".${SENDERS}`));
      expect(rows).toHaveLength(2);
    }
  }, 120_000);

  test("what goes wrong on the way leaves everything as it was", async () => {
    const site = await newSite(engine);
    await start(site);
    await using(site, ({ ask }) => ask(WRITE, ["before@example.org"]));
    const { source, storageOf } = await archiveOf(site);
    const plan = { ...site, source, storageOf, schemaFolder: SCHEMA, suffix: "now" };
    const cut = async () => {
      throw new Error("cut");
    };
    // The files come first, the rows of tables afterwards: a store that fails, then an archive that is not ours.
    const failing = { ...source, key: "archives/none.fge" };
    await expect(goBack({ ...plan, source: failing })).rejects.toThrow();
    const database = await site.open();
    await database.close();
    const broken = { ...source.store, read: cut };
    await expect(goBack({ ...plan, source: { ...source, store: broken } })).rejects.toThrow();
    expect(await start(site)).toBeUndefined();
    expect(await senders(site)).toEqual([{ email: "before@example.org" }]);
  }, 120_000);
});

test("a site that runs is not taken its database away", async () => {
  for (const name of enginesOf("server")) {
    const site = await newSite(name);
    await start(site);
    const archived = await archiveOf(site);
    const { engine, ready } = await openDatabase(site.settings, async () => {});
    await ready;
    const going = goBack({ ...site, ...archived, schemaFolder: SCHEMA, suffix: "now" });
    await expect(going).rejects.toThrow(/déjà utilisé|tourne/);
    await engine.close();
    expect(await start(site)).toBeUndefined();
  }
}, 120_000);
