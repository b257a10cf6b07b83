import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { readClub } from "../../app/me/club/club.system.server.ts";
import { acceptInvitation, invitePlayer } from "../../app/me/club/invitations.system.server.ts";
import { answerMove } from "../../app/me/club/moves.system.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import type { TestDatabase } from "../support/database/test-database.ts";
import { application, CLUB } from "./applicants.ts";

// Clubs, and people who are of one.

const DAY = 86_400_000;
export const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

export type TestClub = { id: string; email: string; name: string; number: number };
type Row = { id: string; status: string; end: string; club: number | null; serial: number };

export function clubPeople(database: () => TestDatabase) {
  let count = 0;
  const somebody = () => `club-person-${++count}@example.org`;
  const add = (values: Values) =>
    asSystem("test", (db) =>
      insertRow(db, "members", { first_name: "Mory", last_name: "Kaba", ...values }),
    );
  const set = (id: string, change: ReturnType<typeof sql>) =>
    database().asOwner(sql`update members set ${change} where id = ${id}`);
  /** An active club with the address that answers for it. */
  async function newClub(
    end: string | null = day(100),
    name = `Étoile ${++count}`,
  ): Promise<TestClub> {
    const email = somebody();
    const id = await add({
      organisation: name,
      email,
      city: "Labé",
      member_type: "club",
      status: "active",
      membership_type_id: CLUB,
      membership_start: day(-10),
      membership_end: end,
    });
    const [row] = await database().asOwner<{ club: number }>(
      sql`select club from members where id = ${id}`,
    );
    return { id, email, name, number: row?.club ?? 0 };
  }
  const codes = async (club: TestClub) =>
    (await readClub(club.email, club.number))?.open.map(({ code }) => code) ?? [];
  async function invite(club: TestClub) {
    expect(await invitePlayer(club.email, club.number)).toBe("invited");
    return (await codes(club)).at(-1) ?? "";
  }
  const form = (email: string, change = {}) => ({
    application: application("x", { email, ...change }),
    language: "fr" as const,
  });
  /** A player of a club who had no licence. */
  async function join(club: TestClub, change = {}) {
    const email = somebody();
    const accepted = await acceptInvitation(await invite(club), email, form(email, change));
    if (!("token" in accepted)) throw new Error(JSON.stringify(accepted));
    const [row] = await rows(email);
    return { email, token: accepted.token, id: row?.id ?? "", serial: row?.serial ?? 0 };
  }
  const rows = (email: string) =>
    database().asOwner<Row>(
      sql`select id, status, membership_end::text as end, club, licence_serial as serial from members
        where email = ${email} order by created_at, id`,
    );
  const used = async ({ email, number }: TestClub) => (await readClub(email, number))?.used;
  /** The first move that waits for a club. */
  const moveOf = async ({ email, number }: TestClub) =>
    (await readClub(email, number))?.moves[0]?.id ?? newId();
  const agreeToMove = async (club: TestClub) =>
    answerMove(club.email, club.number, await moveOf(club), { agrees: true });
  return {
    somebody,
    add,
    set,
    newClub,
    codes,
    invite,
    form,
    join,
    rows,
    used,
    moveOf,
    agreeToMove,
  };
}
