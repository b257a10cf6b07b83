import { requireConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { attachment } from "../core/http/security-headers.ts";
import { staffContext } from "../core/staff-context.ts";
import { lazyBody } from "../core/storage/streams.server.ts";
import { exportMembers, readMembers } from "../membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../membership/members/members.ts";
import { type Cursor, parseListQuery } from "../records/list/list-query.ts";
import { exportName } from "../settings/settings.visitor.server.ts";
import { readCrest } from "../site/icons/site-icons.server.ts";
import type { Route } from "./+types/card-sheets.route.ts";
import { readCards } from "./licence-cards.system.server.ts";
import { ON_A_SHEET, printSheets } from "./printed-card.server.ts";

/** The cards of the filtered list of members, on sheets to cut up. The log records it as an export. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, url } = args;
  const staff = context.get(staffContext);
  const query = parseListQuery(MEMBER_LIST, url.searchParams);
  await asStaff(staff, (db) => exportMembers(db, query));

  async function* sheets() {
    const printed = new Set<number>();
    let waiting: Awaited<ReturnType<typeof readCards>> = [];
    let after: Cursor | undefined;
    let isEmpty = true;
    do {
      const batch = await asStaff(staff, (db) => readMembers(db, query, after, ON_A_SHEET));
      // Several memberships may have one licence.
      const serials = batch.rows
        .map(({ licence_serial: serial }) => serial)
        .filter((serial) => serial !== null && !printed.has(serial)) as number[];
      for (const serial of serials) printed.add(serial);
      waiting.push(...(await readCards([...new Set(serials)])));
      if (waiting.length >= ON_A_SHEET) {
        isEmpty = false;
        yield waiting.slice(0, ON_A_SHEET);
        waiting = waiting.slice(ON_A_SHEET);
      }
      after = batch.next;
    } while (after);
    // A file without a page is none.
    if (waiting.length > 0 || isEmpty) yield waiting;
  }

  const crest = await readCrest();
  return new Response(
    lazyBody(() => printSheets(sheets(), "fr", crest)),
    {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": attachment(`${await exportName("cartes")}.pdf`),
        "cache-control": "no-store",
      },
    },
  );
}
