import { eq } from "drizzle-orm";
import { app } from "../core/app.ts";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import { mailOutbox, mailRefusals } from "./mail.table.server.ts";

declare module "../core/app.ts" {
  interface App {
    /** What a mail is about, by its template, in words: each notion names its own mails. */
    mailReason: (template: string) => string;
  }
}

export const readMailKind = (template: string): string => app().mailReason?.(template) ?? template;

export type OutboxMail = Pick<
  typeof mailOutbox.$inferSelect,
  "id" | "template" | "recipient" | "subject" | "status" | "attempts" | "sent_at" | "created_at"
>;

const shown = ["id", "template", "recipient", "subject", "status", "attempts", "sent_at"] as const;

/** One page of the outbox: to whom, about what, and whether it was sent. Never the text of a mail. */
export function listOutbox(db: StaffDb, query: ListQuery): Promise<Listing<OutboxMail>> {
  const { status } = query.filters;
  return listRecords(db, {
    table: mailOutbox,
    columns: columnsOf(mailOutbox, [...shown, "created_at"]),
    sorts: { created_at: mailOutbox.created_at },
    where: [status ? eq(mailOutbox.status, status as OutboxMail["status"]) : undefined],
    query,
  });
}

/** When a mail server rejected this address as nonexistent, with its SMTP reply code; undefined when none did. */
export async function findHardBounce(db: StaffDb, address: string) {
  const { code, refused_at } = mailRefusals;
  const [refusal] = await db
    .select({ code, refused_at })
    .from(mailRefusals)
    .where(eq(mailRefusals.address, address.toLowerCase()));
  return refusal;
}

export type HardBounce = Awaited<ReturnType<typeof findHardBounce>>;
