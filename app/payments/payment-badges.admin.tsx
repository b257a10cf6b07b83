import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { pick } from "../core/values/pick.ts";
import { formatAmount, formatDate } from "../i18n/format.ts";
import { Badge } from "../kit/list/row-controls.tsx";
import type { Mode, OrderStatus } from "./orders/orders.ts";
import { MODE_LABELS, ORDER_LABELS } from "./payment-labels.ts";
import type { Order } from "./payments.table.server.ts";

/** The list of orders, whose action handles every change. */
export const LIST = "/admin/payments";

/** The way back to the list, from the other screens of payments. */
export const BackToPayments = () => (
  <Link to={LIST} className="button quiet">
    <ArrowLeft aria-hidden="true" size={17} />
    Paiements
  </Link>
);

/** Fulfilled but no longer paid. */
const OWING = { label: "Reste dû", tone: "bad" } as const;

type BadgeProps = {
  status: OrderStatus;
  mode?: Mode;
  owes: boolean;
  /** A refund is open. */
  isToReturn?: boolean;
};

/** The status of an order, whether it is a test, and whether money goes back. */
export function OrderBadge({ status, mode = "live", owes, isToReturn }: BadgeProps) {
  const { label, tone } = owes ? OWING : ORDER_LABELS[status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {mode === "test" && <Badge tone="bad">{MODE_LABELS.test}</Badge>}
      {isToReturn && <Badge tone="wait">À rembourser</Badge>}
    </span>
  );
}

/** The columns of an order that `OrderLinks` shows. */
export const orderLine = (order: Order) =>
  pick(order, ["id", "label_fr", "status", "owes", "price_amount", "price_currency", "created_at"]);

type Props = { orders: readonly ReturnType<typeof orderLine>[]; empty: string };

/** The orders of a record, each with a link. */
export function OrderLinks({ orders, empty }: Props) {
  if (orders.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {orders.map(({ id, label_fr, status, owes, price_amount, price_currency, created_at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <Link to={`${LIST}/${id}`} className="link min-w-0 wrap-anywhere">
            {label_fr}, {formatDate("fr", created_at)}
          </Link>
          <span className="flex items-center gap-3">
            <span className="whitespace-nowrap tabular-nums">
              {formatAmount("fr", price_amount, price_currency)}
            </span>
            <OrderBadge status={status} owes={owes} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A section of the screen of an order. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 border-b border-line pb-1 text-base">{title}</h3>
      {children}
    </section>
  );
}
