import { data, redirect } from "react-router";
import * as z from "zod";

import { choice, secretToken } from "../../core/http/address-checks.ts";
import { setFlash } from "../../core/http/cookies.server.ts";
import { ownAddress } from "../../core/http/own-address.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import type { RouteHandle } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";

import { formResponse, handleForm } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { accountNumber } from "../../core/values/fields.ts";
import { languageOf } from "../../i18n/languages.ts";
import { readAtLink } from "../../site/moved/moved-links.system.server.ts";
import { startAttempt } from "../attempts/attempts.system.server.ts";
import { giveUpOrder, stopPaying } from "../attempts/cancellation.system.server.ts";
import { pollOrderAtAddress } from "../attempts/polling.system.server.ts";
import {
  type ClaimResult,
  chooseOfflinePayment,
  claimTransfer,
} from "../offline/offline-payment.system.server.ts";
import {
  isMobileNumber,
  isTransactionNumber,
  normaliseTransactionNumber,
  OPERATORS,
} from "../providers/payment-methods.ts";
import type { Route } from "./+types/payment.page.ts";
import { paymentsCookie, sawUnpaid } from "./find-payment.system.server.ts";
import { PaymentScreen } from "./payment-screen.tsx";
import type { PaymentState } from "./payment-states.ts";
import { readPaymentAt } from "./payment-view.system.server.ts";
import { paymentAddressAt } from "./payment-view.ts";

export const handle = {
  segments: { token: secretToken },
  parameters: { leave: choice("1"), back: choice("1") },
} satisfies RouteHandle;

// Per order, not per network: each page reloads by itself, and thousands may share one address.
const PAGE_LOADS = { count: 300, perMs: 10 * MINUTE };

const NUMBER_ERROR = "validation.payment.number";
const invalid = { error: "validation.invalid" };
const formSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("pay"),
      key: z.uuid(invalid),
      charge: z.string(invalid).max(40, "validation.invalid"),
      provider: z.string(invalid).max(40, "validation.invalid").optional(),
      payerNumber: z.preprocess(
        (text) => text || undefined,
        accountNumber(NUMBER_ERROR).optional(),
      ),
    }),
    z.object({
      intent: z.literal("announce"),
      operator: z.enum(OPERATORS, invalid),
      number: z
        .string({ error: "validation.transferNumber" })
        .transform(normaliseTransactionNumber)
        .refine((number) => !isMobileNumber(number), {
          error: "validation.transferPhone",
          abort: true,
        })
        .refine(isTransactionNumber, "validation.transferNumber"),
    }),
    z.object({ intent: z.literal("byHand") }),
    z.object({ intent: z.literal("ask") }),
    z.object({ intent: z.literal("stop") }),
    z.object({ intent: z.literal("cancel") }),
  ],
  invalid,
);

const CLAIM_ERRORS: Record<ClaimResult, string | undefined> = {
  announced: undefined,
  closed: undefined,
  known: "validation.transferKnown",
  "too-many": "validation.transferTooMany",
};

const ENDED_PAID: readonly PaymentState[] = ["paid", "paidTwice", "refunded"];

/** The payment page of an order, which is remembered in a cookie. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const address = paymentAddressAt(url, params.token);
  if (!allow("payment-page", address.token, PAGE_LOADS)) throw new Response(null, { status: 429 });
  const {
    record: payment,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "payment", address.token, () =>
    readPaymentAt(address, languageOf(url.pathname)),
  );
  // Only once: a payer who comes back without having paid sees the state first.
  const isLeaving = url.searchParams.has("leave") && payment?.state === "waiting";
  const leaving = isLeaving ? payment.pay_url : null;
  const unpaid = payment && !ENDED_PAID.includes(payment.state);
  const cookie = payment && paymentsCookie(request, [{ ...address, unpaid }]);
  // The money came since this browser last looked: the page says it once more, at its top.
  if (payment?.state === "paid" && cookie && sawUnpaid(request, address)) {
    const headers = [cookie, setFlash("membershipSaved")].map((one) => ["set-cookie", one]);
    throw redirect(url.pathname, { headers: headers as [string, string][] });
  }
  return data(
    { payment, leaving, back: url.searchParams.has("back"), unavailable, moved },
    { status, headers: { ...PRIVATE, ...(cookie && { "set-cookie": cookie }) } },
  );
}

export const headers = () => PRIVATE;

/** The buttons of the page. Repeated, they change nothing more. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const address = paymentAddressAt(url, params.token);
  const { token, shared } = address;
  const back = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "payment",
    schema: formSchema,
    target: () => token,
    respondToBot: back,
    async accept(form, values) {
      const now = currentTime();
      if (form.intent === "ask") await pollOrderAtAddress(address, now);
      if (form.intent === "stop") await stopPaying(token, now, { shared });
      // Somebody else who pays cannot cancel the order.
      if (form.intent === "cancel" && !shared) await giveUpOrder(token, now);
      if (form.intent === "byHand" && !shared) await chooseOfflinePayment(token, now);
      if (form.intent === "announce" && !shared) {
        const errors = CLAIM_ERRORS[await claimTransfer(token, form)];
        return errors ? formResponse({ values, errors: { number: errors } }) : back();
      }
      if (form.intent !== "pay") return back();
      const start = await startAttempt(token, { ...form, shared }, now);
      if (start.kind === "changed") return formResponse({ problem: "payment.changed" }, 409);
      if (start.kind === "number") {
        return formResponse({ values, errors: { payerNumber: NUMBER_ERROR } });
      }
      if (start.kind !== "attempt") return back();
      // The button also stands on the page of an application: this browser has seen it unpaid there.
      const cookie = paymentsCookie(request, [{ ...address, unpaid: true }]);
      const { status, redirect_url: provider } = start.payment;
      const to = status === "pending" ? providerAddress(provider, url.pathname) : url.pathname;
      return redirect(to, { status: 303, headers: { "set-cookie": cookie } });
    },
  });
}

/**
 * The address that leads to the provider. The CSP allows form targets on this site only, so another site is reached through our own
 * page with `?leave=1`.
 */
function providerAddress(url: string | null, here: string): string {
  return ownAddress(url) ?? (url ? `${here}?leave=1` : here);
}

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentScreen {...loaderData} state={actionData} />;
}
