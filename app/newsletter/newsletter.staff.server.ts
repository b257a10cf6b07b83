import { eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import { recordExport } from "../records/history/audit.staff.server.ts";
import type { Cursor, ListQuery } from "../records/list/list-query.ts";
import {
  type Listing,
  type ListRequest,
  listRecords,
  readBatch,
} from "../records/list/listing.staff.server.ts";
import { updateRecords } from "../records/records.staff.server.ts";
import { ERASED_ADDRESS, maskEmail, type SubscriptionStatus } from "./newsletter.record.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";

type Stored = typeof newsletterSubscriptions.$inferSelect;

/** The columns of the list. */
const LISTED = columnsOf(newsletterSubscriptions, [
  "id",
  "email",
  "whatsapp",
  "status",
  "language",
  "consent_text",
  "consented_at",
  "consent_channel",
  "created_at",
]);
export type SubscriberRow = Pick<Stored, keyof typeof LISTED>;

/** The list of subscribers, for the screen and for the export. */
function subscriberListRequest(query: ListQuery): ListRequest {
  const { created_at, sort_email } = newsletterSubscriptions;
  const { status } = query.filters;
  return {
    table: newsletterSubscriptions,
    columns: LISTED,
    sorts: { created_at, email: sort_email },
    where: [status ? eq(newsletterSubscriptions.status, status as SubscriptionStatus) : undefined],
    query,
  };
}

/** One page of the subscribers, ended subscriptions too. */
export function listSubscribers(db: StaffDb, query: ListQuery): Promise<Listing<SubscriberRow>> {
  return listRecords(db, subscriberListRequest(query));
}

/** The next subscribers of an export. */
export function readSubscribers(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
) {
  return readBatch<SubscriberRow>(db, subscriberListRequest(query), after, size);
}

/** Records an export in the log. */
export function exportSubscribers(db: StaffDb, query: ListQuery): Promise<number> {
  return recordExport(db, subscriberListRequest(query), query, ["inscrit", "inscrits"]);
}

const label = ({ email }: Stored) => email ?? ERASED_ADDRESS;
/** The log has no more of an ended subscription than the database. */
const labelOfLeaving = ({ email }: Stored) => (email ? maskEmail(email) : ERASED_ADDRESS);

/** Ends subscriptions. Returns how many ended; only the person can subscribe again. */
export function unsubscribe(db: StaffDb, ids: readonly string[]): Promise<number> {
  const entry = { label: labelOfLeaving, action: "unsubscribe" };
  return updateRecords(db, newsletterSubscriptions, ids, { status: "unsubscribed" }, entry);
}

export function deleteSubscribers(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, newsletterSubscriptions, ids, { label });
}
