import { requireConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { currencyLabel } from "../../i18n/format.ts";
import {
  BATCH,
  csvAmount,
  csvDay,
  csvMoment,
  csvNumber,
  csvPhone,
  csvResponse,
  inTurn,
} from "../../kit/list/csv.server.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { exportName } from "../../settings/settings.visitor.server.ts";
import { LEDGER_LIST, parsePeriod } from "../orders/order-list.ts";
import type { Route } from "./+types/ledger-export.route.ts";
import {
  type DayTotal,
  exportLedger,
  type Movement,
  readDays,
  readLedger,
  readTills,
} from "./ledger-export.staff.server.ts";

const amountOf = (amount: number | null, currency: string) =>
  amount === null ? null : csvAmount(amount, currency);

/** Without a sign: a spreadsheet program takes a minus for a formula. So what goes out has columns of its own. */
const incoming = (amount: number | null, currency: string) =>
  amount !== null && amount > 0 ? amountOf(amount, currency) : null;
const outgoing = (amount: number | null, currency: string) =>
  amount !== null && amount < 0 ? amountOf(amount, currency) : null;

/** Of a charge only. */
const backOf = ({ currency }: Movement, amount: number) => incoming(amount, currency);

const currencyOfPrice = ({ price_currency, currency }: Movement) => price_currency ?? currency;

const COLUMNS = [
  { title: "Reçu le", cell: (row: Movement) => csvDay(row.received_on) },
  { title: "Enregistré le", cell: (row: Movement) => csvMoment(row.booked_at) },
  { title: "Registre", cell: (row: Movement) => row.register },
  { title: "Mouvement", cell: (row: Movement) => row.movement },
  { title: "Moyen", cell: (row: Movement) => row.means },
  { title: "Devise", cell: (row: Movement) => currencyLabel(row.currency) },
  { title: "Entrée", cell: ({ amount, currency }: Movement) => incoming(amount, currency) },
  { title: "Sortie", cell: ({ amount, currency }: Movement) => outgoing(amount, currency) },
  { title: "Frais", cell: ({ fee, currency }: Movement) => amountOf(fee, currency) },
  { title: "Entrée nette", cell: ({ net, currency }: Movement) => incoming(net, currency) },
  { title: "Taux (GNF pour 1)", cell: ({ rate }: Movement) => rate && decimal(rate) },
  { title: "Entrée en GNF", cell: ({ gnf }: Movement) => incoming(gnf, "GNF") },
  { title: "Sortie en GNF", cell: ({ gnf }: Movement) => outgoing(gnf, "GNF") },
  { title: "N° de reçu", cell: (row: Movement) => row.receipt },
  { title: "Référence FGE", cell: (row: Movement) => row.reference },
  { title: "Référence du paiement", cell: (row: Movement) => row.merchant_ref },
  { title: "Référence de l’opérateur", cell: (row: Movement) => row.operator_reference },
  { title: "Payeur", cell: (row: Movement) => row.payer_name },
  { title: "E-mail", cell: (row: Movement) => row.payer_email },
  {
    title: "Compte du payeur",
    cell: ({ payer_account: account }: Movement) => account && csvPhone(account),
  },
  { title: "Objet", cell: (row: Movement) => row.label },
  { title: "Caisse", cell: (row: Movement) => row.till },
  { title: "Caissier", cell: (row: Movement) => row.cashier },
  { title: "Motif", cell: (row: Movement) => row.reason },
  { title: "Remboursé", cell: (row: Movement) => backOf(row, row.returned) },
  { title: "À rembourser", cell: (row: Movement) => backOf(row, row.to_return) },
  { title: "Non réclamé", cell: (row: Movement) => incoming(row.waived, currencyOfPrice(row)) },
  {
    title: "Devise du non réclamé",
    cell: (row: Movement) => (row.waived > 0 ? currencyLabel(currencyOfPrice(row)) : null),
  },
  { title: "Demandé par", cell: (row: Movement) => row.requested_by },
  { title: "Approuvé par", cell: (row: Movement) => row.approved_by },
  { title: "Enregistré par", cell: (row: Movement) => row.recorded_by },
  {
    title: "Versement confirmé le",
    cell: ({ confirmed_at: at }: Movement) => at && csvMoment(new Date(at)),
  },
  { title: "Confirmé par", cell: (row: Movement) => row.confirmed_by },
];

/** Without the zeros at its end. */
const decimal = (rate: string) => csvNumber(rate.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""));

const DAY_COLUMNS = [
  { title: "Reçu le", cell: (row: DayTotal) => csvDay(row.received_on) },
  { title: "Registre", cell: (row: DayTotal) => row.register },
  { title: "Mouvement", cell: (row: DayTotal) => row.movement },
  { title: "Moyen", cell: (row: DayTotal) => row.means },
  { title: "Devise", cell: (row: DayTotal) => currencyLabel(row.currency) },
  { title: "Nombre", cell: (row: DayTotal) => csvNumber(row.count) },
  { title: "Entrées", cell: (row: DayTotal) => incoming(row.incoming, row.currency) },
  { title: "Sorties", cell: (row: DayTotal) => outgoing(-row.outgoing, row.currency) },
  { title: "Frais", cell: (row: DayTotal) => amountOf(row.fee, row.currency) },
  { title: "Entrées nettes", cell: (row: DayTotal) => incoming(row.net, row.currency) },
  { title: "Entrées en GNF", cell: (row: DayTotal) => incoming(row.gnf, "GNF") },
  { title: "Sorties en GNF", cell: (row: DayTotal) => outgoing(row.gnf, "GNF") },
];

/**
 * Exports what came and went in a period: of the orders that the list shows, and of the tills where it shows all of them.
 * `?by=day` exports their totals by day.
 */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context, url } = args;
  const staff = context.get(staffContext);
  const query = parseListQuery(LEDGER_LIST, url.searchParams);
  const period = parsePeriod(url.searchParams);
  await asStaff(staff, (db) => exportLedger(db, query, period));
  if (url.searchParams.get("by") === "day") {
    return csvResponse({
      fileName: await exportName("totaux"),
      columns: DAY_COLUMNS,
      read: async () => ({ rows: await asStaff(staff, (db) => readDays(db, query, period)) }),
    });
  }
  return csvResponse({
    fileName: await exportName("livre"),
    columns: COLUMNS,
    read: inTurn(
      (after) => asStaff(staff, (db) => readLedger(db, query, after, BATCH, period)),
      (after) => asStaff(staff, (db) => readTills(db, query, after, BATCH, period)),
    ),
  });
}
