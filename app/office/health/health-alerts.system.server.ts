import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import {
  type Administrator,
  listAdministrators,
} from "../../auth/staff/administrators.operations.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { Cause, Trouble } from "./causes.ts";
import { type HealthNews, healthMail } from "./health.mail.ts";
import { type HealthCause, healthCauses } from "./health.table.server.ts";

// Who is told, once: every process writes down what it sees, and whichever writes first that a cause was told
// queues the mails for it in the same transaction. The keys of the mails say the same once more.

const MINUTE = 60_000;
/** A cause that comes and goes within so long wakes nobody. */
const LASTING_MS = 90_000;
/** A cause that no process has seen for so long is over. */
const CALM_MS = 10 * MINUTE;
const CALM = sql`${CALM_MS} * interval '1 millisecond'`;
/** The mail of the day comes when people are awake: 7 h in Conakry, which is on UTC. */
const HOUR_OF_THE_DAY = 7;

/** One process tells at a time; any constant will do. */
const TELLING_LOCK = 7_423_115;

/** Writes down what is wrong now, and tells whoever administers the site what they have not been told. */
export function sendAlerts(troubles: readonly Trouble[], now: Date): Promise<Administrator[]> {
  return asSystem("health.tell", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${TELLING_LOCK})`);
    const administrators = await listAdministrators(db);
    await recordTroubles(db, troubles, now);
    const ended = await endCalm(db, now);
    await write(db, administrators, "grave", await claimGrave(db, now), now);
    await write(db, administrators, "well", ended, now);
    await write(db, administrators, "day", await claimDay(db, now), now);
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
        // What a clock that was ahead saw is seen now.
        seen_at: sql`case when ${seen_at} > excluded.seen_at + ${CALM} then excluded.seen_at
          else greatest(${seen_at}, excluded.seen_at) end`,
        told: sql`case when ${begins} then null else ${told} end`,
        ended_at: null,
      },
    });
}

/** What nobody has seen for a while, or a clock that was ahead alone; of that, what people had been told of. */
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

/** What is grave, has lasted, and was not told today: one process gets it. */
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
        // It was seen again: one that was there for a moment is open too until it is over.
        sql`${seen_at} - ${since} >= ${LASTING_MS} * interval '1 millisecond'`,
        or(isNull(told), ne(told, "error")),
        or(isNull(told_on), ne(told_on, today)),
      ),
    )
    .returning();
}

/** All that is wrong, once a day: one process gets it. */
async function claimDay(db: SystemDb, now: Date): Promise<HealthCause[]> {
  if (now.getUTCHours() < HOUR_OF_THE_DAY) return [];
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

async function write(
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
    const news = { kind, causes: sorted.map(newsOf), at: now };
    const mail = healthMail({ recipient: email, name, news });
    const about = kind === "well" ? [what, now.toISOString()] : kind === "day" ? [] : [what];
    await queueMail(db, withKey(mail, kind, isoDay(now), ...about, id));
  }
}

const newsOf = ({ cause, level, summary, since }: HealthCause) => ({
  cause: cause as Cause,
  level,
  summary,
  since,
});

/** What people were told of without the database, which was away: it need not be told once more. */
export async function recordDirectAlerts(
  causes: readonly Trouble[],
  since: Date,
  now: Date,
): Promise<void> {
  const told = { told: "error", told_on: isoDay(now) } as const;
  await asSystem("health.tell", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${TELLING_LOCK})`);
    const { cause, ended_at } = healthCauses;
    // Another process that told it too has seen it end already.
    const over = await db.select({ cause }).from(healthCauses).where(gte(ended_at, since));
    const open = causes.filter((one) => !over.some((row) => row.cause === one.cause));
    if (open.length === 0) return;
    await recordTroubles(db, open, since);
    const names = open.map((one) => one.cause);
    await db.update(healthCauses).set(told).where(inArray(healthCauses.cause, names));
  });
}
