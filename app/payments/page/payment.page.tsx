import { data, redirect } from "react-router";
import * as z from "zod";

import { choice, secretToken } from "../../core/http/address-checks.ts";
import { setFlash } from "../../core/http/flash.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import type { RouteHandle } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";

import { formResponse, handleForm } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { phone } from "../../core/values/fields.ts";
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
import { isTransactionNumber, OPERATORS, transactionNumber } from "../providers/payment-methods.ts";
import type { Route } from "./+types/payment.page.ts";
import { PaymentScreen } from "./payment-screen.tsx";
import { readPaymentAt } from "./payment-view.system.server.ts";
import type { PaymentAddress, PaymentState } from "./payment-view.ts";
import { paymentsCookie, sawUnpaid } from "./payments-cookie.server.ts";

export const handle = {
  segments: { token: secretToken },
  parameters: { leave: choice("1") },
} satisfies RouteHandle;

/** `/payments/:token` is the page of an order's holder, `/pay/:token` the one for somebody else who pays. */
const addressAt = (url: URL, token: string): PaymentAddress => ({
  token,
  shared: /^(\/en)?\/pay\//.test(url.pathname),
});

// Of one order, whoever looks: each page looks again by itself, and thousands may stand behind one address.
const LOOKS = { count: 300, perMs: 10 * MINUTE };

const NUMBER_ERROR = "validation.payment.number";
const invalid = { error: "validation.invalid" };
const wishSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("pay"),
      key: z.uuid(invalid),
      charge: z.string(invalid).max(40, "validation.invalid"),
      provider: z.string(invalid).max(40, "validation.invalid").optional(),
      payerNumber: z.preprocess((text) => text || undefined, phone(NUMBER_ERROR).optional()),
    }),
    z.object({
      intent: z.literal("announce"),
      operator: z.enum(OPERATORS, invalid),
      number: z
        .string({ error: "validation.transferNumber" })
        .refine(
          (text) => isTransactionNumber(transactionNumber(text)),
          "validation.transferNumber",
        ),
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

/** Where the money of an order is. The browser remembers the page, to find it again. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const address = addressAt(url, params.token);
  if (!allow("payment-page", address.token, LOOKS)) throw new Response(null, { status: 429 });
  const {
    record: payment,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "payment", address.token, () =>
    readPaymentAt(address, languageOf(url.pathname)),
  );
  // Only on the way there: whoever was refused, and comes back, is told so first.
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
    { payment, leaving, unavailable, moved },
    { status, headers: { ...PRIVATE, ...(cookie && { "set-cookie": cookie }) } },
  );
}

export const headers = () => PRIVATE;

/** Begins to pay, stops paying, or gives the order up. Each pressed again changes nothing more. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const address = addressAt(url, params.token);
  const { token, shared } = address;
  const back = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "payment",
    schema: wishSchema,
    target: () => token,
    respondToBot: back,
    async accept(wish, values) {
      const now = currentTime();
      if (wish.intent === "ask") await pollOrderAtAddress(address, now);
      if (wish.intent === "stop") await stopPaying(token, now, { shared });
      // Whoever pays for somebody else cannot give up what is theirs.
      if (wish.intent === "cancel" && !shared) await giveUpOrder(token, now);
      if (wish.intent === "byHand" && !shared) await chooseOfflinePayment(token, now);
      if (wish.intent === "announce" && !shared) {
        const errors = CLAIM_ERRORS[await claimTransfer(token, wish)];
        return errors ? formResponse({ values, errors: { number: errors } }) : back();
      }
      if (wish.intent !== "pay") return back();
      const start = await startAttempt(token, { ...wish, shared }, now);
      if (start.kind === "changed") return formResponse({ problem: "payment.changed" }, 409);
      if (start.kind === "number") {
        return formResponse({ values, errors: { payerNumber: NUMBER_ERROR } });
      }
      if (start.kind !== "attempt" || start.payment.status !== "pending") return back();
      return redirectToOperator(start.payment.redirect_url, url.pathname);
    },
  });
}

/**
 * Leads to the operator. A form may only lead to this site, or a page that somebody planted could send the
 * payer anywhere: to another one leads our own page, which shows where.
 */
function redirectToOperator(operator: string | null, here: string): Response {
  if (operator?.startsWith(`${env().PUBLIC_URL}/`)) return redirect(operator, 303);
  return redirect(operator ? `${here}?leave=1` : here, 303);
}

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentScreen {...loaderData} state={actionData} />;
}
