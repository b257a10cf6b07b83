import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { keyedHash, seal, unseal } from "../core/secrets/keys.server.ts";
import { email } from "../core/values/email.ts";
import { pastDay } from "../core/values/fields.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import {
  collectPersonalData,
  type PersonalData,
  personData,
  personFile,
} from "./collect-data.operations.server.ts";
import { erasableSections, findConsequences } from "./erase.operations.server.ts";
import { dataLinks, erasures } from "./erasures.table.server.ts";
import { LINK_MS, LINK_TRIES } from "./erasures.ts";
import { findPeople, type Person, type Subject } from "./find-person.operations.server.ts";
import { dataLinkMail } from "./people.mail.ts";

/** Who asks for their data: an address. */
export const ownDataSchema = z.object({ email: email("validation.ownData.email") });

const BIRTH_DATE = "validation.ownData.birthDate";

/**
 * Who the holder of the link is: the first name only where two were born on the same day or no date is known, and
 * nothing for an address that names nobody.
 */
export const ownPersonSchema = z.object({
  birthDate: z.union([z.literal(""), pastDay(BIRTH_DATE)], { error: BIRTH_DATE }).default(""),
  firstName: z.string().trim().max(100).default(""),
});
type OwnPerson = z.infer<typeof ownPersonSchema>;

const PURPOSE = "data link";

/** The content of a link: its id and address and, once its holder has identified themselves, the person. */
type Link = { id: string; email: string; person?: { form: string; birth_date: string } };

/** Without a date, as the contact of a club is recorded. */
const UNKNOWN_DATE = "";

const linkSchema = z.union([
  z.tuple([z.uuid(), z.string()]),
  z.tuple([z.uuid(), z.string(), z.string(), z.string()]),
]);

const sealLink = ({ id, email, person }: Link): string =>
  seal(PURPOSE, person ? [id, email, person.form, person.birth_date] : [id, email]);

function unsealLink(token: string): Link | undefined {
  const parsed = linkSchema.safeParse(unseal(PURPOSE, token));
  if (!parsed.success) return undefined;
  const [id, email, form, birth_date] = parsed.data;
  return form === undefined || birth_date === undefined
    ? { id, email }
    : { id, email, person: { form, birth_date } };
}

/** Makes the link of an address, unless it has one of today. */
async function renewLink(db: SystemDb, address_hash: string): Promise<string | undefined> {
  const now = currentTime();
  const link = { id: newId(), address_hash, sent_at: now };
  const [row] = await db
    .insert(dataLinks)
    .values(link)
    .onConflictDoUpdate({
      target: dataLinks.address_hash,
      set: { ...link, person_hash: null, tries: 0 },
      setWhere: lte(dataLinks.sent_at, new Date(now.getTime() - LINK_MS)),
    })
    .returning({ id: dataLinks.id });
  return row?.id;
}

/**
 * Mails the link to one's own data, at most once a day per address. It looks nobody up, so neither the answer nor
 * its timing reveals known addresses.
 */
export async function sendDataLink(email: string, language: Language): Promise<void> {
  await asSystem("people.link", async (db) => {
    const id = await renewLink(db, keyedHash(PURPOSE, email));
    if (!id) return;
    const token = sealLink({ id, email });
    await queueMail(db, { ...dataLinkMail({ recipient: email, language, token }), key: id });
  });
}

/** The link for whoever is signed in with an address: one a day, so that nobody tries out birth dates with many. */
export function openDataLink(email: string): Promise<string> {
  const address_hash = keyedHash(PURPOSE, `signed in ${email}`);
  return asSystem("people.link", async (db) => {
    await renewLink(db, address_hash);
    const [row] = await db
      .select({ id: dataLinks.id })
      .from(dataLinks)
      .where(eq(dataLinks.address_hash, address_hash));
    if (!row) throw new Error("a data link was deleted while it was opened");
    return sealLink({ id: row.id, email });
  });
}

/** Deletes expired links. */
export async function forgetDataLinks(): Promise<void> {
  const since = new Date(currentTime().getTime() - LINK_MS);
  await asSystem("people.forget", (db) =>
    db.delete(dataLinks).where(lte(dataLinks.sent_at, since)),
  );
}

/** Locks the row of a valid link, so that attempts are counted one after the other. */
async function lockLink(db: SystemDb, { id }: Link) {
  const since = new Date(currentTime().getTime() - LINK_MS);
  const [row] = await db
    .select()
    .from(dataLinks)
    .where(and(eq(dataLinks.id, id), gt(dataLinks.sent_at, since)))
    .for("update");
  return row;
}

/** What the page of a link asks its holder: nothing for an address that names nobody. */
type LinkQuestions = { birthDate: boolean; firstName: boolean };

const questionsFor = (people: readonly Person[]): LinkQuestions => ({
  birthDate: people.some(({ birth_date }) => birth_date !== null),
  firstName: people.some(({ birth_date }) => birth_date === null),
});

export async function readDataLink(token: string): Promise<{ asks: LinkQuestions } | undefined> {
  const link = unsealLink(token);
  if (!link || link.person) return undefined;
  return asSystem("people.link", async (db) => {
    const row = await lockLink(db, link);
    if (!row || row.tries >= LINK_TRIES) return undefined;
    return { asks: questionsFor(await findPeople(db, link.email)) };
  });
}

type LinkAnswer =
  /** The token of the page of one's own data. */
  | { token: string }
  /** Nobody of this date or of this name; several people born on this day, so the first name is needed; an expired link. */
  | { refused: "nobody" | "nameless" | "several" | "over" };

/** Opens the data of the one person at the address who was born on this day, or who has this name and no date. */
export async function enterOwnData(token: string, who: OwnPerson): Promise<LinkAnswer> {
  const link = unsealLink(token);
  if (!link || link.person) return { refused: "over" };
  return asSystem("people.link", async (db): Promise<LinkAnswer> => {
    const row = await lockLink(db, link);
    if (!row || row.tries >= LINK_TRIES) return { refused: "over" };
    const people = await findPeople(db, link.email);
    if (people.length === 0) return { token: sealLink({ ...link, person: NOBODY }) };
    const byName = !who.birthDate && (who.firstName || !questionsFor(people).birthDate);
    const nobody = byName ? "nameless" : "nobody";
    if (!who.birthDate && !who.firstName) return { refused: nobody };
    const matches = await matchPeople(db, people, who, row.person_hash);
    if (matches.length > 1) return { refused: "several" };
    const [person] = matches;
    if (!person) {
      await db
        .update(dataLinks)
        .set({ tries: row.tries + 1 })
        .where(eq(dataLinks.id, row.id));
      return { refused: row.tries + 1 < LINK_TRIES ? nobody : "over" };
    }
    await db
      .update(dataLinks)
      .set({ person_hash: hashPerson(person) })
      .where(eq(dataLinks.id, row.id));
    const { form, birth_date } = person;
    const own = { form, birth_date: birth_date ?? UNKNOWN_DATE };
    return { token: sealLink({ ...link, person: own }) };
  });
}

/** The person of an address that names nobody. */
const NOBODY = { form: "", birth_date: "" };

const hashPerson = ({ email, form, birth_date }: Person): string =>
  keyedHash(PURPOSE, JSON.stringify([email, form, birth_date]));

/** The people who match. A link shows only the first person it showed. */
async function matchPeople(
  db: SystemDb,
  people: readonly Person[],
  { birthDate, firstName }: OwnPerson,
  shownHash: string | null,
): Promise<Person[]> {
  const shown = people.filter((person) => shownHash === null || hashPerson(person) === shownHash);
  const bornThen = shown.filter(({ birth_date }) => birth_date === birthDate);
  if (birthDate && (bornThen.length === 0 || !firstName)) return bornThen;
  const [row] = await rowsOf<{ form: string }>(db, sql`select search_form(${firstName}) as form`);
  const hasName = ({ form }: Person) => form === row?.form;
  if (birthDate) return bornThen.filter(hasName);
  // A row without a date that could be of two people is of nobody, so its name alone opens nothing.
  if (people.filter(hasName).length > 1) return [];
  return shown.filter((person) => hasName(person) && person.birth_date === null);
}

/** The subject of a link whose holder has identified themselves, while it is valid. */
async function findSubject(db: SystemDb, token: string): Promise<Subject | undefined> {
  const link = unsealLink(token);
  if (!link?.person || !(await lockLink(db, link))) return undefined;
  const { form, birth_date } = link.person;
  const people = await findPeople(db, link.email);
  const person = people.find(
    (one) => one.form === form && (one.birth_date ?? UNKNOWN_DATE) === birth_date,
  );
  if (!person && form !== "") return undefined;
  return { email: link.email, person, others: people.filter((one) => one !== person) };
}

/** The record by which staff find the person again. */
function findRecordId({ person }: Subject, { sections }: PersonalData): string | undefined {
  const own = person?.rows.find(({ binned }) => !binned)?.id;
  return own ?? sections.find(({ of }) => of.owner.by === "address")?.rows[0]?.id;
}

const listRecordIds = ({ person }: Subject, record: string | undefined) => [
  ...(person?.rows.map(({ id }) => id) ?? []),
  ...(record ? [record] : []),
];

/** One's own data, and the state of one's request to be erased. */
export function readOwnData(token: string, language: Language) {
  return asSystem("people.own", async (db) => {
    const subject = await findSubject(db, token);
    if (!subject) return undefined;
    const gathered = await collectPersonalData(db, subject);
    const record = findRecordId(subject, gathered);
    const [request] = await findRequests(db, listRecordIds(subject, record));
    return {
      file: personFile(subject, gathered, language),
      keeps: [...new Set(gathered.sections.flatMap(({ of }) => of.keeps?.[language] ?? []))],
      endings: await findConsequences(db, erasableSections(gathered), language),
      request: request && { status: request.status, reason: request.reason },
      mayAsk: record !== undefined && request?.status !== "requested",
    };
  });
}

const findRequests = (db: SystemDb, records: readonly string[]) =>
  db
    .select()
    .from(erasures)
    .where(and(eq(erasures.source, "person"), inArray(erasures.record_id, [...records])))
    .orderBy(sql`${erasures.created_at} desc`, sql`${erasures.id} desc`)
    .limit(1);

/** One's own data for a file. */
export function readOwnFile(token: string) {
  return asSystem("people.own", async (db) => {
    const subject = await findSubject(db, token);
    return subject && personData(subject, await collectPersonalData(db, subject));
  });
}

/** Requests the erasure of the person of a link; a second request changes nothing. */
export function askErasure(token: string, language: Language): Promise<void> {
  return asSystem("people.ask", async (db) => {
    const subject = await findSubject(db, token);
    if (!subject) return;
    const record_id = findRecordId(subject, await collectPersonalData(db, subject));
    if (!record_id) return;
    const [request] = await findRequests(db, listRecordIds(subject, record_id));
    if (request?.status === "requested") return;
    await db
      .insert(erasures)
      .values({ record_id, source: "person", status: "requested", language });
  });
}
