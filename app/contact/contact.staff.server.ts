import { eq, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import { findRecord, lockRows, updateRecords } from "../records/records.staff.server.ts";
import { contactMessages } from "./contact-messages.table.server.ts";
import type { MessageStatus } from "./messages.record.ts";

type Stored = typeof contactMessages.$inferSelect;

const EXCERPT = 160;

const LISTED = columnsOf(contactMessages, [
  "id",
  "name",
  "email",
  "subject",
  "status",
  "created_at",
]);
export type MessageRow = Pick<Stored, keyof typeof LISTED> & { excerpt: string };

/** One page of the messages, the newest first. */
export function listMessages(db: StaffDb, query: ListQuery): Promise<Listing<MessageRow>> {
  const { message, created_at } = contactMessages;
  const { status } = query.filters;
  return listRecords(db, {
    table: contactMessages,
    columns: { ...LISTED, excerpt: sql<string>`left(${message}, ${EXCERPT})` },
    sorts: { created_at },
    where: [status ? eq(contactMessages.status, status as MessageStatus) : undefined],
    query,
  });
}

/** The number of messages in each state. */
export async function countMessages(db: StaffDb): Promise<Record<MessageStatus, number>> {
  const { status } = contactMessages;
  const rows = await db
    .select({ status, count: sql<number>`count(*)`.mapWith(Number) })
    .from(contactMessages)
    .groupBy(status);
  const counts = { unread: 0, read: 0, replied: 0 };
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}

export function findMessage(db: StaffDb, id: string): Promise<Stored | undefined> {
  return findRecord(db, contactMessages, id);
}

const label = ({ name, subject }: Stored) => `${name} : ${subject}`;

/** Marks messages read; one that was read or answered stays so. Returns how many changed. */
export async function markRead(db: StaffDb, ids: readonly string[]): Promise<number> {
  const rows = (await lockRows(db, contactMessages, ids)) as Stored[];
  const unread = rows.filter(({ status }) => status === "unread").map(({ id }) => id);
  return updateRecords(db, contactMessages, unread, { status: "read" }, { label, action: "read" });
}

/** Marks messages answered. Returns how many changed. */
export function markReplied(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, contactMessages, ids, { status: "replied" }, { label, action: "reply" });
}

export function deleteMessages(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, contactMessages, ids, { label });
}
