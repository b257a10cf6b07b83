import { createHash } from "node:crypto";
import type { Ask } from "../../core/database/schema/schema-check.server.ts";

// What must be the same before and after, beside the rows themselves: each as one number, so that an archive
// tells nothing more of a site by having it.

const POLICIES = `select concat_ws(' ', tablename, policyname, permissive, roles::text, cmd) as line
  from pg_policies p where schemaname = 'public' and exists (select 1 from pg_policies own
    where own.schemaname = 'public' and own.tablename = p.tablename
    and own.policyname = p.tablename || '_system')`;

const LEDGER = `select concat_ws(' ', mode, provider, kind, currency, count(*), sum(amount), sum(price_amount),
    coalesce(sum(received), 0), coalesce(sum(fee), 0)) as line
  from ledger_entries group by mode, provider, kind, currency`;

export type SiteFacts = { policies: string; ledger: string };

async function sumOfLines(ask: Ask, query: string): Promise<string> {
  const rows = await ask<{ line: string }>(query);
  const lines = rows.map(({ line }) => line).sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** The rights on the tables of a site, and what its book of money adds up to. */
export const readSiteFacts = async (ask: Ask): Promise<SiteFacts> => ({
  policies: await sumOfLines(ask, POLICIES),
  ledger: await sumOfLines(ask, LEDGER),
});
