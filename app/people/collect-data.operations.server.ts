import { getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { PersonalRow, PersonalTable } from "../core/database/doors/personal-table.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { formatDate, formatMoment } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import {
  ADDRESS_TABLES,
  type AddressTable,
  PERSON_TABLES,
  RECORD_TABLES,
  type ReadDb,
  type Subject,
} from "./find-person.operations.server.ts";
import { PERSONAL_TABLES } from "./personal-data-register.server.ts";

/** The rows of one table that belong to the subject. */
export type Section = { of: PersonalTable; rows: readonly PersonalRow[] };

/** A log entry about the subject: its values, not who of the staff acted. */
type LogLine = {
  id: string;
  created_at: string;
  action: string;
  entity: string;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type PersonalData = {
  sections: readonly Section[];
  /** The subject's rows in the bin. */
  binned: readonly { id: string; entity: string; entity_id: string; row: PersonalRow }[];
  log: readonly LogLine[];
  /** Other people have the same address; their data stays. */
  shared: boolean;
};

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

const wholeRows = (db: ReadDb, { table }: PersonalTable, where: SQL) =>
  rowsOf<{ row: PersonalRow }>(
    db,
    sql`select to_jsonb(${table}.*) as row from ${table} where ${where} order by ${table.id}`,
  ).then((rows) => rows.map(({ row }) => row));

/** All data of a person, or of an address that names nobody. */
export async function collectPersonalData(db: ReadDb, subject: Subject): Promise<PersonalData> {
  const { person, others } = subject;
  const sections: Section[] = [];
  const ids = new Set<string>(person?.rows.map(({ id }) => id));
  const keys = new Set<string>();
  const add = (of: PersonalTable, rows: readonly PersonalRow[]) => {
    const named = "keys" in of.owner ? (of.owner.keys ?? []) : [];
    for (const row of rows) {
      ids.add(row.id);
      for (const { name } of named) if (typeof row[name] === "string") keys.add(row[name]);
    }
    if (rows.length > 0) sections.push({ of, rows });
  };
  for (const of of PERSON_TABLES) {
    const own = person?.rows.filter((row) => row.table === getTableName(of.table) && !row.binned);
    if (own?.length)
      add(
        of,
        await wholeRows(
          db,
          of,
          inArray(
            of.table.id,
            own.map(({ id }) => id),
          ),
        ),
      );
  }
  const binned = await findBinned(db, subject);
  for (const { entity, row } of binned) {
    const of = PERSON_TABLES.find(({ table }) => getTableName(table) === entity);
    for (const { name } of of?.owner.keys ?? []) {
      if (typeof row[name] === "string") keys.add(row[name]);
    }
    ids.add(row.id);
  }
  for (const of of RECORD_TABLES) {
    if (ids.size > 0)
      add(of, await wholeRows(db, of, sql`${of.owner.record} = any(${uuids([...ids])})`));
  }
  for (const of of ADDRESS_TABLES)
    add(of, await wholeRows(db, of, atAddress(of, subject, [...keys])));
  return { sections, binned, log: await findLog(db, subject, [...ids]), shared: others.length > 0 };
}

/** The rows of an address that belong to the person: of a shared address, those that name them. */
function atAddress(
  of: AddressTable,
  { email, person, others }: Subject,
  keys: readonly string[],
): SQL {
  const { emails, name, mentions } = of.owner;
  const at = sql.join(
    emails.map((column) => sql`lower(${column}) = lower(${email})`),
    sql` or `,
  );
  if (others.length === 0) return sql`(${at})`;
  if (mentions) {
    const columns = sql.join([...mentions], sql` || ' ' || `);
    return sql`(${at}) and exists (select from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) mention
      where strpos(${columns}, mention) > 0)`;
  }
  if (!name) return sql`(${at})`;
  const says = ({ form }: { form: string }) =>
    sql`strpos(' ' || search_form(${name}) || ' ', ${` ${form} `}) > 0`;
  if (person) return sql`(${at}) and ${says(person)}`;
  return sql`(${at}) and not (${sql.join(others.map(says), sql` or `)})`;
}

async function findBinned(db: ReadDb, { email, person, others }: Subject) {
  const own = person?.rows.filter((row) => row.binned).map(({ id }) => id) ?? [];
  const entries = await db
    .select({ id: bin.id, entity: bin.entity, entity_id: bin.entity_id, rows: bin.rows })
    .from(bin)
    .where(
      inArray(
        bin.entity,
        [...PERSON_TABLES, ...ADDRESS_TABLES].map(({ table }) => getTableName(table)),
      ),
    );
  return entries.flatMap(({ rows, ...entry }) => {
    const row = rows[0]?.row as PersonalRow | undefined;
    if (!row) return [];
    const byAddress = ADDRESS_TABLES.find(({ table }) => getTableName(table) === entry.entity);
    const atThis = byAddress?.owner.emails.some(
      ({ name }) => String(row[name]).toLowerCase() === email,
    );
    // Of a shared address nobody can tell whose a binned message is; it is deleted after 30 days.
    const isOwn = byAddress ? atThis && others.length === 0 : own.includes(entry.entity_id);
    return isOwn ? [{ ...entry, row }] : [];
  });
}

/** The log entries of these rows, and those that contain the address if nobody shares it. */
function findLog(
  db: ReadDb,
  { email, others }: Subject,
  ids: readonly string[],
): Promise<LogLine[]> {
  const holds = (column: string) =>
    sql`strpos(lower(v.${sql.identifier(column)}::text), ${email}) > 0`;
  // A record whose address was corrected since belongs to whoever has the new address.
  const newest = sql`(select lower(w.after ->> 'email') from audit_log m join audit_values w using (id)
    where m.entity = l.entity and m.entity_id = l.entity_id and w.after ->> 'email' is not null
    order by m.created_at desc, m.id desc limit 1)`;
  const atAddress =
    others.length > 0
      ? sql`false`
      : sql`l.entity <> 'profiles' and (${holds("label")} or ${holds("before")} or ${holds("after")})
          and coalesce(${newest}, ${email}) = ${email}`;
  return rowsOf<LogLine>(
    db,
    sql`select l.id, to_jsonb(l.created_at) #>> '{}' as created_at, l.action, l.entity, v.label,
        v.before, v.after
      from audit_log l join audit_values v using (id)
      where l.entity_id = any(${`{${ids.join(",")}}`}::text[]) or ${atAddress}
      order by l.created_at, l.id`,
  );
}

/** One field in words. */
type Fact = readonly [name: string, value: string];

/** All data of a subject in words, as pages show it. */
type PersonFile = {
  /** Absent for an address that names nobody. */
  name: string | null;
  birth_date: string | null;
  email: string;
  sections: readonly { title: string; facts: readonly Fact[] }[];
};

const FILE_WORDS = {
  fr: {
    binned: "dans la corbeille",
    change: "Changement par l’équipe",
    moment: "Date",
    yes: "oui",
    no: "non",
    inFile: "dans le fichier à télécharger",
  },
  en: {
    binned: "in the bin",
    change: "Change by staff",
    moment: "Date",
    yes: "yes",
    no: "no",
    inFile: "in the file to download",
  },
} satisfies Record<Language, Record<string, string>>;

export function personFile(
  { email, person }: Subject,
  { sections, binned, log }: PersonalData,
  language: Language,
): PersonFile {
  const words = FILE_WORDS[language];
  const inBin = binned.flatMap(({ entity, row }) => {
    const of = tableCalled(entity);
    return of
      ? [{ title: `${of.title[language]} (${words.binned})`, facts: factsOf(of, row, language) }]
      : [];
  });
  const changes = log.flatMap(({ entity, created_at, after }) => {
    const of = tableCalled(entity);
    const facts = of && after ? factsOf(of, after, language) : [];
    const moment: Fact = [words.moment, valueText(undefined, "", created_at, language)];
    return facts.length > 0
      ? [{ title: `${words.change} : ${of?.title[language]}`, facts: [moment, ...facts] }]
      : [];
  });
  return {
    name: person ? `${person.first_name} ${person.last_name}` : null,
    birth_date: person?.birth_date ?? null,
    email,
    sections: [
      ...sections.flatMap(({ of, rows }) =>
        rows.map((row) => ({ title: of.title[language], facts: factsOf(of, row, language) })),
      ),
      ...inBin,
      ...changes,
    ],
  };
}

/** The same for programs: the raw values of the columns that are shown. */
export function personData({ email, person }: Subject, { sections, binned, log }: PersonalData) {
  return {
    person: {
      email,
      first_name: person?.first_name ?? null,
      last_name: person?.last_name ?? null,
      birth_date: person?.birth_date ?? null,
    },
    records: Object.fromEntries(
      sections.map(({ of, rows }) => [getTableName(of.table), rows.map((row) => shownOf(of, row))]),
    ),
    bin: binned.flatMap(({ entity, row }) => {
      const of = tableCalled(entity);
      return of ? [{ table: entity, ...shownOf(of, row) }] : [];
    }),
    changes: log.flatMap(({ entity, created_at, before, after }) => {
      const of = tableCalled(entity);
      return of
        ? [
            {
              at: created_at,
              table: entity,
              before: shownOf(of, before),
              after: shownOf(of, after),
            },
          ]
        : [];
    }),
  };
}

const tableCalled = (name: string) =>
  PERSONAL_TABLES.find(({ table }) => getTableName(table) === name);

type Values = Readonly<Record<string, unknown>> | null;

const shownOf = ({ fields }: PersonalTable, values: Values) =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([column]) => Object.hasOwn(fields, column)),
  );

function factsOf(of: PersonalTable, row: PersonalRow | Values, language: Language): Fact[] {
  return Object.entries(of.fields).flatMap(([column, name]): Fact[] => {
    const value = row?.[column];
    if (value === null || value === undefined || value === "") return [];
    return [[name[language], valueText(of, column, value, language)]];
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

function valueText(
  of: PersonalTable | undefined,
  column: string,
  value: unknown,
  language: Language,
): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (of?.inFile?.includes(column)) return FILE_WORDS[language].inFile;
  const named = of?.values?.[column]?.[text]?.[language];
  if (named) return named;
  if (typeof value === "boolean") return FILE_WORDS[language][value ? "yes" : "no"];
  if (DAY.test(text)) return formatDate(language, text);
  const isMoment = MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? formatMoment(language, new Date(text)) : text;
}
