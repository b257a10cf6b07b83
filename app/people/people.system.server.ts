import { and, eq, getTableName, inArray } from "drizzle-orm";
import { findAdministrator } from "../auth/staff/administrators.operations.server.ts";
import { asSystem, type Staff, type SystemDb } from "../core/database/doors/doors.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { AppError } from "../core/values/errors.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { writeAudit } from "../records/history/audit-entries.operations.server.ts";
import { collectPersonalData, personData, personFile } from "./collect-data.operations.server.ts";
import {
  digestOf,
  type Erased,
  erasableSections,
  erasePerson,
  findConsequences,
  findObstacles,
  isOfAddress,
} from "./erase.operations.server.ts";
import { saveErasures } from "./erasure-file.system.server.ts";
import { erasures } from "./erasures.table.server.ts";
import { ERASURE_LABEL } from "./erasures.ts";
import { findSubject, type Subject } from "./find-person.operations.server.ts";
import { erasureDecidedMail } from "./people.mail.ts";
import type { PersonRows } from "./person-parts.staff.server.ts";

// Personal data is also in tables that staff may not read whole, such as sent mails, so it is read as the system:
// for a member of staff whom the guard let in, or for whoever holds the link.

/** What the screen of staff shows of the person of a record; undefined when there is no such record. */
export function readPerson(id: string) {
  return asSystem("people.read", async (db) => {
    const subject = await findSubject(db, id);
    if (!subject) return undefined;
    const gathered = await collectPersonalData(db, subject);
    const going = erasableSections(gathered);
    const keeps = [...new Set(gathered.sections.flatMap(({ of }) => of.keeps?.fr ?? []))];
    const shared = gathered.sections.filter(
      (section) => gathered.shared && isOfAddress(section.of),
    );
    const idsOf = (name: string) =>
      gathered.sections
        .filter(({ of }) => getTableName(of.table) === name)
        .flatMap((section) => section.rows.map((row) => row.id));
    return {
      rows: {
        ids: recordIds(subject),
        mails: idsOf("mail_outbox"),
        log: gathered.log.map((line) => line.id),
      },
      file: personFile(subject, gathered, "fr"),
      /** What is shown, as the button that erases it names it. */
      seen: digestOf(gathered),
      others: subject.others.flatMap(linkOf),
      going: [...new Set(going.filter(({ of }) => !of.keeps).map(({ of }) => of.title.fr))],
      keeps,
      shared: [...new Set(shared.map(({ of }) => of.title.fr))],
      endings: await findConsequences(db, going, "fr"),
      obstacles: await findObstacles(db, going),
      request: await openRequest(db, subject),
    };
  });
}

/** The records of the person of a record, for whoever reads what is theirs to see of it and no more. */
export function findPersonRows(id: string): Promise<PersonRows | undefined> {
  return asSystem("people.read", async (db) => {
    const subject = await findSubject(db, id);
    return subject?.person && { ids: recordIds(subject), mails: [], log: [] };
  });
}

function linkOf({ first_name, last_name, rows }: Subject["others"][number]) {
  const row = rows.find(({ binned }) => !binned);
  return row ? [{ id: row.id, name: `${first_name} ${last_name}` }] : [];
}

const recordIds = ({ person }: Subject) => person?.rows.map(({ id }) => id) ?? [];

async function openRequest(db: SystemDb, subject: Subject) {
  const { id, created_at } = erasures;
  const [request] = await db
    .select({ id, created_at })
    .from(erasures)
    .where(and(eq(erasures.status, "requested"), inArray(erasures.record_id, recordIds(subject))));
  return request;
}

/** The data of the person of a record, for a file. */
export function readPersonData(id: string) {
  return asSystem("people.read", async (db) => {
    const subject = await findSubject(db, id);
    return subject && personData(subject, await collectPersonalData(db, subject));
  });
}

/**
 * Erases the person of a record for a member of staff. False when that was done already.
 * @param seen The digest of the data that was shown.
 * @throws AppError 'conflict' while a future place or a payment is open, or when the data changed; 'forbidden'.
 */
export async function eraseForStaff(staff: Staff, id: string, seen: string): Promise<boolean> {
  const erased = await asSystem("people.erase", async (db) => {
    const actor = await readAdministrator(db, staff.id);
    const done = await erasePerson(db, id, seen);
    if (!done) return false;
    const erasureId = await recordErasure(db, id, done);
    await writeAudit(db, {
      staff_id: staff.id,
      staff_name: actor.name,
      staff_email: actor.email,
      action: "erasures.erase",
      entity: "erasures",
      entity_id: erasureId,
      label: ERASURE_LABEL,
    });
    return true;
  });
  if (erased) await saveErasures().catch(logUnsavedErasure);
  return erased;
}

/** The erasure is in the database already; the job writes it to the file when the disk works again. */
const logUnsavedErasure = (error: unknown) =>
  log.error({ err: error }, "an erasure does not stand beside the database yet");

/** Asked again after the guard, since the system's rights are not those of the account. */
async function readAdministrator(db: SystemDb, id: string) {
  const actor = await findAdministrator(db, id);
  if (!actor) throw new AppError("forbidden", "not an administrator");
  return actor;
}

/** Records the erasure, and mails whoever requested it. */
async function recordErasure(db: SystemDb, id: string, erased: Erased): Promise<string> {
  const { record_ids, address_hash, addressee } = erased;
  const done = { status: "done" as const, decided_at: currentTime(), record_ids, address_hash };
  const requests = await db
    .update(erasures)
    .set(done)
    .where(and(eq(erasures.status, "requested"), inArray(erasures.record_id, record_ids)))
    .returning({ id: erasures.id, language: erasures.language });
  const [request] = requests;
  if (request) {
    const language = request.language as Language;
    const mail = erasureDecidedMail({ ...addressee, language, refusal: null });
    await queueMail(db, withKey(mail, request.id));
    return request.id;
  }
  const own = newId();
  await db.insert(erasures).values({ ...done, id: own, record_id: id, source: "staff" });
  return own;
}
