import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import {
  type Administrator,
  listAdministrators,
} from "../../auth/staff/administrators.operations.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { isoDay } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { Cause, Trouble } from "./causes.ts";
import { type HealthNews, healthMail } from "./health.mail.ts";
import { type HealthCause, healthCauses } from "./health.table.server.ts";

// Alerts are sent once: every process records the causes that it sees, and the one that marks a cause as told queues its
// mails in the same transaction. The idempotency keys of the mails guard this a second time.

/** A cause that is over within this time is not mailed. */
const LASTING_MS = 90_000;
/** A cause that no process has seen for this long is over. */
const CALM_MS = 10 * MINUTE;
const CALM = sql`${CALM_MS} * interval '1 millisecond'`;
/** The hour of the daily mail, in Conakry, which is on UTC. */
const DAILY_MAIL_HOUR = 7;

/** The key of the advisory lock that lets one process send alerts at a time; any constant will do. */
const ALERT_LOCK = 7_423_115;

/** Records what is wrong now, and mails administrators what they have not been told. Returns them. */
export function sendAlerts(troubles: readonly Trouble[], now: Date): Promise<Administrator[]> {
  return asSystem("health.tell", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${ALERT_LOCK})`);
    const administrators = await listAdministrators(db);
    await recordTroubles(db, troubles, now);
    const ended = await endCalm(db, now);
    await queueMails(db, administrators, "grave", await claimGrave(db, now), now);
    await queueMails(db, administrators, "well", ended, now);
    await queueMails(db, administrators, "day", await claimDay(db, now), now);
    return administrators;
  });
}

/** In one order, so that two processes never wait for each other. */
async function recordTroubles(
  db: SystemDb,
  troubles: readonly Trouble[],
  now: Date,
): Promise<void> {
  if (troubles.length === 0) return;
  const { cause, since, seen_at, ended_at, told } = healthCauses;
  const begins = isNotNull(ended_at);
  await db
    .insert(healthCauses)
    .values(
      troubles
        .toSorted((one, other) => (one.cause < other.cause ? -1 : 1))
        .map((trouble) => ({ ...trouble, since: now, seen_at: now })),
    )
    .onConflictDoUpdate({
      target: cause,
      set: {
        level: sql`excluded.level`,
        summary: sql`excluded.summary`,
        since: sql`case when ${begins} then excluded.since else least(${since}, excluded.since) end`,
        // A time in the future comes from a clock that was ahead, and is replaced.
        seen_at: sql`case when ${seen_at} > excluded.seen_at + ${CALM} then excluded.seen_at
          else greatest(${seen_at}, excluded.seen_at) end`,
        told: sql`case when ${begins} then null else ${told} end`,
        ended_at: null,
      },
    });
}

/** Ends causes that no process has seen for a while. Returns those that administrators had been told of. */
async function endCalm(db: SystemDb, now: Date): Promise<HealthCause[]> {
  const { seen_at, ended_at, cause } = healthCauses;
  const away = (ms: number) => new Date(now.getTime() + ms);
  const isCalm = or(lt(seen_at, away(-CALM_MS)), gt(seen_at, away(CALM_MS)));
  const ended = await db
    .update(healthCauses)
    .set({ ended_at: now })
    .where(and(isNull(ended_at), ne(cause, "day"), isCalm))
    .returning();
  return ended.filter(({ told }) => told !== null);
}

/** Claims the errors that have lasted and were not mailed today, for this process. */
function claimGrave(db: SystemDb, now: Date): Promise<HealthCause[]> {
  const { level, since, seen_at, ended_at, told, told_on, cause } = healthCauses;
  const today = isoDay(now);
  return db
    .update(healthCauses)
    .set({ told: "error", told_on: today })
    .where(
      and(
        ne(cause, "day"),
        eq(level, "error"),
        isNull(ended_at),
        // It was seen again later: a short one stays open too until it counts as over.
        sql`${seen_at} - ${since} >= ${LASTING_MS} * interval '1 millisecond'`,
        or(isNull(told), ne(told, "error")),
        or(isNull(told_on), ne(told_on, today)),
      ),
    )
    .returning();
}

/** Claims the daily mail, with everything that is wrong, for this process. */
async function claimDay(db: SystemDb, now: Date): Promise<HealthCause[]> {
  if (now.getUTCHours() < DAILY_MAIL_HOUR) return [];
  const { ended_at, cause, told_on, id, level } = healthCauses;
  const open = await db
    .select()
    .from(healthCauses)
    .where(and(isNull(ended_at), ne(cause, "day")));
  if (open.length === 0) return [];
  const today = isoDay(now);
  const [day] = await db
    .insert(healthCauses)
    .values({
      cause: "day",
      level: "warning",
      summary: "",
      since: now,
      seen_at: now,
      told_on: today,
    })
    .onConflictDoUpdate({
      target: cause,
      set: { told_on: today },
      setWhere: sql`${told_on} is distinct from excluded.told_on`,
    })
    .returning();
  if (!day) return [];
  const ids = open.map((one) => one.id);
  await db
    .update(healthCauses)
    .set({ told: sql`${level}` })
    .where(inArray(id, ids));
  return open;
}

async function queueMails(
  db: SystemDb,
  administrators: readonly Administrator[],
  kind: HealthNews["kind"],
  causes: readonly HealthCause[],
  now: Date,
): Promise<void> {
  if (causes.length === 0) return;
  const sorted = causes.toSorted((one, other) => (one.cause < other.cause ? -1 : 1));
  const what = sorted.map(({ cause }) => cause).join(",");
  for (const { id, name, email } of administrators) {
    const news = { kind, causes: sorted.map(reportedCause), at: now };
    const mail = healthMail({ recipient: email, name, news });
    const keyParts = kind === "well" ? [what, now.toISOString()] : kind === "day" ? [] : [what];
    await queueMail(db, withKey(mail, kind, isoDay(now), ...keyParts, id));
  }
}

const reportedCause = ({ cause, level, summary, since }: HealthCause) => ({
  cause: cause as Cause,
  level,
  summary,
  since,
});

/** Records the causes that were mailed while the database was away, so that they are not mailed again. */
export async function recordDirectAlerts(
  causes: readonly Trouble[],
  since: Date,
  now: Date,
): Promise<void> {
  const alerted = { told: "error", told_on: isoDay(now) } as const;
  await asSystem("health.tell", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${ALERT_LOCK})`);
    const { cause, ended_at } = healthCauses;
    // Another process may have mailed them too, and seen them end.
    const over = await db.select({ cause }).from(healthCauses).where(gte(ended_at, since));
    const open = causes.filter((one) => !over.some((row) => row.cause === one.cause));
    if (open.length === 0) return;
    await recordTroubles(db, open, since);
    const names = open.map((one) => one.cause);
    await db.update(healthCauses).set(alerted).where(inArray(healthCauses.cause, names));
  });
}
