import { sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { Transaction } from "../../core/database/engine.server.ts";

/**
 * The tables that never name a file: people, money, mail, accounts, the bookkeeping of files and the search index.
 * Every other table is searched, future ones too.
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
  "club_invitees",
  "club_officers",
  "club_places",
  "club_profiles",
  "club_purchases",
  "clubs",
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
  "licence_cards",
  "licence_keys",
  "licence_photos",
  "licences",
  "mail_outbox",
  "mail_refusals",
  "retention_tally",
  "me_sessions",
  "me_sign_ins",
  "members",
  "moved_links",
  "newsletter_subscriptions",
  "orders",
  "payment_events",
  "payments",
  "people_apart",
  "person_merges",
  "policy_reports",
  "provider_keys",
  "refund_payees",
  "receipts",
  "refunds",
  "search_entries",
  "search_words",
  "search_words_due",
  "simulated_payments",
  "till_entries",
  "till_handovers",
  "tills",
  "translations",
  // A file that only an old version names is removed: restoring that version says that the picture is gone.
  "versions",
];

/** The stems of uploads that the bin names, and that any other table names. */
export type ReferencedFiles = { inBin: Set<string>; elsewhere: Set<string> };

/** Every upload that a text, a setting, a record or the bin names; one transaction for each table. */
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
      // A text may name a smaller version instead of the file itself.
      files.add(part.replace(/(?:-cover)?(?:-\d{3,4})?$/, ""));
    }
  }
  return result;
}

/** The names after `uploads/`, without the extension, in any column of a table. */
function listReferences(db: Transaction, name: string) {
  return rowsOf<{ part: string }>(
    db,
    sql`select distinct match[1] as part
      from (select t::text as words from ${sql.identifier(name)} t) rows,
        regexp_matches(words, 'uploads/[A-Za-z0-9_-]+', 'g') match
      where strpos(words, 'uploads/') > 0`,
  );
}
