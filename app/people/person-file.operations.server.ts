import { getTableName } from "drizzle-orm";
import type { PersonalRow, PersonalTable } from "../core/database/doors/personal-table.server.ts";
import { formatDate, formatMoment } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import type { PersonalData } from "./collect-data.operations.server.ts";
import type { Subject } from "./find-person.operations.server.ts";
import { PERSONAL_TABLES } from "./personal-data-register.server.ts";

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
  },
  en: { binned: "in the bin", change: "Change by staff", moment: "Date", yes: "yes", no: "no" },
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
      ? [{ title: `${words.change} : ${of?.title[language]}`, facts: [moment, ...facts] }]
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
  const named = of?.values?.[column]?.[text]?.[language];
  if (named) return named;
  if (typeof value === "boolean") return FILE_WORDS[language][value ? "yes" : "no"];
  if (DAY.test(text)) return formatDate(language, text);
  const isMoment = MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? formatMoment(language, new Date(text)) : text;
}
