import { Link } from "react-router";
import { pick } from "../../core/values/pick.ts";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { LIST, OrderBadge } from "../payment-badges.admin.tsx";
import type { Order } from "./orders.table.server.ts";

/** What a record shows of its orders. */
export const orderLine = (order: Order) =>
  pick(order, ["id", "label_fr", "status", "owes", "price_amount", "price_currency", "created_at"]);

type Props = { orders: readonly ReturnType<typeof orderLine>[]; empty: string };

/** The orders that pay for a record, each with the way to it. */
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
