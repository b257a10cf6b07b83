import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { members } from "./members.table.server.ts";

const other = alias(members, "other");

/** The same, however it is typed. */
const isAlike = (one: SQL, another: SQL) => sql`search_form(${one}) = search_form(${another})`;

const nameIn = (table: typeof members | typeof other) =>
  sql`coalesce(${table.organisation}, ${table.first_name} || ' ' || ${table.last_name})`;

/**
 * Another membership at the same address under the same name, or of the same first name and birth date, that is not
 * over. Staff are told, since it may be the same member twice; father and son of one name are told apart by their birth.
 */
const isSameMember = and(
  eq(sql`lower(${other.email})`, sql`lower(${members.email})`),
  ne(other.id, members.id),
  ne(other.status, "expired"),
  eq(other.is_test, false),
  sql`(${other.organisation} is null) = (${members.organisation} is null)`,
  sql`coalesce(${other.birth_date} = ${members.birth_date}, true)`,
  sql`(${isAlike(nameIn(other), nameIn(members))}
    or (${other.birth_date} = ${members.birth_date} and ${isAlike(sql`${other.first_name}`, sql`${members.first_name}`)}))`,
);

const isNamesake = and(isSameMember, ne(members.status, "expired"));

/** The id of the first namesake of a member, for a list. */
export const namesakeColumn = sql<
  string | null
>`(select ${other.id} from ${members} ${sql.identifier("other")}
  where ${isNamesake} order by ${other.created_at}, ${other.id} limit 1)`.as("namesake");

/** The namesakes of a member, the earliest first. */
export function listNamesakes(db: StaffDb, id: string) {
  return db
    .select({
      id: other.id,
      organisation: other.organisation,
      first_name: other.first_name,
      last_name: other.last_name,
      status: other.status,
    })
    .from(members)
    .innerJoin(other, isNamesake)
    .where(eq(members.id, id))
    .orderBy(asc(other.created_at), asc(other.id));
}

/** The active membership of the same member in another row, also of a row that is over and may begin again. */
export async function findActiveNamesake(db: StaffDb, id: string) {
  const [active] = await db
    .select({
      organisation: other.organisation,
      first_name: other.first_name,
      last_name: other.last_name,
      end: other.membership_end,
    })
    .from(members)
    .innerJoin(other, isSameMember)
    .where(and(eq(members.id, id), eq(other.status, "active")))
    .orderBy(desc(other.membership_end), asc(other.id))
    .limit(1);
  return active;
}

/** How many of these members have a namesake. */
export async function countNamesakes(db: StaffDb, ids: readonly string[]): Promise<number> {
  const rows = await db
    .selectDistinct({ id: members.id })
    .from(members)
    .innerJoin(other, isNamesake)
    .where(inArray(members.id, [...ids]));
  return rows.length;
}
