import { requireConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { BATCH, csvDay, csvPhone, csvResponse } from "../../kit/list/csv.server.ts";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import { parseListQuery } from "../../records/list/list-query.ts";
import { exportName } from "../../settings/settings.visitor.server.ts";
import type { Route } from "./+types/members-export.route.ts";
import { formatLicence } from "./licence-number.ts";
import { exportMembers, type MemberRow, readMembers } from "./members.staff.server.ts";
import { MEMBER_LIST, STATUS_CHOICES, TYPE_CHOICES } from "./members.ts";

const columns = [
  { title: "Prénom", cell: (row: MemberRow) => row.first_name },
  { title: "Nom", cell: (row: MemberRow) => row.last_name },
  { title: "E-mail", cell: (row: MemberRow) => row.email },
  { title: "Téléphone", cell: (row: MemberRow) => row.phone && csvPhone(row.phone) },
  { title: "Type", cell: (row: MemberRow) => wordOf(TYPE_CHOICES, row.member_type) },
  { title: "Statut", cell: (row: MemberRow) => wordOf(STATUS_CHOICES, row.status) },
  {
    title: "Début d’adhésion",
    cell: (row: MemberRow) => row.membership_start && csvDay(row.membership_start),
  },
  {
    title: "Fin d’adhésion",
    cell: (row: MemberRow) => row.membership_end && csvDay(row.membership_end),
  },
  { title: "Organisation", cell: (row: MemberRow) => row.organisation },
  {
    title: "Licence",
    cell: ({ licence_serial: serial }: MemberRow) =>
      serial === null ? null : formatLicence(serial),
  },
  { title: "Club", cell: (row: MemberRow) => row.club_name ?? null },
];

/** The filtered list of members as CSV. The log records the export. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, url } = args;
  const staff = context.get(staffContext);
  const query = parseListQuery(MEMBER_LIST, url.searchParams);
  await asStaff(staff, (db) => exportMembers(db, query));
  return csvResponse({
    fileName: await exportName("membres"),
    columns,
    read: (after) => asStaff(staff, (db) => readMembers(db, query, after, BATCH)),
  });
}
