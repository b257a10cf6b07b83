import { Badge } from "../kit/list/row-controls.tsx";
import type { Mode, OrderStatus } from "./orders/orders.ts";
import { MODE_LABELS, ORDER_LABELS } from "./payment-labels.ts";

/** The list, whose action takes every change of money. */
export const LIST = "/admin/payments";

/** What was given is not paid any more. */
const OWING = { label: "Reste dû", tone: "bad" } as const;

type BadgeProps = { status: OrderStatus; mode?: Mode; owes: boolean };

/** Where an order stands, and whether its money is none. */
export function OrderBadge({ status, mode = "live", owes }: BadgeProps) {
  const { label, tone } = owes ? OWING : ORDER_LABELS[status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {mode === "test" && <Badge tone="bad">{MODE_LABELS.test}</Badge>}
    </span>
  );
}
