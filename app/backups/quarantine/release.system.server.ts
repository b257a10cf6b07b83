import { and, count, eq, inArray, isNotNull, isNull, lte, max, min, sql, sum } from "drizzle-orm";
import { recordAccess } from "../../auth/account/access-log.system.server.ts";
import {
  findAdministrator,
  listAlertedAdministrators,
} from "../../auth/staff/administrators.operations.server.ts";
import { endQuarantine, setReleased } from "../../core/database/copy/quarantine.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { AppError } from "../../core/values/errors.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { CLEARED } from "../../mail/send.jobs.server.ts";
import { countMembershipReminders } from "../../membership/renewal/membership.jobs.server.ts";
import { countPaymentReminders } from "../../payments/payments.jobs.server.ts";
import { orders, refunds } from "../../payments/payments.table.server.ts";
import { RECORDABLE_STATUSES } from "../../payments/refunds/refunds.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import { isOver } from "../../registrations/places/places.system.server.ts";
import { countEventReminders } from "../../registrations/places/reminders.jobs.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";
import { siteReleasedMail } from "../backups.mail.ts";
import { readAccountReview, reapplyAllRevocations } from "./account-review.system.server.ts";
import {
  isPrepared,
  MAIL_CHOICES,
  type MailChoice,
  mailField,
  type PendingActions,
  type PendingMails,
  type Quarantine,
} from "./quarantine.ts";
import { lockQuarantine } from "./quarantine-state.system.server.ts";

/** @throws AppError 'forbidden' unless it is an account that administers the site now. */
export async function requireAdministrator(db: SystemDb, { id }: StaffAccount): Promise<void> {
  if (!(await findAdministrator(db, id))) throw new AppError("forbidden", "not an administrator");
}

type Release =
  | { kind: "released"; withheld: number; leaving: number }
  /** Somebody released it before; a step is missing; what becomes of some mails was not chosen. */
  | { kind: "at-work" | "unprepared" }
  | { kind: "undecided"; fields: string[] };

/**
 * Lets a restored site go to work, all or nothing: mails that are not to leave are withheld, the log has it, and
 * every administrator is told. Pressed twice, or in two processes at once, it happens once.
 */
export async function releaseSite(
  staff: StaffAccount,
  values: Readonly<Record<string, string>>,
): Promise<Release> {
  const result = await asSystem("rest.release", (db) =>
    releaseIn(db, (mails) => choiceIn(values[mailField(mails)]), { staff }),
  );
  if (result.kind === "released" || result.kind === "at-work") setReleased();
  return result;
}

/**
 * The same for whoever holds the machine. `mails` is for all that may have been sent before; `anyway` passes over
 * what was not prepared.
 */
export const releaseByCommand = (mails: string | undefined, anyway: boolean): Promise<Release> =>
  asSystem("rest.release", (db) =>
    releaseIn(db, ({ age }) => (age === "before" ? choiceIn(mails) : undefined), { anyway }),
  );

type ChooseMails = (mails: PendingMails) => MailChoice | undefined;
type ReleaseOptions = { staff?: StaffAccount; anyway?: boolean };

async function releaseIn(
  db: SystemDb,
  choose: ChooseMails,
  { staff, anyway }: ReleaseOptions,
): Promise<Release> {
  const quarantine = await lockQuarantine(db);
  // Also where the site was never started since: who was shut out is not let in by its release.
  if (quarantine) await reapplyAllRevocations(db, quarantine);
  if (staff) await requireAdministrator(db, staff);
  if (!quarantine) return { kind: "at-work" };
  if (!anyway && !isPrepared(quarantine, await readAccountReview(db, quarantine)))
    return { kind: "unprepared" };
  const decided = await decideMails(db, quarantine, choose);
  if ("fields" in decided) return { kind: "undecided", fields: decided.fields };
  await dateRefunds(db, quarantine.at);
  await endQuarantine(db);
  await notify(db, staff, quarantine, decided);
  return { kind: "released", ...decided };
}

const choiceIn = (value: string | undefined): MailChoice | undefined =>
  MAIL_CHOICES.find((choice) => choice === value);

/** What was sent after the archive would be sent twice: of each such kind somebody has to say what becomes of it. */
async function decideMails(
  db: SystemDb,
  { at }: Quarantine,
  choose: ChooseMails,
): Promise<{ fields: string[] } | { withheld: number; leaving: number }> {
  const kinds = (await listPendingMails(db, at)).map((mails) => ({
    ...mails,
    choice: choose(mails) ?? (mails.age === "since" ? "send" : undefined),
  }));
  const fields = kinds.filter(({ choice }) => !choice).map(mailField);
  if (fields.length > 0) return { fields };
  let [withheld, leaving] = [0, 0];
  for (const mails of kinds) {
    if (mails.choice === "send") {
      leaving += mails.count;
      continue;
    }
    const rows = await db
      .update(mailOutbox)
      .set({ status: "withheld", ...CLEARED })
      .where(isPending(mails, at))
      .returning({ id: mailOutbox.id });
    withheld += rows.length;
  }
  return { withheld, leaving };
}

/**
 * A refund that waited when the archive was made may have been sent right after. The provider knows its key again
 * for a while: counted from then, it is never sent once more after that.
 */
const dateRefunds = (db: SystemDb, at: Date) =>
  db
    .update(refunds)
    .set({ sent_at: at })
    .where(and(sentByJob, isNull(refunds.sent_at), lte(refunds.created_at, at)));

/** What the log and the mail call whoever typed a command on the server. */
const BY_COMMAND = "Une commande sur le serveur";

async function notify(
  db: SystemDb,
  staff: StaffAccount | undefined,
  { archive, at }: Quarantine,
  { withheld, leaving }: { withheld: number; leaving: number },
): Promise<void> {
  const now = currentTime();
  if (staff) await recordAccess(db, "release", staff);
  else {
    const what = { action: "profiles.release", entity: "profiles", label: BY_COMMAND };
    await writeAudit(db, { staff_name: BY_COMMAND, ...what });
  }
  for (const { id, name, email } of await listAlertedAdministrators(db)) {
    const facts = {
      by: staff?.name ?? BY_COMMAND,
      archive,
      archiveAt: at,
      withheld,
      leaving,
      at: now,
    };
    const mail = siteReleasedMail({ recipient: email, name, ...facts });
    await queueMail(db, withKey(mail, now, id));
  }
}

/** Whether a mail was there already when the archive was made. */
const isBefore = (at: Date) => lte(mailOutbox.created_at, at);

/** Which mails of a kind wait. */
const isPending = ({ template, age }: Pick<PendingMails, "template" | "age">, at: Date) =>
  and(
    eq(mailOutbox.status, "queued"),
    eq(mailOutbox.template, template),
    age === "before" ? isBefore(at) : sql`not ${isBefore(at)}`,
  );

/** The mails that wait, by their kind and age. */
async function listPendingMails(db: SystemDb, at: Date): Promise<PendingMails[]> {
  const { template, status, created_at } = mailOutbox;
  const before = sql<boolean>`${isBefore(at)}`;
  const rows = await db
    .select({
      template,
      before,
      count: count(),
      oldest: min(created_at),
      newest: max(created_at),
    })
    .from(mailOutbox)
    .where(eq(status, "queued"))
    .groupBy(sql`1, 2`)
    .orderBy(sql`2 desc, 1`);
  return rows.map(({ before: isOld, oldest, newest, ...row }) => ({
    ...row,
    age: isOld ? "before" : "since",
    oldest: oldest ?? at,
    newest: newest ?? at,
  }));
}

/** Refunds that a job sends to the provider by itself. */
const sentByJob = isNotNull(refunds.next_try_at);

/** What would leave the site, or happen by itself, if it were released now. */
export async function readPendingActions(
  db: SystemDb,
  at: Date,
  now: Date,
): Promise<PendingActions> {
  const { amount, currency, next_try_at, status } = refunds;
  const sums = await db
    .select({ currency, amount: sum(amount).mapWith(Number), count: count() })
    .from(refunds)
    .where(sentByJob)
    .groupBy(currency)
    .orderBy(currency);
  const byHand = and(inArray(status, [...RECORDABLE_STATUSES]), sql`${next_try_at} is null`);
  return {
    mails: await listPendingMails(db, at),
    refunds: sums,
    refundsByHand: await db.$count(refunds, byHand),
    reminders: {
      events: await countEventReminders(db, now),
      payments: await countPaymentReminders(db, now),
      memberships: await countMembershipReminders(db, now),
    },
    places: {
      holds: await db.$count(
        orders,
        and(eq(orders.status, "held"), lte(orders.hold_expires_at, now)),
      ),
      offers: await db.$count(eventRegistrations, isOver(now)),
    },
  };
}
