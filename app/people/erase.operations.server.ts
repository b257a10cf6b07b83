import { createHash } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { keyedHash, keyedHashes } from "../core/secrets/keys.server.ts";
import { AppError } from "../core/values/errors.ts";
import type { Language } from "../i18n/languages.ts";
import { lockBeginnings } from "../membership/apply/membership.system.server.ts";
import { orders } from "../payments/payments.table.server.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import {
  collectPersonalData,
  type PersonalData,
  type Section,
} from "./collect-data.operations.server.ts";
import { eraseMerges } from "./duplicates/duplicates.system.server.ts";
import { findSubject, type Subject } from "./find-person.operations.server.ts";

/** What was erased: the ids of the rows, a hash of the address, and the recipient of the last mail. */
export type Erased = {
  record_ids: string[];
  address_hash: string;
  addressee: { email: string; first_name: string };
};

const addressHash = (email: string): string => keyedHash("erased address", email.toLowerCase());

/** The hashes of an address, by each of our secrets. */
export const addressHashes = (email: string): string[] =>
  keyedHashes("erased address", email.toLowerCase());

const idsOf = ({ rows }: Pick<Section, "rows">) => rows.map(({ id }) => id);

/** What an erasure deletes: of a shared address not the rows that know the address alone. */
export const erasableSections = ({ sections, shared }: PersonalData): readonly Section[] =>
  sections.filter(({ of }) => !shared || !isOfAddress(of));

/** Rows that know the address and nothing else, so of a family nobody can tell whose they are. */
export const isOfAddress = ({ owner }: Section["of"]): boolean =>
  owner.by === "address" && !owner.name && !owner.mentions;

/** What blocks an erasure, with what to do first. */
export async function findObstacles(db: SystemDb, sections: readonly Section[]): Promise<string[]> {
  const obstacles: string[] = [];
  for (const { of, rows } of sections) {
    obstacles.push(...((await of.obstacles?.(db, idsOf({ rows }))) ?? []));
  }
  return obstacles;
}

/** What ends with an erasure, such as a membership. */
export async function findConsequences(
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

/** A digest of all data of a subject, by which a change is noticed. */
export const digestOf = ({ sections }: PersonalData): string =>
  createHash("sha256")
    .update(JSON.stringify(sections.map(({ of, rows }) => [of.title.fr, rows])))
    .digest("base64url");

/**
 * Erases the subject of a record in one transaction: their rows, those in the bin and the logged values. Undefined
 * when the record is gone.
 * @param seen The digest of the data that was shown, if it was.
 * @throws AppError 'conflict' while a future place or a payment is open, or when the data changed since.
 */
export async function erasePerson(
  db: SystemDb,
  id: string,
  seen?: string,
): Promise<Erased | undefined> {
  const known = await findSubject(db, id);
  if (!known) return undefined;
  // Orders are locked before their subjects, as a payment locks them.
  await lockAll(db, known);
  // Read again: with the locks nobody pays for them or joins a club any more, and who just did has one row more.
  const subject = await findSubject(db, id);
  if (!subject) return undefined;
  const gathered = await collectPersonalData(db, subject);
  const going = erasableSections(gathered);
  const [obstacle] = await findObstacles(db, going);
  if (obstacle) throw new AppError("conflict", obstacle);
  if (seen !== undefined && seen !== digestOf(gathered)) {
    throw new AppError(
      "conflict",
      "ce que le site sait de cette personne a changé depuis\u202f: relisez-le, puis recommencez",
    );
  }
  // An open order is cancelled while its subject still exists.
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
  await eraseMerges(db, record_ids);
  await db.execute(sql`select end_me_sessions(${subject.email})`);
  const entries = gathered.log.map((line) => line.id);
  await db.execute(sql`select erase_audit_values(${`{${entries.join(",")}}`}::uuid[])`);
  return {
    record_ids,
    address_hash: addressHash(subject.email),
    addressee: { email: subject.email, first_name: subject.person?.first_name ?? "" },
  };
}

/** An order opened since the orders were locked would lose its subject. */
async function refuseNewOrders(db: SystemDb, subjects: readonly string[]): Promise<void> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.subject_id, [...subjects]), eq(orders.status, "held")));
  if (order)
    throw new AppError("conflict", "une demande de paiement vient de s’ouvrir, recommencez");
}

/** Dependent rows come before what they depend on. */
const last = ({ of: { owner } }: Section) => (owner.by === "record" ? 0 : 1);

/** Locks everything that could change meanwhile, always in the same order. */
async function lockAll(db: SystemDb, subject: Subject): Promise<void> {
  const { sections } = await collectPersonalData(db, subject);
  const open = sections.find(({ of }) => of.table === orders);
  if (open) {
    await db
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.id, idsOf(open)))
      .orderBy(asc(orders.id))
      .for("update");
  }
  await lockBeginnings(db, [subject.email]);
  for (const { of, rows } of sections.toSorted((one, other) => last(one) - last(other))) {
    await of.lock?.(db, idsOf({ rows }));
  }
}

async function eraseRows(db: SystemDb, { of, rows }: Section): Promise<void> {
  const ids = idsOf({ rows });
  if (of.erase) await of.erase(db, ids);
  else await db.delete(of.table).where(inArray(of.table.id, ids));
}
