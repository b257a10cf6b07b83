import { eq } from "drizzle-orm";
import { app } from "../core/app.ts";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import { mailOutbox } from "./mail-outbox.table.server.ts";
import { mailRefusals } from "./mail-refusals.table.server.ts";

declare module "../core/app.ts" {
  interface App {
    /** Why a mail was written, by its template: each notion says it of its own mails. */
    mailReason: (template: string) => string;
  }
}

export const mailReason = (template: string): string => app().mailReason?.(template) ?? template;

export type SentMail = Pick<
  typeof mailOutbox.$inferSelect,
  "id" | "template" | "recipient" | "subject" | "status" | "attempts" | "sent_at" | "created_at"
>;

const shown = ["id", "template", "recipient", "subject", "status", "attempts", "sent_at"] as const;

/** One page of what was written to people: to whom, about what, and whether it left. Never what it says. */
export function listSentMails(db: StaffDb, query: ListQuery): Promise<Listing<SentMail>> {
  const { status } = query.filters;
  return listRecords(db, {
    table: mailOutbox,
    columns: columnsOf(mailOutbox, [...shown, "created_at"]),
    sorts: { created_at: mailOutbox.created_at },
    where: [status ? eq(mailOutbox.status, status as SentMail["status"]) : undefined],
    query,
  });
}

/** When a mail server said that an address does not exist, and how; undefined when none did. */
export async function findRefusal(db: StaffDb, address: string) {
  const { code, refused_at } = mailRefusals;
  const [refusal] = await db
    .select({ code, refused_at })
    .from(mailRefusals)
    .where(eq(mailRefusals.address, address.toLowerCase()));
  return refusal;
}

export type Refusal = Awaited<ReturnType<typeof findRefusal>>;
