import { desc, eq, sql } from "drizzle-orm";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import { shownNow } from "../../core/database/doors/columns.server.ts";
import {
  asStaff,
  asSystem,
  asVisitor,
  databaseKind,
  ping,
  type Staff,
  type StaffDb,
  type VisitorDb,
} from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { Transaction } from "../../core/database/engine.server.ts";
import type { Finding } from "../../core/process/checks.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { AppError, Fault, isPermissionDenied } from "../../core/values/errors.ts";
import { events } from "../../events/events.table.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { news } from "../../news/news.table.server.ts";

// What is tried on the database, for Diagnostic and for the database test. Whatever is written here is written in a
// transaction that never commits: nothing stays, not even when the process dies half-way.

export async function checkConnection(): Promise<Finding> {
  const [row] = await asVisitor((db) =>
    rowsOf<{ server_version: string }>(db, sql`show server_version`),
  );
  return { summary: "La base répond", details: [["PostgreSQL", row?.server_version ?? "?"]] };
}

/** Whether an injected statement that leaves its role would still be held back by the login behind it. */
export async function checkLogins(): Promise<Finding> {
  const ask = (db: Transaction) =>
    rowsOf<{ login: string; more: boolean }>(
      db,
      sql`select session_user::text as login, pg_has_role(session_user, 'site_staff', 'member')
        or pg_has_role(session_user, 'site_system', 'member') as more`,
    );
  const [visitor] = await asVisitor(ask);
  const [system] = await asSystem("diagnostic", ask);
  const embedded = databaseKind() === "embedded";
  const apart = visitor?.more === false;
  return {
    level: embedded || apart ? "success" : "warning",
    summary: embedded
      ? "Base embarquée : personne d’autre que le site n’y entre"
      : apart
        ? "Les visiteurs ont leur propre compte"
        : "Un seul compte pour tout : DATABASE_OWNER_URL sépare celui des visiteurs et celui du propriétaire",
    details: [
      ["Compte des visiteurs", visitor?.login ?? "?"],
      ["Compte du site", system?.login ?? "?"],
    ],
  };
}

export function checkCurrentUser({ id, name, email }: StaffAccount): Finding {
  return {
    summary: email,
    details: [
      ["Nom", name],
      ["E-mail", email],
      ["Identifiant", id],
    ],
  };
}

export async function checkRole(staff: StaffAccount): Promise<Finding> {
  const [account] = await asStaff(staff, (db) =>
    db.select().from(profiles).where(eq(profiles.id, staff.id)),
  );
  const admin = account?.role === "admin" && account.is_active;
  return {
    level: admin ? "success" : "error",
    summary: admin ? "Le compte est administrateur" : "Le compte n’est pas administrateur",
    details: [
      ["Rôle", account?.role ?? "aucun"],
      ["Compte actif", account?.is_active ? "oui" : "non"],
    ],
  };
}

export async function checkIsAdmin(staff: StaffAccount): Promise<Finding> {
  const ask = (db: Transaction) => rowsOf<{ admin: boolean }>(db, sql`select is_admin() as admin`);
  const [mine] = await asStaff(staff, ask);
  const [answer] = await asVisitor(ask);
  const right = mine?.admin === true && answer?.admin === false;
  return {
    level: right ? "success" : "error",
    summary: right ? "Répond vrai pour vous, faux pour un visiteur" : "Réponse inattendue",
    details: [
      ["Pour vous", String(mine?.admin)],
      ["Pour un visiteur", String(answer?.admin)],
    ],
  };
}

export async function checkNews(staff: StaffAccount): Promise<Finding> {
  const published = await asStaff(staff, (db) => db.$count(news, shownNow(news.published, news)));
  const all = await asStaff(staff, (db) => db.$count(news));
  const seen = await asVisitor((db) => db.$count(news));
  return compared({ all, expected: published, seen });
}

export async function checkEvents(staff: StaffAccount): Promise<Finding> {
  const all = await asStaff(staff, (db) => db.$count(events));
  const seen = await asVisitor((db) => db.$count(events));
  return compared({ all, expected: all, seen });
}

/** Visitors must see all that is public, and nothing else. */
function compared({ all, expected, seen }: Record<"all" | "expected" | "seen", number>): Finding {
  const right = seen === expected;
  return {
    level: right ? "success" : "error",
    summary: right
      ? `${all} en tout, ${seen} pour les visiteurs`
      : `Un visiteur en voit ${seen} au lieu de ${expected}`,
    details: [
      ["Vus par l’administration", String(all)],
      ["À voir par un visiteur", String(expected)],
      ["Vus par un visiteur", String(seen)],
    ],
  };
}

export async function checkMembers(staff: StaffAccount): Promise<Finding> {
  const all = await asStaff(staff, (db) => db.$count(members));
  const refused = await isRefusedToVisitors((db) => db.select({ id: members.id }).from(members));
  return {
    level: refused ? "success" : "error",
    summary: refused
      ? `${all} membres, aucun pour les visiteurs`
      : "Un visiteur peut lire les membres",
    details: [
      ["Vus par l’administration", String(all)],
      ["Lecture par un visiteur", refused ? "refusée" : "acceptée"],
    ],
  };
}

export async function checkPing(): Promise<Finding> {
  await ping();
  return { summary: "La base répond" };
}

export async function checkReading(staff: Staff): Promise<Finding> {
  const read = await asStaff(staff, (db) => db.$count(members));
  const published = await asVisitor((db) => db.$count(news));
  return {
    summary: `${read} membres lus`,
    details: [
      ["Membres, par l’administration", String(read)],
      ["Actualités, par un visiteur", String(published)],
    ],
  };
}

/** Carries the result of work out of a transaction that it rolls back. */
class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("rolled back");
    this.result = result;
  }
}

type Door<Db> = (work: (db: Db) => Promise<never>) => Promise<never>;

/** Runs work behind a door and rolls it back. */
async function runAndRollBack<Db, T>(door: Door<Db>, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await door(async (db) => {
      throw new RolledBack(await work(db));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

export const tryAsVisitor = <T>(work: (db: VisitorDb) => Promise<T>) =>
  runAndRollBack(asVisitor, work);
export const tryAsStaff = <T>(staff: Staff, work: (db: StaffDb) => Promise<T>) =>
  runAndRollBack((inside: (db: StaffDb) => Promise<never>) => asStaff(staff, inside), work);

/** Whether the database refuses a visitor something, for want of a right. */
export async function isRefusedToVisitors(work: (db: VisitorDb) => Promise<unknown>) {
  try {
    await tryAsVisitor(work);
    return false;
  } catch (error) {
    if (isPermissionDenied(error)) return true;
    throw error;
  }
}

/** A member as the checks write one: the membership ends one year after its start. */
export function testMember(now = currentTime()) {
  const start = now.toISOString().slice(0, 10);
  const id = newId();
  return {
    id,
    first_name: "Test",
    last_name: "Diagnostic",
    email: `diagnostic-${id}@example.org`,
    membership_start: start,
    membership_end: `${Number(start.slice(0, 4)) + 1}${start.slice(4).replace("02-29", "02-28")}`,
  };
}

const testMessage = () => ({
  id: newId(),
  name: "Diagnostic",
  email: "diagnostic@example.org",
  subject: "Test d’écriture",
  message: "Écrit puis supprimé par le diagnostic.",
});

/** A visitor writes a message; staff write one, find it and delete it. */
export async function tryMessages(staff: Staff): Promise<Finding> {
  await tryAsVisitor((db) => db.insert(contactMessages).values(testMessage()));
  await tryAsStaff(staff, (db) => insertAndDelete(db, contactMessages, testMessage()));
  return {
    summary: "Insertion et suppression réussies",
    details: [
      ["Visiteur", "insertion acceptée, puis reprise"],
      ["Administration", "insertion, lecture et suppression acceptées, puis reprises"],
    ],
  };
}

/** A visitor applies for membership; staff write a member, find and delete it. */
export async function tryMembers(staff: Staff): Promise<Finding> {
  const member = testMember();
  await tryAsVisitor((db) => db.insert(members).values(testMember()));
  await tryAsStaff(staff, (db) => insertAndDelete(db, members, member));
  return {
    summary: "Insertion et suppression réussies",
    details: [
      ["Visiteur", "demande d’adhésion acceptée, puis reprise"],
      ["Administration", "insertion, lecture et suppression acceptées, puis reprises"],
      ["Adhésion du membre d’essai", `du ${member.membership_start} au ${member.membership_end}`],
    ],
  };
}

type Written = typeof members | typeof contactMessages;

/** @throws when the row is not there after its insertion, or still after its deletion. */
async function insertAndDelete(db: Transaction, table: Written, row: { id: string }) {
  const remaining = () => db.select({ id: table.id }).from(table).where(eq(table.id, row.id));
  await db.insert(table).values(row as never);
  if ((await remaining()).length !== 1) throw new Fault("La ligne insérée ne se retrouve pas");
  await db.delete(table).where(eq(table.id, row.id));
  if ((await remaining()).length !== 0) throw new Fault("La ligne supprimée est encore là");
}

const REFUSED: readonly [string, (db: VisitorDb) => Promise<unknown>][] = [
  ["Un visiteur lit les membres", async (db) => db.select({ id: members.id }).from(members)],
  [
    "Un visiteur lit les messages",
    async (db) => db.select({ id: contactMessages.id }).from(contactMessages),
  ],
  [
    "Un visiteur s’inscrit lui-même comme membre actif",
    async (db) => db.insert(members).values({ ...testMember(), status: "active" }),
  ],
  ["Un visiteur supprime les actualités", async (db) => db.delete(news)],
];

/** Tries what must be refused; each would be rolled back if it were not. */
export async function checkPolicies(): Promise<Finding> {
  const details: [string, string][] = [];
  for (const [name, work] of REFUSED) {
    details.push([name, (await isRefusedToVisitors(work)) ? "refusé" : "ACCEPTÉ"]);
  }
  details.push(["Un compte inconnu agit comme administrateur", await strangerAnswer()]);
  const right = details.every(([, outcome]) => outcome === "refusé");
  return {
    level: right ? "success" : "error",
    summary: right ? "Tout ce qui doit être refusé l’est" : "Quelque chose est permis à tort",
    details,
  };
}

async function strangerAnswer(): Promise<string> {
  try {
    await asStaff({ id: newId() }, async () => {});
    return "ACCEPTÉ";
  } catch (error) {
    if (error instanceof AppError && error.kind === "forbidden") return "refusé";
    throw error;
  }
}

const SHOWN = 50;

/** The newest members with their state, and how many there are of each kind that is counted. */
export function readMembersForTest(staff: Staff) {
  const { id, first_name, last_name, email, status, member_type, created_at } = members;
  const when = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  return asStaff(staff, async (db) => {
    const [counts] = await db
      .select({
        total: sql<number>`count(*)`.mapWith(Number),
        active: when(sql`${status} = 'active'`),
        pending: when(sql`${status} = 'pending'`),
        players: when(sql`${member_type} = 'player'`),
      })
      .from(members);
    const rows = await db
      .select({ id, first_name, last_name, email, status, member_type })
      .from(members)
      .orderBy(desc(created_at), desc(id))
      .limit(SHOWN);
    return { counts: counts ?? { total: 0, active: 0, pending: 0, players: 0 }, rows };
  });
}
