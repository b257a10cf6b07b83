import { eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { AppError } from "../core/values/errors.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { audit } from "../records/history/audit.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import { lockRow } from "../records/records.staff.server.ts";
import { erasures } from "./erasures.table.server.ts";
import { ERASURE_LABEL, type ErasureStatus } from "./erasures.ts";
import { findSubject } from "./find-person.operations.server.ts";
import { erasureDecidedMail } from "./people.mail.ts";

const SHOWN = [
  "id",
  "record_id",
  "source",
  "status",
  "reason",
  "created_at",
  "decided_at",
] as const;

export type ErasureRow = Pick<typeof erasures.$inferSelect, (typeof SHOWN)[number]>;

/** One page of the requested and completed erasures. */
export function listErasures(db: StaffDb, query: ListQuery): Promise<Listing<ErasureRow>> {
  const { status } = query.filters;
  return listRecords(db, {
    table: erasures,
    columns: columnsOf(erasures, SHOWN),
    sorts: { created_at: erasures.created_at },
    where: [status ? eq(erasures.status, status as ErasureStatus) : undefined],
    query,
  });
}

/** Logs an export of a person's data, without saying whose. */
export function exportPerson(db: StaffDb): Promise<void> {
  return audit(db, { action: "erasures.export", entity: "erasures", label: ERASURE_LABEL });
}

/**
 * Refuses a requested erasure, and mails the reason.
 * @throws AppError 'conflict' when it was decided already.
 */
export async function refuseErasure(db: StaffDb, id: string, reason: string): Promise<void> {
  const request = (await lockRow(db, erasures, id)) as typeof erasures.$inferSelect;
  if (request.status !== "requested") {
    throw new AppError("conflict", "cette demande a déjà reçu une réponse");
  }
  await db
    .update(erasures)
    .set({ status: "refused", reason, decided_at: currentTime() })
    .where(eq(erasures.id, id));
  await audit(db, {
    action: "erasures.refuse",
    entity: "erasures",
    entity_id: id,
    label: ERASURE_LABEL,
  });
  const subject = await findSubject(db, request.record_id);
  if (!subject) return;
  const { email, person } = subject;
  const { language } = request;
  const first_name = person?.first_name ?? "";
  const mail = erasureDecidedMail({ email, first_name, language, refusal: reason });
  await queueMail(db, withKey(mail, id));
}
