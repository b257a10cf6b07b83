import { and, count, eq, gt, sum } from "drizzle-orm";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { staticFiles } from "../../files/files.table.server.ts";
import { mailOutbox } from "../../mail/mail-outbox.table.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { newsletterSubscriptions } from "../../newsletter/newsletter.table.server.ts";
import { ledgerEntries } from "../../payments/ledger/ledger.table.server.ts";
import { orders } from "../../payments/orders/orders.table.server.ts";
import { auditLog } from "../../records/history/audit.table.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";

/** What has happened on the site since a moment, and an older copy of it does not know. */
export async function readSince(db: SystemDb, at: Date) {
  const mails = and(eq(mailOutbox.status, "sent"), gt(mailOutbox.sent_at, at));
  const { amount, currency, kind } = ledgerEntries;
  return {
    members: await db.$count(members, gt(members.created_at, at)),
    registrations: await db.$count(eventRegistrations, gt(eventRegistrations.created_at, at)),
    orders: await db.$count(orders, gt(orders.created_at, at)),
    money: await db
      .select({ currency, kind, amount: sum(amount).mapWith(Number), count: count() })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.mode, "live"), gt(ledgerEntries.created_at, at)))
      .groupBy(currency, kind)
      .orderBy(currency, kind),
    messages: await db.$count(contactMessages, gt(contactMessages.created_at, at)),
    subscriptions: await db.$count(
      newsletterSubscriptions,
      gt(newsletterSubscriptions.created_at, at),
    ),
    files: await db.$count(staticFiles, gt(staticFiles.created_at, at)),
    mails: await db.$count(mailOutbox, mails),
    changes: await db.$count(auditLog, gt(auditLog.created_at, at)),
  };
}

export type Since = Awaited<ReturnType<typeof readSince>>;
