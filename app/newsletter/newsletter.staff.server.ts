import { eq } from "drizzle-orm";
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
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import { ERASED_ADDRESS, mask, type SubscriptionStatus } from "./subscribers.ts";

type Stored = typeof newsletterSubscriptions.$inferSelect;

export type SubscriberRow = Omit<
  Stored,
  "search_text" | "sort_email" | "address_hash" | "return_sent_at" | "updated_at"
>;

/** The list of subscribers as it is asked for, by the screen and by the export alike. */
function listOf(query: ListQuery): ListRequest {
  const { id, email, whatsapp, status, language, created_at } = newsletterSubscriptions;
  const { consent_text, consented_at, consent_channel } = newsletterSubscriptions;
  const statusFilter = query.filters.status;
  return {
    table: newsletterSubscriptions,
    columns: {
      id,
      email,
      whatsapp,
      status,
      language,
      consent_text,
      consented_at,
      consent_channel,
      created_at,
    },
    sorts: { created_at, email: newsletterSubscriptions.sort_email },
    where: [statusFilter ? eq(status, statusFilter as SubscriptionStatus) : undefined],
    query,
  };
}

/** One page of the subscribers, those who left too. */
export function listSubscribers(db: StaffDb, query: ListQuery): Promise<Listing<SubscriberRow>> {
  return listRecords(db, listOf(query));
}

/** The next subscribers of an export. */
export function readSubscribers(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
) {
  return readBatch<SubscriberRow>(db, listOf(query), after, size);
}

/** Writes down that somebody takes the subscribers of a list away with them. */
export function exportSubscribers(db: StaffDb, query: ListQuery): Promise<number> {
  return recordExport(db, listOf(query), query, ["abonné", "abonnés"]);
}

const label = ({ email }: Stored) => email ?? ERASED_ADDRESS;
/** Of an address that leaves, the log keeps no more than the database. */
const labelOfLeaving = ({ email }: Stored) => (email ? mask(email) : ERASED_ADDRESS);

/** Ends subscriptions. Returns how many ended; only the person can subscribe again. */
export function unsubscribe(db: StaffDb, ids: readonly string[]): Promise<number> {
  const entry = { label: labelOfLeaving, action: "unsubscribe" };
  return updateRecords(db, newsletterSubscriptions, ids, { status: "unsubscribed" }, entry);
}

export function deleteSubscribers(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, newsletterSubscriptions, ids, { label });
}
