import { sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { Transaction } from "../../core/database/engine.server.ts";

/**
 * The tables that never name a file: of people, money, mail and accounts, and what this folder notes of
 * files itself, and what the search has of all of them. Every other one is read, those that will be made too.
 */
export const TABLES_WITHOUT_FILES: readonly string[] = [
  "announced_transfers",
  "audit_log",
  "audit_values",
  "auth_accounts",
  "auth_passkeys",
  "auth_rate_limits",
  "auth_sessions",
  "auth_two_factors",
  "auth_verifications",
  "backup_runs",
  "booking_corrections",
  "contact_messages",
  "data_links",
  "document_texts",
  "erasures",
  "event_changes",
  "event_door",
  "event_packages",
  "event_registrations",
  "file_removals",
  "file_stores",
  "former_slugs",
  "health_causes",
  "ledger_entries",
  "mail_outbox",
  "mail_refusals",
  "retention_tally",
  "members",
  "moved_links",
  "newsletter_subscriptions",
  "orders",
  "payment_events",
  "payments",
  "policy_reports",
  "provider_keys",
  "refund_payees",
  "refunds",
  "search_entries",
  "search_words",
  "search_words_due",
  "simulated_payments",
  "till_entries",
  "till_handovers",
  "tills",
  "translations",
  // An old version keeps no file: whoever brings it back is told that its picture is gone.
  "versions",
];

/** The stems of uploads that are named in the bin, and anywhere else. */
export type ReferencedFiles = { inBin: Set<string>; elsewhere: Set<string> };

/** Every upload that a text or a setting, a record or the bin names: one table, and one door, at a time. */
export async function findReferencedFiles(): Promise<ReferencedFiles> {
  const tables = await asSystem("files.named", (db) =>
    rowsOf<{ name: string }>(
      db,
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    ),
  );
  const result: ReferencedFiles = { inBin: new Set(), elsewhere: new Set() };
  for (const { name } of tables) {
    if (TABLES_WITHOUT_FILES.includes(name)) continue;
    const files = name === "bin" ? result.inBin : result.elsewhere;
    for (const { part } of await asSystem("files.named", (db) => listReferences(db, name))) {
      files.add(part);
      // As it stands, a smaller version may be named instead of the file itself.
      files.add(part.replace(/(?:-cover)?(?:-\d{3,4})?$/, ""));
    }
  }
  return result;
}

/** What stands behind `uploads/` in any column of a table, until the ending. */
function listReferences(db: Transaction, name: string) {
  return rowsOf<{ part: string }>(
    db,
    sql`select distinct match[1] as part
      from (select t::text as words from ${sql.identifier(name)} t) rows,
        regexp_matches(words, 'uploads/[A-Za-z0-9_-]+', 'g') match
      where strpos(words, 'uploads/') > 0`,
  );
}
