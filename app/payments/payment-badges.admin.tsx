import { Badge } from "../kit/row-controls.tsx";
import type { OrderStatus } from "./orders.ts";
import { ORDER_LABELS } from "./payment-labels.ts";

/** The list, whose action takes every change of money. */
export const LIST = "/admin/payments";

export function OrderBadge({ status }: { status: OrderStatus }) {
  const { label, tone } = ORDER_LABELS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
