import { choice, secretToken } from "../core/http/address-checks.ts";
import type { RouteHandle } from "../core/http/request-info.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import type { Route } from "./+types/payment.page.ts";
import { actOnPayment, loadPayment } from "./page/payment-page.server.ts";
import { PaymentScreen } from "./page/payment-screen.tsx";

export const handle = {
  segments: { token: secretToken },
  parameters: { leave: choice("1") },
} satisfies RouteHandle;

/** Where the money of an order is, for whoever has its address. */
export const loader = (args: Route.LoaderArgs) =>
  loadPayment(args, { token: args.params.token, shared: false });

export const headers = () => PRIVATE;

export const action = (args: Route.ActionArgs) =>
  actOnPayment(args, { token: args.params.token, shared: false });

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentScreen {...loaderData} state={actionData} />;
}
