import { requireConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { currencyLabel } from "../../i18n/format.ts";
import { csvAmount, csvPhone, csvResponse } from "../../kit/list/csv.server.ts";
import { exportName } from "../../settings/settings.visitor.server.ts";
import { meansName } from "../payment-journal.ts";
import type { Route } from "./+types/payouts-export.route.ts";
import { exportPayouts, type Payout } from "./payouts.staff.server.ts";

const columns = [
  { title: "Numéro", cell: ({ number }: Payout) => number && csvPhone(number) },
  { title: "Montant", cell: ({ amount, currency }: Payout) => csvAmount(amount, currency) },
  { title: "Devise", cell: ({ currency }: Payout) => currencyLabel(currency) },
  { title: "Nom", cell: ({ payer_name }: Payout) => payer_name },
  { title: "Référence", cell: ({ reference }: Payout) => reference },
  { title: "Par", cell: (row: Payout) => meansName(row) },
  { title: "Transaction d’origine", cell: ({ transaction }: Payout) => transaction },
];

/** A file for the operator's bulk payment. */
export async function loader(args: Route.LoaderArgs) {
  await requireConfirmation(args);
  const { context } = args;
  const payouts = await asStaff(context.get(staffContext), exportPayouts);
  return csvResponse({
    fileName: await exportName("remboursements"),
    columns,
    read: async () => ({ rows: payouts }),
  });
}
