import type { ReturnedMoney } from "../providers/provider.ts";
import type { Refund } from "./refunds.table.server.ts";
import { isVoid } from "./refunds.ts";

type Known = Pick<
  Refund,
  "id" | "amount" | "status" | "provider_ref" | "operator_reference" | "recorded_by" | "sent_at"
>;

/**
 * What the provider returned of a charge that no refund of ours stands for: somebody did it at the provider's
 * own desk. Without database.
 */
export function findExternal(
  returned: readonly ReturnedMoney[],
  own: readonly Known[],
): ReturnedMoney[] {
  const isNamed = (refund: Known, { id, key }: ReturnedMoney) =>
    [refund.provider_ref, refund.operator_reference].includes(id) || refund.id === key;
  const strange = returned.filter((money) => !own.some((refund) => isNamed(refund, money)));
  // What staff returned there themselves and wrote down, under whichever number they found.
  const byHand = own.filter(
    (refund) => refund.recorded_by && !returned.some((money) => isNamed(refund, money)),
  );
  const unwritten = strange.filter(({ amount }) => {
    const place = byHand.findIndex((refund) => refund.amount === amount);
    if (place >= 0) byHand.splice(place, 1);
    return place < 0;
  });
  // One of ours that was sent and has no number yet may be what is told without its key.
  const isOpen = ({ status }: Known) => status !== "done" && !isVoid(status);
  const mayBeOurs = own.some((one) => one.sent_at && !one.provider_ref && isOpen(one));
  return unwritten.filter(({ key }) => key !== undefined || !mayBeOurs);
}
