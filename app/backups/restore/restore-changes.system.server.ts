import { and, count, eq, gt, sql, sum } from "drizzle-orm";
import { recordAccess } from "../../auth/account/access-log.system.server.ts";
import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import {
  changeJournal,
  isOneDisk,
  readJournal,
  type SiteJournal,
  type SiteState,
} from "../../core/database/copy/site-states.server.ts";
import { asSystem, databaseKind, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { newId } from "../../core/secrets/id.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { HOUR } from "../../core/values/durations.ts";
import { staticFiles } from "../../files/files.table.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { newsletterSubscriptions } from "../../newsletter/newsletter.table.server.ts";
import { ledgerEntries, orders } from "../../payments/payments.table.server.ts";
import { auditLog } from "../../records/history/audit.table.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";
import { parseArchiveDate } from "../archive/archive-format.server.ts";
import { type RestoreNews, siteRestoreMail } from "../backups.mail.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { requireAdministrator } from "../quarantine/release.system.server.ts";
import { findRestorable } from "./restore-archives.server.ts";
import { cancelCopy } from "./restores.jobs.server.ts";
import { COPY_HOURS, type Place } from "./restores.ts";

/** How a change went: done, or why not. `busy`: something else is asked for already. */
export type RestoreOutcome = "done" | "busy" | "server" | "keys" | "disks" | "gone" | "nothing";

/** Whether the next start is spoken for, or a copy for it is being made. */
const isTaken = ({ work, due }: SiteJournal) =>
  due !== undefined || (work !== undefined && work.status !== "failed");

/** One after the other: what the journal says is looked at, told to everybody, and changed. */
const inTurn = (work: (dataDir: string) => Promise<RestoreOutcome>) =>
  runInSequence("restores", () => work(env().DATA_DIR));

/** Asks for a copy of the site as an archive has it. Everybody who administers the site is told. */
export const requestCopy = (
  staff: StaffAccount,
  { archive, from }: { archive: string; from: Place },
): Promise<RestoreOutcome> =>
  inTurn(async (dataDir) => {
    await asSystem("restores.ask", (db) => requireAdministrator(db, staff));
    if (databaseKind() === "server") return "server";
    if (!readBackupKeys(dataDir)) return "keys";
    if (isTaken(readJournal(dataDir))) return "busy";
    const siteAt = parseArchiveDate(archive);
    if (!siteAt || !(await findRestorable(from, archive))) return "gone";
    if (!isOneDisk(dataDir)) return "disks";
    const asked_at = currentTime().toISOString();
    await notify(staff, { news: "copy", event: "restore-asked", archive, siteAt });
    changeJournal(dataDir, (journal) => ({
      ...journal,
      refused: undefined,
      work: { id: newId(), archive, from, asked_at, status: "asked", by: personOf(staff) },
    }));
    await wake();
    return "done";
  });

/** Nothing is made, and the next start takes nothing. */
export const cancelRestore = (staff: StaffAccount): Promise<RestoreOutcome> =>
  inTurn(async (dataDir) => {
    await asSystem("restores.ask", (db) => requireAdministrator(db, staff));
    const { work, due } = readJournal(dataDir);
    if (!work && !due) return "nothing";
    const isOff = due !== undefined || work?.status !== "failed";
    const archive = work?.archive ?? null;
    if (isOff) await notify(staff, { news: "cancelled", event: "restore-cancelled", archive });
    changeJournal(dataDir, ({ work: _work, due: _due, ...journal }) => ({
      ...journal,
      // A former state stays what it was before somebody wanted it back.
      states: journal.states.filter(({ id, kind }) => id !== due?.id || kind === "former"),
    }));
    if (work) cancelCopy(work.id);
    await wake();
    return "done";
  });

/** Asks the next start for a state that the site had before. */
export const requestFormerState = (staff: StaffAccount, id: string): Promise<RestoreOutcome> =>
  inTurn(async (dataDir) => {
    await asSystem("restores.ask", (db) => requireAdministrator(db, staff));
    if (databaseKind() === "server") return "server";
    const journal = readJournal(dataDir);
    if (isTaken(journal)) return "busy";
    const state = journal.states.find((one) => one.id === id && one.kind === "former");
    if (!state) return "gone";
    if (!isOneDisk(dataDir)) return "disks";
    const siteAt = new Date(state.at);
    await notify(staff, { news: "former", event: "restore-back-asked", archive: null, siteAt });
    changeJournal(dataDir, (own) => ({ ...own, refused: undefined, due: dueFrom(staff, state) }));
    return "done";
  });

const personOf = ({ id, name, email }: StaffAccount) => ({ id, name, email });

function dueFrom(staff: StaffAccount, { id }: SiteState): NonNullable<SiteJournal["due"]> {
  const now = currentTime();
  const until = new Date(now.getTime() + COPY_HOURS * HOUR).toISOString();
  return { id, by: personOf(staff), asked_at: now.toISOString(), until };
}

type RestoreNotice = { news: RestoreNews; event: string; archive: string | null; siteAt?: Date };

/** Into the log, and to everybody who administers the site. */
const notify = (
  staff: StaffAccount,
  { news, event, archive, siteAt }: RestoreNotice,
): Promise<void> =>
  asSystem("restores.ask", async (db) => {
    const at = currentTime();
    await recordAccess(db, event, staff, archive ? { after: { archive } } : {});
    await mailAll(db, (recipient, name) =>
      siteRestoreMail({ news, recipient, name, by: staff.name, archive, siteAt, at }),
    );
  });

async function mailAll(
  db: SystemDb,
  write: (recipient: string, name: string) => ReturnType<typeof siteRestoreMail>,
): Promise<void> {
  const now = currentTime();
  for (const { id, name, email } of await listAlertedAdministrators(db)) {
    await queueMail(db, withKey(write(email, name), now, id));
  }
}

const wake = () =>
  asSystem("restores.ask", (db) =>
    db.execute(sql`select pg_notify('job_due', 'restores.prepare')`),
  );

/** What has happened on the site since a moment, and an older copy of it does not know. */
export async function readSince(db: SystemDb, at: Date) {
  const mails = and(eq(mailOutbox.status, "sent"), gt(mailOutbox.sent_at, at));
  const { amount, currency, kind } = ledgerEntries;
  return {
    members: await db.$count(members, gt(members.created_at, at)),
    registrations: await db.$count(eventRegistrations, gt(eventRegistrations.created_at, at)),
    orders: await db.$count(orders, gt(orders.created_at, at)),
    money: await db
      .select({ currency, kind, amount: sum(amount).mapWith(Number), count: count() })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.mode, "live"), gt(ledgerEntries.created_at, at)))
      .groupBy(currency, kind)
      .orderBy(currency, kind),
    messages: await db.$count(contactMessages, gt(contactMessages.created_at, at)),
    subscriptions: await db.$count(
      newsletterSubscriptions,
      gt(newsletterSubscriptions.created_at, at),
    ),
    files: await db.$count(staticFiles, gt(staticFiles.created_at, at)),
    mails: await db.$count(mailOutbox, mails),
    changes: await db.$count(auditLog, gt(auditLog.created_at, at)),
  };
}

export type Since = Awaited<ReturnType<typeof readSince>>;
