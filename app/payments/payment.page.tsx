import { data, redirect } from "react-router";
import * as z from "zod";
import { secretToken } from "../core/address-checks.ts";
import { currentTime } from "../core/clock.ts";
import { readOrUnavailable } from "../core/fallback.server.ts";
import { PRIVATE } from "../core/private-page.ts";
import { allow } from "../core/rate-limit.server.ts";
import { formResponse, handleForm } from "../core/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { Missing } from "../site/missing.tsx";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { ErrorSummary } from "../site/public-form.tsx";
import type { Route } from "./+types/payment.page.ts";
import { type Announcement, announceTransfer } from "./announcing.system.server.ts";
import { startAttempt } from "./attempts.system.server.ts";
import { chooseByHand } from "./by-hand.system.server.ts";
import { ByHandSection } from "./by-hand-section.tsx";
import { giveUpOrder, stopPaying } from "./cancellation.system.server.ts";
import { isTransactionNumber, OPERATORS, transactionNumber } from "./means.ts";
import { PaymentBlock } from "./payment-block.tsx";
import { PaymentStateSection, WaysOutSection } from "./payment-state-section.tsx";
import { readPayment } from "./payment-view.system.server.ts";

// Of one order, whoever looks: each page looks again by itself, and thousands may stand behind one address.
const LOOKS = { count: 300, perMs: 10 * 60_000 };

const invalid = { error: "validation.invalid" };
const wishSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("pay"),
      key: z.uuid(invalid),
      charge: z.string(invalid).max(40, "validation.invalid"),
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
    z.object({ intent: z.literal("stop") }),
    z.object({ intent: z.literal("cancel") }),
  ],
  invalid,
);

export const handle = { segments: { token: secretToken } };

/** Where the money of an order is, for whoever has its address. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!allow("payment-page", params.token, LOOKS)) throw new Response(null, { status: 429 });
  const {
    record: payment,
    unavailable,
    status,
  } = await readOrUnavailable(context, "payment", () =>
    readPayment(params.token, languageOf(url.pathname)),
  );
  return data({ payment, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

/** Begins to pay, stops paying, or gives the order up. Each pressed again changes nothing more. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const { token } = params;
  const back = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "payment",
    schema: wishSchema,
    target: () => token,
    respondToBot: back,
    async accept(wish, values) {
      const now = currentTime();
      if (wish.intent === "stop") await stopPaying(token, now);
      if (wish.intent === "cancel") await giveUpOrder(token, now);
      if (wish.intent === "byHand") await chooseByHand(token, now);
      if (wish.intent === "announce") {
        const errors = ANNOUNCED[await announceTransfer(token, wish)];
        return errors ? formResponse({ values, errors: { number: errors } }) : back();
      }
      if (wish.intent !== "pay") return back();
      const start = await startAttempt(token, wish, now);
      if (start.kind === "changed") return formResponse({ problem: "payment.changed" }, 409);
      if (start.kind !== "attempt" || start.payment.status !== "pending") return back();
      return start.payment.redirect_url ? redirect(start.payment.redirect_url, 303) : back();
    },
  });
}

const ANNOUNCED: Record<Announcement, string | undefined> = {
  announced: undefined,
  closed: undefined,
  known: "validation.transferKnown",
  "too-many": "validation.transferTooMany",
};

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { payment, unavailable } = loaderData;
  if (!payment) {
    return (
      <Missing
        title={t(unavailable ? "payment.title" : "payment.notFoundTitle")}
        message={t(unavailable ? "forms.unavailable" : "payment.notFoundMessage")}
        back={{ path: "/", label: t("notFound.back") }}
      />
    );
  }
  const label = language === "fr" ? payment.label_fr : payment.label_en;
  return (
    <>
      <PageHead title={t("payment.title")} description={label} noindex />
      {payment.refresh && <meta httpEquiv="refresh" content={String(payment.refresh)} />}
      <PageBanner title={t("payment.title")} lead={label} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <PaymentStateSection payment={payment} />
          {/* Whichever button was pressed, and whether or not it is still there. */}
          {actionData?.values.intent !== "announce" && <ErrorSummary state={actionData} />}
          <PaymentBlock payment={payment} />
          <ByHandSection payment={payment} state={actionData} />
          <WaysOutSection payment={payment} />
        </section>
      </div>
    </>
  );
}
