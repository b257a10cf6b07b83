import { Link } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatAmount, formatMoment, PRICE_CURRENCIES } from "../../i18n/format.ts";
import { Counters } from "../../kit/list/counters.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { Empty } from "../../kit/list/list-page.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { BackToPayments } from "../payment-badges.admin.tsx";
import { formatSums } from "../payment-journal.ts";
import type { Route } from "./+types/tills.admin.ts";
import { Transit } from "./till.admin.tsx";
import { listInTransit, listTills, type TillRow } from "./tills.staff.server.ts";
import type { Cash } from "./tills.ts";

export const handle = { loadFailure: "Erreur lors du chargement des caisses" };

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  return asStaff(staff, async (db) => ({
    me: staff.id,
    tills: await listTills(db),
    transit: await listInTransit(db),
  }));
}

const cashWords = (cash: Cash) =>
  PRICE_CURRENCIES.filter((currency) => cash[currency] !== 0)
    .map((currency) => formatAmount("fr", cash[currency], currency))
    .join(" · ") || formatAmount("fr", 0, "GNF");

const columns = [
  {
    title: "Tenue par",
    className: "main",
    cell: (row: TillRow) => (
      <Link to={`/admin/payments/tills/${row.id}`} className="link font-semibold">
        {row.name}
      </Link>
    ),
  },
  {
    title: "État",
    cell: ({ closed_at, isOwned }: TillRow) => {
      if (closed_at) return <Badge tone="plain">Fermée</Badge>;
      return isOwned ? <Badge tone="good">Ouverte</Badge> : <Badge tone="bad">À reprendre</Badge>;
    },
  },
  { title: "Ouverte le", cell: (row: TillRow) => formatMoment("fr", row.created_at) },
  {
    title: "Comptée le",
    cell: (row: TillRow) => (row.counted_at ? formatMoment("fr", row.counted_at) : "Jamais"),
  },
  {
    title: "Contient",
    className: "text-right tabular-nums",
    cell: (row: TillRow) => cashWords(row.balance),
  },
  {
    title: "Écarts",
    className: "text-right tabular-nums",
    cell: (row: TillRow) => cashWords(row.differences),
  },
];

const sumOf = (cash: readonly { currency: string; amount: number }[]) =>
  formatSums(
    PRICE_CURRENCIES.map((currency) => ({
      currency,
      amount: cash
        .filter((one) => one.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0),
    })).filter(({ amount }) => amount !== 0),
  );

/** All tills, and the cash in transit. */
export default function TillsAdmin({ loaderData: { tills, transit, me } }: Route.ComponentProps) {
  const open = tills.filter(({ closed_at }) => closed_at === null);
  const inTills = open.flatMap(({ balance }) =>
    PRICE_CURRENCIES.map((currency) => ({ currency, amount: balance[currency] })),
  );
  return (
    <>
      <OfficeHead
        title="Caisses"
        lead="Les espèces que chaque personne détient, et les versements en cours."
      >
        <BackToPayments />
        <Link to="/admin/payments/till" className="button quiet">
          Ma caisse
        </Link>
      </OfficeHead>
      <Counters
        counters={[
          { label: "Dans les caisses ouvertes", value: sumOf(inTills) },
          { label: "En cours de versement", value: sumOf(transit) },
        ]}
      />
      {transit.length > 0 && (
        <div className="mb-5 grid gap-4 lg:grid-cols-2">
          {transit.map((handover) => (
            <Transit key={handover.id} handover={handover} me={me} action="/admin/payments/till" />
          ))}
        </div>
      )}
      {tills.length === 0 ? (
        <Empty
          title="Aucune caisse"
          first="La première s’ouvre quand quelqu’un encaisse des espèces."
        />
      ) : (
        <DataTable
          caption="Caisses"
          columns={columns}
          rows={tills}
          sort=""
          descending={false}
          nameOf={({ name }) => `Caisse ${ofName(name)}`}
        />
      )}
    </>
  );
}
