import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { listArchives } from "../../../app/backups/archive/prune-archives.server.ts";
import { makeBackupKeys } from "../../../app/backups/keys/backup-keys.server.ts";
import { backupStores } from "../../../app/backups/nightly/backup-stores.server.ts";
import { runNightlyBackup } from "../../../app/backups/nightly/backups.jobs.server.ts";
import { recordRestoredState } from "../../../app/backups/quarantine/quarantine-state.system.server.ts";
import { requestCopy } from "../../../app/backups/restore/restore-changes.system.server.ts";
import { prepareRestores } from "../../../app/backups/restore/restores.jobs.server.ts";
import { contactMessages } from "../../../app/contact/contact-messages.table.server.ts";
import { readQuarantineState } from "../../../app/core/database/copy/quarantine.server.ts";
import {
  applyScheduledSwitch,
  readJournal,
} from "../../../app/core/database/copy/site-states.server.ts";
import { openDatabase } from "../../../app/core/database/database.server.ts";
import { asSystem } from "../../../app/core/database/doors/doors.server.ts";
import type { Engine } from "../../../app/core/database/engine.server.ts";
import { mailOutbox } from "../../../app/mail/mail.table.server.ts";
import { auditLog } from "../../../app/records/history/audit.table.server.ts";
import { insertRow } from "../../database/tables.ts";

export const DATA_DIR = mkdtempSync(join(tmpdir(), "fge-restores-"));
process.env.DATA_DIR = DATA_DIR;
export const SETTINGS = { DATA_DIR, DATA_DIR_WITHOUT_LOCKS: false };
export const FILE = join(DATA_DIR, "files/uploads/a.txt");
export const ERASED = join(DATA_DIR, "erasures.jsonl");
export const BEFORE = "before@example.org";
export const AFTER = "after@example.org";

/** An embedded site with an archive, since which something was written. Its processes are no longer last in line. */
export class RestoringSite {
  #engine: Engine | undefined;
  admin = { id: "", name: "A", email: "a@example.org" };

  /** Starts it as `server/main.ts` does. */
  async start(): Promise<void> {
    applyScheduledSwitch(SETTINGS);
    const { engine, ready } = await openDatabase(SETTINGS, async (own) => {
      await recordRestoredState(own, DATA_DIR);
      await readQuarantineState();
    });
    await ready;
    this.#engine = engine;
  }

  /** `command`: what somebody does on the machine meanwhile. */
  async restart(command = () => {}): Promise<void> {
    await this.#engine?.close();
    command();
    await this.start();
  }

  async fill(): Promise<void> {
    mkdirSync(join(DATA_DIR, "files/uploads"), { recursive: true });
    writeFileSync(FILE, "before");
    writeFileSync(ERASED, "[]\n");
    await makeBackupKeys(DATA_DIR);
    await this.start();
    const { email } = this.admin;
    const id = await asSystem("test", (db) =>
      insertRow(db, "profiles", { name: "A", email, role: "admin", is_active: true }),
    );
    this.admin = { ...this.admin, id };
    await asSystem("test", (db) => insertRow(db, "auth_sessions", { user_id: id }));
    await this.write(BEFORE);
    await runNightlyBackup(new AbortController().signal, 0);
    await this.write(AFTER);
    writeFileSync(FILE, "after");
    writeFileSync(ERASED, "[]\n[]\n");
  }

  async end(): Promise<void> {
    await this.#engine?.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }

  /** What the job does when it looks. */
  look = (stopping = new AbortController().signal) => prepareRestores(stopping, 0);

  write = (email: string) =>
    asSystem("test", (db) => insertRow(db, "contact_messages", { email, status: "unread" }));

  async senders(): Promise<string[]> {
    const rows = await asSystem("test", (db) => db.select().from(contactMessages));
    return rows.map(({ email }) => email).sort();
  }

  async actions(): Promise<string[]> {
    const newest = desc(auditLog.created_at);
    const rows = await asSystem("test", (db) => db.select().from(auditLog).orderBy(newest));
    return rows.map(({ action }) => action);
  }

  /** The mails that administrators got about restores. */
  async told() {
    const rows = await asSystem("test", (db) => db.select().from(mailOutbox));
    return rows.filter(({ template }) => template === "site-restore");
  }

  newest = async () => (await listArchives(backupStores()[0].storage))[0]?.key ?? "";
  ask = async () => requestCopy(this.admin, { archive: await this.newest(), from: "here" });
  formers = () => readJournal(DATA_DIR).states.filter(({ kind }) => kind === "former");
}
