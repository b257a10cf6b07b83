import { requireConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { findMinorAge } from "../../guardians/guardian.staff.server.ts";
import { formatGuardian } from "../../guardians/guardian-labels.ts";
import { currencyLabel } from "../../i18n/format.ts";
import {
  BATCH,
  csvAmount,
  csvMoment,
  csvNumber,
  csvPhone,
  csvResponse,
} from "../../kit/list/csv.server.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { exportName } from "../../settings/settings.visitor.server.ts";
import {
  exportRegistrations,
  type RegistrationRow,
  readRegistrations,
} from "../registrations.staff.server.ts";
import type { Route } from "./+types/registrations-export.route.ts";
import { findWarning } from "./registration-labels.ts";
import { REGISTRATION_LIST } from "./registration-list.ts";
import { STATUS_LABELS } from "./registration-status-labels.ts";

const columnsFor = (minorAge: number) => [
  { title: "Référence", cell: (row: RegistrationRow) => row.reference },
  { title: "Prénom", cell: (row: RegistrationRow) => row.first_name },
  { title: "Nom", cell: (row: RegistrationRow) => row.last_name },
  { title: "Gamertag", cell: (row: RegistrationRow) => row.gamertag },
  {
    title: "Licence",
    cell: (row: RegistrationRow) =>
      row.licence_serial === null ? null : formatLicence(row.licence_serial),
  },
  { title: "E-mail", cell: (row: RegistrationRow) => row.email },
  { title: "Téléphone", cell: (row: RegistrationRow) => csvPhone(row.phone) },
  { title: "Événement", cell: (row: RegistrationRow) => row.event_title },
  { title: "Formule", cell: (row: RegistrationRow) => row.price_name },
  { title: "Prix", cell: (row: RegistrationRow) => csvAmount(row.amount, row.currency) },
  { title: "Devise", cell: (row: RegistrationRow) => currencyLabel(row.currency) },
  { title: "Statut", cell: (row: RegistrationRow) => STATUS_LABELS[row.status].label },
  {
    title: "À vérifier",
    cell: (row: RegistrationRow) => {
      const lacks_guardian = row.age < minorAge && row.guardian_name === null;
      return findWarning({ ...row, lacks_guardian })?.label ?? null;
    },
  },
  { title: "Âge le jour de l’événement", cell: (row: RegistrationRow) => csvNumber(row.age) },
  { title: "Responsable légal", cell: (row: RegistrationRow) => formatGuardian(row) ?? null },
  {
    title: "Téléphone du responsable",
    cell: (row: RegistrationRow) => row.guardian_phone && csvPhone(row.guardian_phone),
  },
  {
    title: "Rang",
    cell: (row: RegistrationRow) => (row.position === null ? null : csvNumber(row.position)),
  },
  {
    title: "Arrivée",
    cell: (row: RegistrationRow) => row.checked_in_at && csvMoment(row.checked_in_at),
  },
  { title: "Inscription", cell: (row: RegistrationRow) => csvMoment(row.created_at) },
];

/** Exports the filtered list for use at the door, with a log entry. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, url } = args;
  const staff = context.get(staffContext);
  const query = parseListQuery(REGISTRATION_LIST, url.searchParams);
  const minorAge = await asStaff(staff, async (db) => {
    await exportRegistrations(db, query);
    return findMinorAge(db);
  });
  return csvResponse({
    fileName: await exportName("inscriptions"),
    columns: columnsFor(minorAge),
    read: (after) => asStaff(staff, (db) => readRegistrations(db, query, after, BATCH)),
  });
}
