import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { keyedHash, seal, unseal } from "../core/secrets/sealed.server.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { findEndings, goingSections } from "./erase.operations.server.ts";
import { dataLinks, erasures } from "./erasures.table.server.ts";
import { LINK_MS, LINK_TRIES } from "./erasures.ts";
import { findPeople, type Person, rowsOf, type Subject } from "./find-person.operations.server.ts";
import { type Gathered, gather } from "./gather.operations.server.ts";
import type { OwnPerson } from "./own-data-schema.ts";
import { dataLinkMail } from "./people.mail.ts";
import { dataOf, fileOf } from "./person-file.operations.server.ts";

const PURPOSE = "data link";

/** What stands in a link: which one, and of which address; once its holder said who they are, of whom. */
type Link = { id: string; email: string; person?: { form: string; birth_date: string } };

const linkSchema = z.union([
  z.tuple([z.uuid(), z.string()]),
  z.tuple([z.uuid(), z.string(), z.string(), z.string()]),
]);

const tokenOf = ({ id, email, person }: Link): string =>
  seal(PURPOSE, person ? [id, email, person.form, person.birth_date] : [id, email]);

function linkOf(token: string): Link | undefined {
  const parsed = linkSchema.safeParse(unseal(PURPOSE, token));
  if (!parsed.success) return undefined;
  const [id, email, form, birth_date] = parsed.data;
  return form === undefined || birth_date === undefined
    ? { id, email }
    : { id, email, person: { form, birth_date } };
}

/**
 * Sends the link to one's own data to an address, once a day at most. Nobody is looked for: whether somebody
 * has the address, neither the answer nor the time that it takes can tell.
 */
export async function sendDataLink(email: string, language: Language): Promise<void> {
  const now = currentTime();
  const link = { id: newId(), address_hash: keyedHash(PURPOSE, email), sent_at: now };
  await asSystem("people.link", async (db) => {
    const sent = await db
      .insert(dataLinks)
      .values(link)
      .onConflictDoUpdate({
        target: dataLinks.address_hash,
        set: { ...link, person_hash: null, tries: 0 },
        setWhere: lte(dataLinks.sent_at, new Date(now.getTime() - LINK_MS)),
      })
      .returning({ id: dataLinks.id });
    if (sent.length === 0) return;
    const token = tokenOf({ id: link.id, email });
    await queueMail(db, { ...dataLinkMail({ recipient: email, language, token }), key: link.id });
  });
}

/** Links whose day is over. */
export async function forgetDataLinks(): Promise<void> {
  const since = new Date(currentTime().getTime() - LINK_MS);
  await asSystem("people.forget", (db) =>
    db.delete(dataLinks).where(lte(dataLinks.sent_at, since)),
  );
}

/** The row of a link that is still good, locked: what is typed with it is counted one after the other. */
async function lockLink(db: SystemDb, { id }: Link) {
  const since = new Date(currentTime().getTime() - LINK_MS);
  const [row] = await db
    .select()
    .from(dataLinks)
    .where(and(eq(dataLinks.id, id), gt(dataLinks.sent_at, since)))
    .for("update");
  return row;
}

/** What the page of a link asks: who its holder is, where the address is that of people. */
export async function readDataLink(token: string): Promise<{ asks: boolean } | undefined> {
  const link = linkOf(token);
  if (!link || link.person) return undefined;
  return asSystem("people.link", async (db) => {
    const row = await lockLink(db, link);
    if (!row || row.tries >= LINK_TRIES) return undefined;
    return { asks: (await findPeople(db, link.email)).length > 0 };
  });
}

type Entered =
  /** The address of one's own data. */
  | { token: string }
  /** Nobody; several who were born on this day, so that the first name tells; or the link is over. */
  | { refused: "nobody" | "several" | "over" };

/** Opens the data of the one person at the address who was born on this day. */
export async function enterOwnData(token: string, who: OwnPerson): Promise<Entered> {
  const link = linkOf(token);
  if (!link || link.person) return { refused: "over" };
  return asSystem("people.link", async (db): Promise<Entered> => {
    const row = await lockLink(db, link);
    if (!row || row.tries >= LINK_TRIES) return { refused: "over" };
    const people = await findPeople(db, link.email);
    if (people.length === 0) return { token: tokenOf({ ...link, person: NOBODY }) };
    if (!who.birthDate) return { refused: "nobody" };
    const matches = await matching(db, people, who, row.person_hash);
    if (matches.length > 1) return { refused: "several" };
    const [person] = matches;
    if (!person?.birth_date) {
      await db
        .update(dataLinks)
        .set({ tries: row.tries + 1 })
        .where(eq(dataLinks.id, row.id));
      return { refused: row.tries + 1 < LINK_TRIES ? "nobody" : "over" };
    }
    await db
      .update(dataLinks)
      .set({ person_hash: hashOf(person) })
      .where(eq(dataLinks.id, row.id));
    const { form, birth_date } = person;
    return { token: tokenOf({ ...link, person: { form, birth_date } }) };
  });
}

/** Of an address that names nobody. */
const NOBODY = { form: "", birth_date: "" };

const hashOf = ({ email, form, birth_date }: Person): string =>
  keyedHash(PURPOSE, JSON.stringify([email, form, birth_date]));

/** A link shows the person whom it showed first, and nobody else at the address. */
async function matching(
  db: SystemDb,
  people: readonly Person[],
  { birthDate, firstName }: OwnPerson,
  shown: string | null,
): Promise<Person[]> {
  const born = people.filter(
    (person) => person.birth_date === birthDate && (shown === null || hashOf(person) === shown),
  );
  if (born.length === 0 || !firstName) return born;
  const [row] = await rowsOf<{ form: string }>(db, sql`select search_form(${firstName}) as form`);
  return born.filter(({ form }) => form === row?.form);
}

/** The person of a link whose holder said who they are, while the link is good. */
async function subjectOf(db: SystemDb, token: string): Promise<Subject | undefined> {
  const link = linkOf(token);
  if (!link?.person || !(await lockLink(db, link))) return undefined;
  const { form, birth_date } = link.person;
  const people = await findPeople(db, link.email);
  const person = people.find((one) => one.form === form && one.birth_date === birth_date);
  if (!person && form !== "") return undefined;
  return { email: link.email, person, others: people.filter((one) => one !== person) };
}

/** The record by which staff find the person again. */
function recordOf({ person }: Subject, { sections }: Gathered): string | undefined {
  const own = person?.rows.find(({ binned }) => !binned)?.id;
  return own ?? sections.find(({ of }) => of.owner.by === "address")?.rows[0]?.id;
}

const recordsOf = ({ person }: Subject, record: string | undefined) => [
  ...(person?.rows.map(({ id }) => id) ?? []),
  ...(record ? [record] : []),
];

/** One's own data, and what became of one's wish to be erased. */
export function readOwnData(token: string, language: Language) {
  return asSystem("people.own", async (db) => {
    const subject = await subjectOf(db, token);
    if (!subject) return undefined;
    const gathered = await gather(db, subject);
    const record = recordOf(subject, gathered);
    const [request] = await findRequests(db, recordsOf(subject, record));
    return {
      file: fileOf(subject, gathered, language),
      keeps: [...new Set(gathered.sections.flatMap(({ of }) => of.keeps?.[language] ?? []))],
      endings: await findEndings(db, goingSections(gathered), language),
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
    const subject = await subjectOf(db, token);
    return subject && dataOf(subject, await gather(db, subject));
  });
}

/** Asks staff to erase the person of a link; asked twice, it is one request. */
export function askErasure(token: string, language: Language): Promise<void> {
  return asSystem("people.ask", async (db) => {
    const subject = await subjectOf(db, token);
    if (!subject) return;
    const record_id = recordOf(subject, await gather(db, subject));
    if (!record_id) return;
    const [request] = await findRequests(db, recordsOf(subject, record_id));
    if (request?.status === "requested") return;
    await db
      .insert(erasures)
      .values({ record_id, source: "person", status: "requested", language });
  });
}
