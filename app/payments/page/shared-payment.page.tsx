import { choice, secretToken } from "../../core/http/address-checks.ts";
import type { RouteHandle } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import type { Route } from "./+types/shared-payment.page.ts";
import { actOnPayment, loadPayment } from "./payment-page.server.ts";
import { PaymentScreen } from "./payment-screen.tsx";

export const handle = {
  segments: { token: secretToken },
  parameters: { leave: choice("1") },
} satisfies RouteHandle;

/** The same for somebody else, who was sent the link to pay. */
export const loader = (args: Route.LoaderArgs) =>
  loadPayment(args, { token: args.params.token, shared: true });

export const headers = () => PRIVATE;

export const action = (args: Route.ActionArgs) =>
  actOnPayment(args, { token: args.params.token, shared: true });

export default function SharedPaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentScreen {...loaderData} state={actionData} />;
}
