import { getTableName, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../core/database/doors/doors.server.ts";
import type { PersonalTable } from "../core/database/doors/personal-table.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { PERSONAL_TABLES } from "./personal-data-register.server.ts";

/** One row that names a person, in its table or in the bin. */
type NamedRow = {
  table: string;
  id: string;
  first_name: string;
  last_name: string;
  /** The first name without case and accents, as registrations compare it. */
  form: string;
  birth_date: string | null;
  binned: boolean;
};

/** A person: an address, a first name and a birth date. */
export type Person = {
  email: string;
  first_name: string;
  last_name: string;
  form: string;
  birth_date: string | null;
  rows: readonly NamedRow[];
};

/** The subject of a record: a person, or an address alone. `others` share the address. */
export type Subject = { email: string; person: Person | undefined; others: readonly Person[] };

export type ReadDb = StaffDb | SystemDb;

export type AddressTable = PersonalTable & { owner: { by: "address" } };

const ownedBy = <By extends "person" | "address" | "record">(by: By) =>
  PERSONAL_TABLES.filter(({ owner }) => owner.by === by) as (PersonalTable & {
    owner: { by: By };
  })[];

export const PERSON_TABLES = ownedBy("person");
export const ADDRESS_TABLES = ownedBy("address");
export const RECORD_TABLES = ownedBy("record");

/** The subject of a record; undefined when there is no such record. */
export async function findSubject(db: ReadDb, id: string): Promise<Subject | undefined> {
  const email = await addressOf(db, id);
  if (!email) return undefined;
  const people = await findPeople(db, email);
  const person = people.find(({ rows }) => rows.some((row) => row.id === id && !row.binned));
  return { email, person, others: people.filter((one) => one !== person) };
}

async function addressOf(db: ReadDb, id: string): Promise<string | undefined> {
  const questions = [
    ...PERSON_TABLES.map(({ table, owner }) => ({ table, column: owner.email })),
    ...ADDRESS_TABLES.map(({ table, owner }) => ({ table, column: owner.emails[0] })),
  ].map(
    ({ table, column }) =>
      sql`select lower(${column}) as email from ${table} where ${table.id} = ${id}`,
  );
  const [row] = await rowsOf<{ email: string | null }>(db, sql.join(questions, sql` union all `));
  return row?.email ?? undefined;
}

/** The people with this address, in the bin too. */
export async function findPeople(db: ReadDb, email: string): Promise<Person[]> {
  const questions = PERSON_TABLES.map(({ table, owner }) => {
    const { firstName, lastName, birthDate } = owner;
    const name = getTableName(table);
    const binned = (column: { name: string }) => sql`rows -> 0 -> 'row' ->> ${column.name}`;
    return sql`select ${name} as table, ${table.id}::text as id, ${firstName} as first_name,
        ${lastName} as last_name, search_form(${firstName}) as form, ${birthDate}::text as birth_date,
        false as binned
      from ${table} where lower(${owner.email}) = lower(${email})
      union all
      select ${name}, entity_id::text, ${binned(firstName)}, ${binned(lastName)},
        search_form(${binned(firstName)}), ${binned(birthDate)}, true
      from bin where entity = ${name} and lower(${binned(owner.email)}) = lower(${email})`;
  });
  const rows = await rowsOf<NamedRow>(db, sql.join(questions, sql` union all `));
  return peopleOf(email.toLowerCase(), rows);
}

/** A row without a birth date belongs to the one person at the address with its first name; with several, to nobody. */
function peopleOf(email: string, rows: readonly NamedRow[]): Person[] {
  return [...Map.groupBy(rows, ({ form }) => form).values()].flatMap((namesakes) => {
    const dates = new Set(namesakes.flatMap(({ birth_date }) => birth_date ?? []));
    const only = dates.size === 1 ? [...dates][0] : undefined;
    const byDate = Map.groupBy(namesakes, ({ birth_date }) => birth_date ?? only ?? null);
    return [...byDate].map(([birth_date, own]): Person => {
      const [{ first_name, last_name, form } = { first_name: "", last_name: "", form: "" }] = own;
      return { email, first_name, last_name, form, birth_date, rows: own };
    });
  });
}
