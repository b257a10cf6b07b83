import { desc, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import type { Finding } from "../core/process/checks.ts";
import { several } from "../i18n/format.ts";
import { unexplained } from "./licence-cards.system.server.ts";
import { authenticate } from "./licence-code.ts";
import { selectPublishedKeys } from "./licence-keys.system.server.ts";
import { licenceCards, licenceKeys, licences } from "./licences.table.server.ts";

/** How many of the last cards are verified again. */
const VERIFIED = 200;

/** Whether every card that was signed is of a licence that was given, and every true signature is ours. */
export function checkLicenceCards(): Promise<Finding> {
  return asSystem("licences.compare", async (db) => {
    const [odd] = await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from ${licenceCards} c
        left join ${licences} l on l.serial = c.serial left join ${licenceKeys} k on k.number = c.key_number
        where l.id is null or k.id is null or c.issue > l.issue`,
    );
    const keys = await selectPublishedKeys(db);
    const last = await db
      .select({ code: licenceCards.code, serial: licenceCards.serial })
      .from(licenceCards)
      .orderBy(desc(licenceCards.created_at))
      .limit(VERIFIED);
    const read = await Promise.all(
      last.map(async ({ code, serial }) => {
        const found = await authenticate(code, keys);
        const isOurs = found.is === "authentic" || found.is === "revoked-key";
        return isOurs && found.card.serial === serial;
      }),
    );
    const wrong = (odd?.count ?? 0) + read.filter((isRight) => !isRight).length;
    if (wrong > 0) {
      return {
        level: "error",
        summary: several(
          wrong,
          "carte signée ne correspond à aucune licence",
          "cartes signées ne correspondent à aucune licence",
        ),
      };
    }
    if (unexplained.count > 0) {
      return {
        level: "warning",
        summary: `${several(unexplained.count, "contrôle a vu", "contrôles ont vu")} une carte bien signée que le registre ne connaît pas : une sauvegarde a été restaurée, ou une clé a été volée`,
      };
    }
    return { summary: "Chaque carte signée est celle d’une licence" };
  });
}
