import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { setClock } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { addressHash } from "../../newsletter/unsubscribe-token.server.ts";
import { repeatUnsubscriptions } from "../../newsletter/unsubscription-file.system.server.ts";
import { readUnsubscriptions } from "../../newsletter/unsubscription-lines.server.ts";
import { appendErasureLines, readErasureFile } from "../../people/erasure-file.system.server.ts";
import { type BackupKeys, makeBackupKeys, toReadingKey } from "../keys/backup-keys.server.ts";
import { updateRemovalLedger } from "./removal-ledger.jobs.server.ts";
import { copyLedger, importLedger, LEDGER_FOLDER, sealLedger } from "./removal-ledger.server.ts";

const root = mkdtempSync(join(tmpdir(), "fge-departures-"));
const dataDir = join(root, "data");
process.env.DATA_DIR = dataDir;
process.env.SESSION_SECRET ??= "a secret of the tests, forty characters ";
afterAll(() => rmSync(root, { recursive: true, force: true }));

const here = diskStorage(join(dataDir, "backups"));
const folder = join(dataDir, "backups", LEDGER_FOLDER);
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000);
const lists = () => readdirSync(folder).sort();
const erasure = () => ({
  id: newId(),
  at: new Date().toISOString(),
  records: [newId()],
  address: "h",
});
/** Another machine, with what it was restored with. */
const otherMachine = () => mkdtempSync(join(root, "other-"));
const bring = (store: typeof here, keys: BackupKeys, to: string, since = LONG_AGO) =>
  importLedger(store, toReadingKey(keys), { dataDir: to, since });

withDatabase((_engine, database) => {
  let keys: BackupKeys;
  const owner = (text: string) => database().asOwner(sql.raw(text));
  const add = (values: Record<string, unknown> = {}) =>
    asSystem("test", (db) => insertRow(db, "newsletter_subscriptions", values));
  const statusOf = async (id: string) => {
    const rows = await database().asOwner<{ status: string }>(
      sql`select status from newsletter_subscriptions where id = ${id}`,
    );
    return rows[0]?.status;
  };

  beforeEach(async () => {
    setClock();
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    ({ keys } = await makeBackupKeys(dataDir));
    await owner("delete from newsletter_subscriptions");
  });

  test("who left is written beside the archives, sealed, and unsubscribed again from there", async () => {
    const email = "left@example.org";
    const id = await add({ email, address_hash: addressHash(email) });
    const archiveAt = new Date();
    const later = new Date(archiveAt.getTime() + 5_000);
    setClock(() => later.getTime());
    await owner(
      `update newsletter_subscriptions set status = 'unsubscribed', updated_at = '${later.toISOString()}'`,
    );
    await updateRemovalLedger();
    expect(lists()).toHaveLength(1);
    const [name = ""] = lists();
    const words = Buffer.from(readFileSync(join(folder, name), "utf8"), "base64").toString(
      "latin1",
    );
    expect(words).not.toMatch(/unsubscriptions|left@/);
    expect(readFileSync(join(dataDir, "unsubscriptions.jsonl"), "utf8")).not.toContain("left@");
    // The backup of before, restored elsewhere.
    await owner("delete from newsletter_subscriptions");
    await add({
      id,
      email,
      address_hash: addressHash(email),
      consented_at: LONG_AGO.toISOString(),
    });
    const other = otherMachine();
    expect(await bring(here, keys, other)).toBe(0);
    expect(await repeatUnsubscriptions(archiveAt, other)).toBe(1);
    expect(await statusOf(id)).toBe("unsubscribed");
    expect(await repeatUnsubscriptions(archiveAt, other)).toBe(0);
  });

  test("who came back before the archive, or agreed anew, stays", async () => {
    const id = await add({ email: "back@example.org", consented_at: LONG_AGO.toISOString() });
    const left = new Date(Date.now() - 60_000);
    const line = { id, at: left.toISOString(), address: "" };
    writeFileSync(join(dataDir, "unsubscriptions.jsonl"), `\n${JSON.stringify(line)}\n{"id":"cut`);
    expect(await repeatUnsubscriptions(new Date(), dataDir)).toBe(0);
    await owner("update newsletter_subscriptions set consented_at = now()");
    expect(await repeatUnsubscriptions(LONG_AGO, dataDir)).toBe(0);
    expect(await statusOf(id)).toBe("active");
  });

  test("nothing new writes nothing; somebody who leaves once more is written once more", async () => {
    const id = await add({ email: "twice@example.org", address_hash: "a" });
    const leave = (at: number) =>
      owner(`update newsletter_subscriptions set status = 'unsubscribed',
        updated_at = '${new Date(at).toISOString()}'`);
    const now = Date.now();
    await leave(now - 50_000);
    await updateRemovalLedger();
    await updateRemovalLedger();
    expect(lists()).toHaveLength(1);
    await leave(now - 20_000);
    await updateRemovalLedger();
    expect(readUnsubscriptions(dataDir).map((line) => line.id)).toEqual([id, id]);
    expect(lists()).toHaveLength(2);
  });

  test("a line that a clock far ahead wrote hides nobody who leaves afterwards", async () => {
    const email = "later@example.org";
    const id = await add({ email, address_hash: addressHash(email) });
    const ahead = new Date(Date.now() + 400 * 86_400_000).toISOString();
    const wrong = [
      { id: newId(), at: ahead, address: "" },
      { id, at: ahead, address: addressHash(email) },
    ];
    const file = join(dataDir, "unsubscriptions.jsonl");
    writeFileSync(file, wrong.map((line) => JSON.stringify(line)).join("\n"));
    const at = new Date(Date.now() - 60_000).toISOString();
    await owner(
      `update newsletter_subscriptions set status = 'unsubscribed', updated_at = '${at}'`,
    );
    await updateRemovalLedger();
    expect(readUnsubscriptions(dataDir).filter((line) => line.at === at)).toHaveLength(1);
    // A row that the same clock wrote is written down once.
    await add({ status: "unsubscribed", updated_at: ahead });
    await updateRemovalLedger();
    await updateRemovalLedger();
    expect(readUnsubscriptions(dataDir)).toHaveLength(4);
  });

  describe("a list", () => {
    test("of a crash in the middle is sealed twice and brought once", async () => {
      appendErasureLines(dataDir, [erasure()]);
      await sealLedger(here, keys, new Date());
      // It was written, and that it was is lost.
      rmSync(join(dataDir, "departures-sealed.json"));
      appendErasureLines(dataDir, [erasure()]);
      await sealLedger(here, keys, new Date());
      const other = otherMachine();
      expect(await bring(here, keys, other)).toBe(0);
      expect(readErasureFile(other)).toEqual(readErasureFile(dataDir));
      await bring(here, keys, other);
      expect(readErasureFile(other)).toHaveLength(2);
    });

    test("that is damaged, of another key or of another signer is left out, and the others count", async () => {
      appendErasureLines(dataDir, [erasure()]);
      await sealLedger(here, keys, new Date());
      const [good = ""] = lists();
      const whole = readFileSync(join(folder, good), "utf8");
      const stranger = await makeBackupKeys(otherMachine());
      const theirs = { ...stranger.keys, identity: keys.identity, recovery: keys.recovery };
      const forged = diskStorage(otherMachine());
      appendErasureLines(dataDir, [erasure()]);
      // Encrypted to us, by somebody who has our public keys alone.
      await sealLedger(forged, theirs, new Date());
      const [forgery = ""] = readdirSync(join(forged.name, LEDGER_FOLDER));
      const bad = [
        readFileSync(join(forged.name, LEDGER_FOLDER, forgery), "utf8"),
        whole.slice(0, whole.length / 2),
        "",
        "bonjour",
      ];
      for (const [n, words] of bad.entries()) {
        writeFileSync(join(folder, good.replace(/-[0-9a-f]{12}$/, `-00000000000${n}`)), words);
      }
      writeFileSync(join(folder, "notes.txt"), "not a list");
      const other = otherMachine();
      expect(await bring(here, keys, other)).toBe(bad.length);
      expect(readErasureFile(other)).toHaveLength(1);
      expect(await bring(here, stranger.keys, otherMachine())).toBe(bad.length + 1);
    });

    test("goes elsewhere once, and away here when no archive is as old", async () => {
      appendErasureLines(dataDir, [erasure()]);
      const old = new Date(Date.now() - 91 * 86_400_000);
      await sealLedger(here, keys, old);
      const there = diskStorage(otherMachine());
      await copyLedger(here, there);
      expect(readdirSync(join(there.name, LEDGER_FOLDER))).toEqual(lists());
      appendErasureLines(dataDir, [erasure()]);
      await sealLedger(here, keys, new Date());
      await copyLedger(here, there);
      expect([lists().length, readdirSync(join(there.name, LEDGER_FOLDER)).length]).toEqual([1, 2]);
      // What an archive of today cannot lack is not read.
      const other = otherMachine();
      await bring(there, keys, other);
      expect(readErasureFile(other)).toHaveLength(1);
    });
  });
});
