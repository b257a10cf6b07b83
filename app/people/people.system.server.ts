import { and, eq, inArray } from "drizzle-orm";
import { findAdministrator } from "../auth/staff/administrators.operations.server.ts";
import { asSystem, type Staff, type SystemDb } from "../core/database/doors/doors.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { AppError } from "../core/values/errors.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { writeAudit } from "../records/history/audit-entries.operations.server.ts";
import {
  digestOf,
  type Erased,
  erasePerson,
  findEndings,
  findObstacles,
  goingSections,
  isOfAddress,
} from "./erase.operations.server.ts";
import { keepErasures } from "./erasure-file.system.server.ts";
import { ERASURE_LABEL } from "./erasure-labels.ts";
import { erasures } from "./erasures.table.server.ts";
import { findSubject, type Subject } from "./find-person.operations.server.ts";
import { gather } from "./gather.operations.server.ts";
import { erasureDecidedMail } from "./people.mail.ts";
import { dataOf, fileOf } from "./person-file.operations.server.ts";

// What is known of a person stands in tables that staff may not read whole, such as what mails say: the
// product itself gathers it, for a member of staff whom the guard let in, or for whoever holds the link.

/** Everything about the person of a record, for the screen of staff; undefined when nobody has the record. */
export function readPerson(id: string) {
  return asSystem("people.read", async (db) => {
    const subject = await findSubject(db, id);
    if (!subject) return undefined;
    const gathered = await gather(db, subject);
    const going = goingSections(gathered);
    const keeps = [...new Set(gathered.sections.flatMap(({ of }) => of.keeps?.fr ?? []))];
    const shared = gathered.sections.filter(
      (section) => gathered.shared && isOfAddress(section.of),
    );
    return {
      file: fileOf(subject, gathered, "fr"),
      /** What is shown, as the button that erases it names it. */
      seen: digestOf(gathered),
      others: subject.others.flatMap(linkOf),
      going: [...new Set(going.filter(({ of }) => !of.keeps).map(({ of }) => of.title.fr))],
      keeps,
      shared: [...new Set(shared.map(({ of }) => of.title.fr))],
      endings: await findEndings(db, going, "fr"),
      obstacles: await findObstacles(db, going),
      request: await openRequest(db, subject),
    };
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
    return subject && dataOf(subject, await gather(db, subject));
  });
}

/**
 * Erases the person of a record as they were `seen`, for a member of staff. False when that was done already.
 * @throws AppError 'conflict' while a place is to come or money is on its way, or when there is something else by
 * now; 'forbidden'.
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
  if (erased) await keepErasures().catch(laterByTheJob);
  return erased;
}

/** It is done, and the database has it: the job writes it into the file once the disk takes it. */
const laterByTheJob = (error: unknown) =>
  log.error({ err: error }, "an erasure does not stand beside the database yet");

/** The guard asked already; the rights of this door are not those of the account. */
async function readAdministrator(db: SystemDb, id: string) {
  const actor = await findAdministrator(db, id);
  if (!actor) throw new AppError("forbidden", "not an administrator");
  return actor;
}

/** Writes down that it was done; whoever asked for it is told. */
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
