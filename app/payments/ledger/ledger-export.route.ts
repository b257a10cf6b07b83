import { requireConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { currencyLabel, decimalAmount } from "../../i18n/format.ts";
import { BATCH, csvMoment, csvResponse } from "../../kit/list/csv.server.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { exportName } from "../../settings/settings.visitor.server.ts";
import { LEDGER_LIST, parsePeriod } from "../orders/order-list.ts";
import { LEDGER_LABELS, providerLabel } from "../payment-labels.ts";
import type { Route } from "./+types/ledger-export.route.ts";
import { exportLedger, type LedgerRow, readLedger } from "./ledger.staff.server.ts";

/** With the decimal comma that a French spreadsheet reads, where the currency has decimals. */
const amountOf = ({ amount, currency }: LedgerRow) =>
  decimalAmount(Math.abs(amount), currency).replace(".", ",");

/** Of a charge only. */
const backOf = (row: LedgerRow, amount: number) =>
  amount > 0 ? amountOf({ ...row, amount }) : null;

const columns = [
  { title: "Date", cell: (row: LedgerRow) => csvMoment(row.created_at) },
  { title: "Mouvement", cell: (row: LedgerRow) => LEDGER_LABELS[row.kind] },
  // Without a sign: a spreadsheet program takes a minus for a formula.
  { title: "Entrée", cell: (row: LedgerRow) => (row.amount > 0 ? amountOf(row) : null) },
  { title: "Sortie", cell: (row: LedgerRow) => (row.amount < 0 ? amountOf(row) : null) },
  { title: "Devise", cell: (row: LedgerRow) => currencyLabel(row.currency) },
  { title: "Payeur", cell: (row: LedgerRow) => row.payer_name },
  { title: "E-mail", cell: (row: LedgerRow) => row.payer_email },
  { title: "Objet", cell: (row: LedgerRow) => row.label_fr },
  { title: "Par", cell: (row: LedgerRow) => providerLabel(row.provider) },
  { title: "Référence", cell: (row: LedgerRow) => row.reference },
  { title: "Rendu", cell: (row: LedgerRow) => backOf(row, row.returned) },
  { title: "À rendre", cell: (row: LedgerRow) => backOf(row, row.to_return) },
  { title: "Demandé par", cell: (row: LedgerRow) => row.requested_by },
  { title: "Approuvé par", cell: (row: LedgerRow) => row.approved_by },
  { title: "Enregistré par", cell: (row: LedgerRow) => row.recorded_by },
];

/** Exports the entries of a period, of the orders that the list shows. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, url } = args;
  const staff = context.get(staffContext);
  const query = parseListQuery(LEDGER_LIST, url.searchParams);
  const period = parsePeriod(url.searchParams);
  await asStaff(staff, (db) => exportLedger(db, query, period));
  return csvResponse({
    fileName: await exportName("livre"),
    columns,
    read: (after) => asStaff(staff, (db) => readLedger(db, query, after, BATCH, period)),
  });
}
