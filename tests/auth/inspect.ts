import { type SQL, sql } from "drizzle-orm";
import type { TestDatabase } from "../support/database/test-database.ts";

/** What the tests look at in the database, past every door. */
export function inspector(database: () => TestDatabase) {
  const rows = <Row = Record<string, unknown>>(statement: SQL) =>
    database().asOwner<Row>(statement);
  return {
    rows,
    async idOf(email: string): Promise<string> {
      const [account] = await rows<{ id: string }>(
        sql`select id from profiles where email = ${email}`,
      );
      return account?.id ?? "";
    },
    /** What was sent to an address that opens something, the latest last. */
    async mailsTo(email: string): Promise<string[]> {
      const mails = await rows<{ text_body: string }>(sql`select text_body from mail_outbox
        where recipient = ${email} and template <> 'account-notice' order by created_at`);
      return mails.map(({ text_body }) => text_body);
    },
    /** What an address was told of its account, by the subjects, the latest last. */
    async noticesTo(email: string): Promise<string[]> {
      const mails = await rows<{ subject: string }>(sql`select subject from mail_outbox
        where recipient = ${email} and template = 'account-notice' order by created_at, id`);
      return mails.map(({ subject }) => subject);
    },
    /** What the log of changes says of an account, the latest last. */
    async logOf(email: string): Promise<string[]> {
      const entries = await rows<{ action: string }>(
        sql`select action from audit_log join audit_values using (id) where label = ${email} order by created_at`,
      );
      return entries.map(({ action }) => action.replace("profiles.", ""));
    },
  };
}
