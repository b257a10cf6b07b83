import {
  BadgeAlert,
  CalendarRange,
  Clock,
  Coins,
  Download,
  Eye,
  Smartphone,
  Undo2,
  Wallet,
} from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { EmailText } from "../../kit/email-text.tsx";
import { Counters, countWords } from "../../kit/list/counters.tsx";
import { DAYS } from "../../kit/list/filter-bar.tsx";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { IfMay } from "../../kit/may.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { RecordLink } from "../../kit/record-link.tsx";
import { parseListQuery } from "../../records/list/list-query.ts";
import { ORDER_LIST } from "../orders/order-list.ts";
import {
  countMoney,
  countTests,
  listOrders,
  type OrderRow,
} from "../orders/orders.staff.server.ts";
import { ORDER_KINDS, ORDER_STATUSES } from "../orders/orders.ts";
import { TestOrders } from "../orders/test-orders.admin.tsx";
import { OrderBadge } from "../payment-badges.admin.tsx";
import { sumWords } from "../payment-journal.ts";
import { KIND_LABELS, ORDER_LABELS } from "../payment-labels.ts";
import { closedByTests, loadProviders } from "../providers/online-providers.system.server.ts";
import type { Route } from "./+types/payments.admin.ts";
import { needsSecondFactor, runPaymentIntents } from "./payment-intents.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des paiements" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(ORDER_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    counts: await countMoney(db),
    tests: await countTests(db),
    ...(await listOrders(db, query)),
  }));
}

export function action(asked: Route.ActionArgs) {
  const { context } = asked;
  return withConfirmation(asked, needsSecondFactor(context), async (request) => {
    const answer = await runPaymentIntents(request, context);
    // Without the tests in their way, online payments open at once.
    if (closedByTests().length > 0) await loadProviders();
    return answer;
  });
}

const columns = [
  { title: "Payeur", className: "main", cell: (row: OrderRow) => <PayerCell {...row} /> },
  {
    title: "Objet",
    cell: ({ kind, label_fr }: OrderRow) => (
      <div className="min-w-0 md:max-w-[280px]">
        <p className="line-clamp-2">{label_fr}</p>
        <p className="text-muted">{KIND_LABELS[kind]}</p>
      </div>
    ),
  },
  {
    title: "Montant",
    className: "whitespace-nowrap text-right tabular-nums",
    cell: ({ price_amount, price_currency }: OrderRow) =>
      formatAmount("fr", price_amount, price_currency),
  },
  { title: "État", cell: (row: OrderRow) => <State {...row} /> },
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: ({ created_at }: OrderRow) => formatMoment("fr", created_at),
  },
];

const STATES = [
  { value: "look", label: "À examiner" },
  ...ORDER_STATUSES.map((value) => ({ value, label: ORDER_LABELS[value].label })),
];

export default function PaymentsAdmin({ loaderData }: Route.ComponentProps) {
  const { counts } = loaderData;
  const [params] = useSearchParams();
  return (
    <>
      <OfficeHead title="Paiements" lead="Ce qui est dû, ce qui est encaissé, ce qui est à rendre.">
        {/* On a phone two side by side, so that the list is not pushed below the screen. */}
        <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-[repeat(2,minmax(min-content,1fr))] max-md:[&>*]:justify-start max-md:[&>*]:px-3 max-md:[&>*]:text-left max-md:[&>*]:text-sm max-md:[&>*]:leading-tight">
          <Link to="/admin/payments/announced" className="button quiet">
            <Smartphone aria-hidden="true" size={17} />
            Transferts annoncés
          </Link>
          <Link to="/admin/payments/payouts" className="button quiet">
            <Undo2 aria-hidden="true" size={17} />
            Remboursements à verser
          </Link>
          <Link to="/admin/payments/till" className="button quiet">
            <Wallet aria-hidden="true" size={17} />
            Ma caisse
          </Link>
          <IfMay to="/admin/payments/online">
            <Link to="/admin/payments/online" className="button quiet">
              Paiements en ligne
            </Link>
          </IfMay>
          <Link to="/admin/payments/totals" className="button quiet">
            <CalendarRange aria-hidden="true" size={17} />
            Totaux par mois
          </Link>
          <a href={`/admin/payments/export?${params}`} className="button quiet">
            <Download aria-hidden="true" size={17} />
            Exporter le livre
          </a>
        </div>
      </OfficeHead>
      <Counters
        counters={[
          { label: "Encaissé", value: sumWords(counts.received), icon: Coins },
          { label: "Remboursé", value: sumWords(counts.returned), icon: Undo2 },
          { label: "En attente", value: countWords(counts.waiting), icon: Clock },
          { label: "À examiner", value: countWords(counts.look), icon: BadgeAlert },
        ]}
      />
      {loaderData.tests > 0 && <TestOrders count={loaderData.tests} />}
      <ListPage
        list={loaderData}
        noun={["commande", "commandes"]}
        caption="Commandes"
        search="Nom, e-mail ou référence"
        filters={[
          { name: "status", label: "État", all: "Tous les états", choices: STATES },
          {
            name: "kind",
            label: "Objet",
            all: "Adhésions et inscriptions",
            choices: ORDER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
          },
          ...DAYS,
        ]}
        columns={columns}
        nameOf={({ payer_name, label_fr }) => `${payer_name} : ${label_fr}`}
        highlighted={({ mismatch, doubtful, owes, to_return }) =>
          mismatch || doubtful || owes || to_return
        }
        actions={(row) => <SeeLink {...row} />}
        empty={{
          title: "Aucun paiement",
          filtered: "Aucun paiement ne correspond à vos filtres.",
          first: "Les commandes faites sur le site arriveront ici.",
        }}
      />
    </>
  );
}

function State({ status, mode, mismatch, doubtful, owes, to_return }: OrderRow) {
  return (
    <div className="flex flex-wrap gap-1 max-md:justify-end">
      <OrderBadge status={status} mode={mode} owes={owes} />
      {mismatch && <Badge tone="bad">Montant inattendu</Badge>}
      {doubtful && <Badge tone="bad">À examiner</Badge>}
      {to_return && <Badge tone="wait">À rendre</Badge>}
    </div>
  );
}

function PayerCell({ id, payer_name, payer_email }: OrderRow) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <RecordLink id={id} className="row-link block font-semibold hover:underline">
        {payer_name}
      </RecordLink>
      <p className="font-normal text-muted">
        <EmailText email={payer_email} />
      </p>
    </div>
  );
}

function SeeLink({ id, payer_name }: OrderRow) {
  return (
    <RecordLink
      id={id}
      prefetch="intent"
      aria-label={`Voir le paiement de ${payer_name}`}
      title="Voir"
      className="icon-button"
    >
      <Eye aria-hidden="true" size={17} />
    </RecordLink>
  );
}
