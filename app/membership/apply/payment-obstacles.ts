import type { Order } from "../../payments/payments.table.server.ts";
import type { MemberStatus } from "../members/members.ts";
import type { MembershipType } from "../types/membership-types.record.ts";

/** Why a membership cannot be paid now. */
export type Obstacle =
  | "gone"
  | "paid"
  | "beside"
  | "suspended"
  | "closed"
  | "typeGone"
  | "priceChanged";

/** The same for the back office, as a clause. */
export const OBSTACLE_LABELS: Readonly<Record<Obstacle, string>> = {
  gone: "cette personne n’est plus dans les membres",
  paid: "cette adhésion est déjà payée",
  beside: "cette personne a une adhésion suspendue",
  suspended: "cette adhésion est suspendue",
  closed: "cette adhésion est expirée",
  typeGone: "ce type d’adhésion n’est plus proposé",
  priceChanged: "le prix de cette adhésion a changé",
};

type Applicant = {
  status: MemberStatus;
  order_id: string | null;
  /** Another membership of the same person is suspended. */
  isBesideSuspended?: boolean;
};
type Price = Pick<Order, "id" | "price_amount" | "price_currency">;

/** Whether a membership is suspended or expired: a payment does not reactivate it. */
export const isEnded = ({ status }: Pick<Applicant, "status">): boolean =>
  status === "suspended" || status === "expired";

/** Why a membership cannot be paid online. */
export function obstacleOnline(
  member: Applicant | undefined,
  type: Pick<MembershipType, "is_active" | "price" | "currency"> | undefined,
  order: Price,
): Obstacle | undefined {
  const ended = obstacleAtDesk(member, type, order);
  if (ended || !type) return ended;
  if (!type.is_active) return "typeGone";
  const same = type.price === order.price_amount && type.currency === order.price_currency;
  return same ? undefined : "priceChanged";
}

/** Why staff cannot take the payment at the desk; a changed price is no obstacle there. */
export function obstacleAtDesk(
  member: Applicant | undefined,
  type: object | undefined,
  order: Pick<Price, "id">,
): Obstacle | undefined {
  if (!member) return "gone";
  if (member.order_id && member.order_id !== order.id) return "paid";
  if (member.status === "suspended") return "suspended";
  if (member.isBesideSuspended) return "beside";
  if (member.status === "expired") return "closed";
  return type ? undefined : "typeGone";
}
