import { requireConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { isoDay } from "../i18n/format.ts";
import { BATCH, csvDay, csvMoment, csvPhone, csvResponse } from "../kit/list/csv.server.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import { exportName } from "../settings/settings.visitor.server.ts";
import type { Route } from "./+types/newsletter-export.route.ts";
import { LANGUAGE_CHOICES, STATUS_CHOICES, SUBSCRIBER_LIST } from "./newsletter.record.ts";
import {
  exportSubscribers,
  readSubscribers,
  type SubscriberRow,
} from "./newsletter.staff.server.ts";

const columns = [
  { title: "E-mail", cell: (row: SubscriberRow) => row.email },
  { title: "WhatsApp", cell: (row: SubscriberRow) => row.whatsapp && csvPhone(row.whatsapp) },
  { title: "Langue", cell: (row: SubscriberRow) => wordOf(LANGUAGE_CHOICES, row.language) },
  { title: "Statut", cell: (row: SubscriberRow) => wordOf(STATUS_CHOICES, row.status) },
  { title: "Inscription", cell: (row: SubscriberRow) => csvDay(isoDay(row.created_at)) },
  { title: "Consentement du", cell: (row: SubscriberRow) => csvMoment(row.consented_at) },
  { title: "Donné sur", cell: (row: SubscriberRow) => row.consent_channel },
  { title: "Texte accepté", cell: (row: SubscriberRow) => row.consent_text },
];

/** The filtered list of subscribers as CSV. The log records the export. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, url } = args;
  const staff = context.get(staffContext);
  const query = parseListQuery(SUBSCRIBER_LIST, url.searchParams);
  await asStaff(staff, (db) => exportSubscribers(db, query));
  return csvResponse({
    fileName: await exportName("abonnes"),
    columns,
    read: (after) => asStaff(staff, (db) => readSubscribers(db, query, after, BATCH)),
  });
}
