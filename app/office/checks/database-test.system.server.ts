import { desc, sql } from "drizzle-orm";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import {
  asStaff,
  asVisitor,
  ping,
  type Staff,
  type VisitorDb,
} from "../../core/database/doors/doors.server.ts";
import type { Check } from "../../core/process/checks.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { news } from "../../news/news.table.server.ts";
import { isRefusedToVisitors, probe, testMember, tryMembers } from "./probes.system.server.ts";

/** The checks of the database test, one after the other. */
export async function testDatabase(staff: Staff): Promise<Check[]> {
  return [
    await probe("Connexion", async () => {
      await ping();
      return { summary: "La base répond" };
    }),
    await probe("Lecture", async () => {
      const read = await asStaff(staff, (db) => db.$count(members));
      const published = await asVisitor((db) => db.$count(news));
      return {
        summary: `${read} membres lus`,
        details: [
          ["Membres, par l’administration", String(read)],
          ["Actualités, par un visiteur", String(published)],
        ],
      };
    }),
    await probe("Écriture", () => tryMembers(staff)),
    await probe("Politiques d’accès", policies),
  ];
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

/** What must be refused, tried: each would be taken back if it were not. */
async function policies() {
  const details: [string, string][] = [];
  for (const [name, work] of REFUSED) {
    details.push([name, (await isRefusedToVisitors(work)) ? "refusé" : "ACCEPTÉ"]);
  }
  details.push(["Un compte inconnu agit comme administrateur", await strangerAnswer()]);
  const right = details.every(([, outcome]) => outcome === "refusé");
  return {
    level: right ? ("success" as const) : ("error" as const),
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
