import { Download } from "lucide-react";
import { Form } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, isoDay } from "../../i18n/format.ts";
import { Counters } from "../../kit/list/counters.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { Empty } from "../../kit/list/list-page.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { lastYear, parsePeriod } from "../orders/order-list.ts";
import { BackToPayments, LIST } from "../payment-badges.admin.tsx";
import { formatSums, meansName } from "../payment-journal.ts";
import { MEANS_LABELS } from "../payment-labels.ts";
import type { Route } from "./+types/totals.admin.ts";
import {
  listTotals,
  listTotalsByEvent,
  listTotalsByPerson,
  type OfflineTotal,
  type Total,
} from "./ledger.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des totaux" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const period = { ...lastYear(isoDay(currentTime())), ...parsePeriod(url.searchParams) };
  return asStaff(context.get(staffContext), async (db) => ({
    period,
    totals: await listTotals(db, period),
    byPerson: await listTotalsByPerson(db, period),
    byEvent: await listTotalsByEvent(db, period),
  }));
}

const month = new Intl.DateTimeFormat("fr", { month: "long", year: "numeric", timeZone: "UTC" });
const monthWords = (value: string) => month.format(new Date(`${value}-01T00:00:00Z`));

const amount = "whitespace-nowrap text-right tabular-nums";
const columns = [
  { title: "Mois", className: "main", cell: (row: Total) => monthWords(row.month) },
  { title: "Moyen", cell: (row: Total) => meansName(row) },
  {
    title: "Encaissé",
    className: amount,
    cell: (row: Total) => formatAmount("fr", row.received, row.currency),
  },
  {
    title: "Remboursé",
    className: amount,
    cell: (row: Total) => formatAmount("fr", row.returned, row.currency),
  },
  {
    title: "Solde",
    className: amount,
    cell: (row: Total) => formatAmount("fr", row.received - row.returned, row.currency),
  },
  { title: "Mouvements", className: amount, cell: (row: Total) => String(row.movements) },
];

function sumsOf(totals: readonly Total[], of: (total: Total) => number) {
  const sums = new Map<string, number>();
  for (const total of totals) {
    sums.set(total.currency, (sums.get(total.currency) ?? 0) + of(total));
  }
  return formatSums([...sums].map(([currency, sum]) => ({ currency, amount: sum })));
}

export default function PaymentTotals({ loaderData }: Route.ComponentProps) {
  const { period, totals, byPerson, byEvent } = loaderData;
  const rows = totals.map((total) => ({
    ...total,
    id: `${total.month} ${meansName(total)} ${total.currency}`,
  }));
  return (
    <>
      <OfficeHead
        title="Totaux des paiements"
        lead="Ce qui est entré et sorti, par moyen et par mois de réception."
      >
        <BackToPayments />
        <a href={`${LIST}/export?${new URLSearchParams(period)}`} className="button quiet">
          <Download aria-hidden="true" size={17} />
          Exporter la période
        </a>
        <a
          href={`${LIST}/export?${new URLSearchParams({ ...period, by: "day" })}`}
          className="button quiet"
        >
          <Download aria-hidden="true" size={17} />
          Exporter les totaux par jour
        </a>
      </OfficeHead>
      <Form
        key={`${period.from} ${period.to}`}
        method="get"
        className="panel mb-4 flex flex-wrap items-end gap-3 p-3"
      >
        <DayField name="from" label="Du" value={period.from} />
        <DayField name="to" label="Au" value={period.to} />
        <button type="submit" className="button quiet">
          Afficher
        </button>
      </Form>
      <Counters
        counters={[
          { label: "Encaissé sur la période", value: sumsOf(totals, (total) => total.received) },
          { label: "Remboursé sur la période", value: sumsOf(totals, (total) => total.returned) },
          {
            label: "Solde de la période",
            value: sumsOf(totals, (total) => total.received - total.returned),
          },
        ]}
      />
      {rows.length === 0 ? (
        <Empty title="Aucun mouvement" first="Rien n’est entré ni sorti sur cette période." />
      ) : (
        <DataTable
          caption="Totaux par mois et par moyen"
          columns={columns}
          rows={rows}
          sort="month"
          descending
          nameOf={({ id }) => id}
        />
      )}
      <HandledTotals title="Encaissé à la main, par personne" of="Personne" totals={byPerson} />
      <HandledTotals title="Encaissé à la main, par événement" of="Événement" totals={byEvent} />
    </>
  );
}

type HandledProps = { title: string; of: string; totals: readonly OfflineTotal[] };

/** What staff received themselves, less corrections. */
function HandledTotals({ title, of, totals }: HandledProps) {
  if (totals.length === 0) return null;
  const rows = totals.map((total) => ({
    ...total,
    id: `${total.of} ${total.means} ${total.currency}`,
  }));
  const columns = [
    { title: of, className: "main", cell: (row: OfflineTotal) => row.of || "Compte supprimé" },
    { title: "Moyen", cell: (row: OfflineTotal) => MEANS_LABELS[row.means] },
    {
      title: "Encaissé",
      className: amount,
      cell: (row: OfflineTotal) => formatAmount("fr", row.received, row.currency),
    },
    {
      title: "Remboursé",
      className: amount,
      cell: (row: OfflineTotal) => formatAmount("fr", row.returned, row.currency),
    },
  ];
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg">{title}</h2>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        sort=""
        descending={false}
        nameOf={({ id }) => id}
      />
    </section>
  );
}

function DayField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="text-sm text-muted">
      {label}
      <input
        type="date"
        name={name}
        defaultValue={value}
        className="block min-h-10 rounded-control border border-control bg-white px-3 text-base text-ink"
      />
    </label>
  );
}
