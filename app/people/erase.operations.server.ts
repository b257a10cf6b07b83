import { createHash } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { keyedHash, keyedHashes } from "../core/secrets/keys.server.ts";
import { AppError } from "../core/values/errors.ts";
import type { Language } from "../i18n/languages.ts";
import { orders } from "../payments/orders/orders.table.server.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import { findSubject, type Subject } from "./find-person.operations.server.ts";
import { type Gathered, gather, type Section } from "./gather.operations.server.ts";

/** What was erased: the ids of the rows, and the address as a hash; the address itself is for the last mail. */
export type Erased = {
  record_ids: string[];
  address_hash: string;
  addressee: { email: string; first_name: string };
};

const addressHash = (email: string): string => keyedHash("erased address", email.toLowerCase());

/** What an address was hashed to, by whichever of our secrets. */
export const addressHashes = (email: string): string[] =>
  keyedHashes("erased address", email.toLowerCase());

const idsOf = ({ rows }: Pick<Section, "rows">) => rows.map(({ id }) => id);

/** What goes of somebody: all that is theirs alone. What knows a shared address only is the others' too. */
export const goingSections = ({ sections, shared }: Gathered): readonly Section[] =>
  sections.filter(({ of }) => !shared || !isOfAddress(of));

/** Known by the address and nothing else, so that nobody can say whose of a family it is. */
export const isOfAddress = ({ owner }: Section["of"]): boolean =>
  owner.by === "address" && !owner.name && !owner.mentions;

/** Why somebody cannot be erased yet, with what is to be done first. */
export async function findObstacles(db: SystemDb, sections: readonly Section[]): Promise<string[]> {
  const obstacles: string[] = [];
  for (const { of, rows } of sections) {
    obstacles.push(...((await of.obstacles?.(db, idsOf({ rows }))) ?? []));
  }
  return obstacles;
}

/** What ends when somebody is erased, in one language. */
export async function findEndings(
  db: SystemDb,
  sections: readonly Section[],
  language: Language,
): Promise<string[]> {
  const endings: string[] = [];
  for (const { of, rows } of sections) {
    const own = (await of.ends?.(db, idsOf({ rows }))) ?? [];
    endings.push(...own.map((one) => one[language]));
  }
  return endings;
}

/** What is held of somebody, as a short text: another one as soon as any of it is another. */
export const digestOf = ({ sections }: Gathered): string =>
  createHash("sha256")
    .update(JSON.stringify(sections.map(({ of, rows }) => [of.title.fr, rows])))
    .digest("base64url");

/**
 * Erases whom the record is about, in one transaction: their rows, what lies of them in the bin, and what the
 * log says of them. Undefined when nobody has this record any more.
 * @param seen What `digestOf` said of what was shown, where somebody looked at it before.
 * @throws AppError 'conflict' while a place is to come or money is on its way, with what to do; or when there is
 * something else by now than was seen.
 */
export async function erasePerson(
  db: SystemDb,
  id: string,
  seen?: string,
): Promise<Erased | undefined> {
  const subject = await findSubject(db, id);
  if (!subject) return undefined;
  // The orders before what they are for, as a payment locks them.
  await lockAll(db, subject);
  const gathered = await gather(db, subject);
  const going = goingSections(gathered);
  const [obstacle] = await findObstacles(db, going);
  if (obstacle) throw new AppError("conflict", obstacle);
  if (seen !== undefined && seen !== digestOf(gathered)) {
    throw new AppError(
      "conflict",
      "ce que le site sait de cette personne a changé depuis\u202f: relisez-le, puis recommencez",
    );
  }
  // What follows a row goes before it: an order that is still open is cancelled while its subject is there.
  const last = ({ of: { owner } }: Section) => (owner.by === "record" ? 0 : 1);
  for (const section of going.toSorted((one, other) => last(one) - last(other))) {
    await eraseRows(db, section);
  }
  if (gathered.binned.length > 0) {
    await db.delete(bin).where(
      inArray(
        bin.id,
        gathered.binned.map((entry) => entry.id),
      ),
    );
  }
  const record_ids = [
    ...going.flatMap(idsOf),
    ...gathered.binned.map(({ entity_id }) => entity_id),
  ];
  await refuseNewOrders(db, record_ids);
  const entries = gathered.log.map((line) => line.id);
  await db.execute(sql`select erase_audit_values(${`{${entries.join(",")}}`}::uuid[])`);
  return {
    record_ids,
    address_hash: addressHash(subject.email),
    addressee: { email: subject.email, first_name: subject.person?.first_name ?? "" },
  };
}

/** One that was opened since the orders were locked would be of nobody. */
async function refuseNewOrders(db: SystemDb, subjects: readonly string[]): Promise<void> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.subject_id, [...subjects]), eq(orders.status, "held")));
  if (order)
    throw new AppError("conflict", "une demande de paiement vient de s’ouvrir, recommencez");
}

/** Everything that could change meanwhile, always in the same order. */
async function lockAll(db: SystemDb, subject: Subject): Promise<void> {
  const { sections } = await gather(db, subject);
  const open = sections.find(({ of }) => of.table === orders);
  if (open) {
    await db
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.id, idsOf(open)))
      .orderBy(asc(orders.id))
      .for("update");
  }
  for (const { of, rows } of sections) await of.lock?.(db, idsOf({ rows }));
}

async function eraseRows(db: SystemDb, { of, rows }: Section): Promise<void> {
  const ids = idsOf({ rows });
  if (of.erase) await of.erase(db, ids);
  else await db.delete(of.table).where(inArray(of.table.id, ids));
}
