import { data, redirect } from "react-router";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { handleForm, limitedNetwork } from "../../core/http/submission.server.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mayAlsoWriteTo } from "../../mail/outbox.visitor.server.ts";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { Route } from "./+types/find-payment.page.ts";
import {
  clearedPaymentsCookie,
  type FoundPayment,
  listBrowserPayments,
  readPaymentsCookie,
  receiptFor,
  sendPaymentCode,
} from "./find-payment.system.server.ts";
import { findPaymentSchema } from "./find-payment.ts";
import { paymentPath } from "./payment-view.ts";

/** The payments of this browser, and a form to find others. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { record, status } = await readOrUnavailable(context, "known payments", () =>
    listBrowserPayments(readPaymentsCookie(request)),
  );
  // An empty list is not a missing page.
  const payments = record ?? [];
  return data(
    { payments, sendsMail: isMailConfigured() },
    { status: record ? 200 : status, headers: PRIVATE },
  );
}

export const headers = () => PRIVATE;

/** The answer is the same for every address. */
export function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const to = (receipt: string) => redirect(pathIn(language, `/payments/code/${receipt}`), 303);
  return handleForm(request, context, {
    form: "find-payment",
    schema: findPaymentSchema,
    target: (wish) => (wish.intent === "send" ? wish.email : ""),
    respondToBot: () => redirect(url.pathname, 303),
    async accept(wish) {
      if (wish.intent === "forget") {
        return redirect(url.pathname, {
          status: 303,
          headers: { "set-cookie": clearedPaymentsCookie() },
        });
      }
      const network = limitedNetwork(context.get(requestInfoContext));
      const maySend = isMailConfigured() && mayAlsoWriteTo(wish.email, network);
      return to(maySend ? await sendPaymentCode(wish.email, language) : receiptFor(wish.email));
    },
  });
}

export default function FindPaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { payments, sendsMail } = loaderData;
  return (
    <>
      <PageHead title={t("payments.title")} description={t("payments.lead")} />
      <PageBanner title={t("payments.title")} lead={t("payments.lead")} />
      <div className="wrap section">
        <div className="card mx-auto grid max-w-[640px] gap-10 p-6 shadow-card wrap-anywhere md:p-10">
          {payments.length > 0 && <BrowserPayments payments={payments} />}
          {sendsMail ? <AskForCode state={actionData} /> : <AskTheFederation />}
        </div>
      </div>
    </>
  );
}

function BrowserPayments({ payments }: { payments: readonly FoundPayment[] }) {
  const { t, language } = useI18n();
  return (
    <section>
      <h2 className="text-xl">{t("payments.known")}</h2>
      <ul className="mt-4 divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.token}>
            <a
              className="flex min-h-11 flex-wrap justify-between gap-x-6 py-3"
              href={pathIn(language, paymentPath(payment))}
            >
              <span className="link">
                {language === "fr" ? payment.label_fr : payment.label_en}
              </span>
              <span className="text-muted">
                {formatAmount(language, payment.price_amount, payment.price_currency)}
                {" · "}
                {t(
                  payment.owes && !payment.shared ? "payments.held" : `payments.${payment.status}`,
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <form method="post" className="mt-2">
        <button type="submit" name="intent" value="forget" className="link min-h-11">
          {t("payments.forget")}
        </button>
        <p className="text-sm text-muted">{t("payments.forgetHint")}</p>
      </form>
    </section>
  );
}

function AskForCode({ state }: { state: Route.ComponentProps["actionData"] }) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <section>
      <h2 className="text-xl">{t("payments.find")}</h2>
      <PublicForm state={state} submit={t("payments.send")} className="relative mt-4 grid gap-5">
        <input type="hidden" name="intent" value="send" />
        <TextField
          {...field("email", "validation.payment.email")}
          label={t("payments.email")}
          hint={t("payments.emailHint")}
          type="email"
          autoComplete="email"
          required
        />
      </PublicForm>
    </section>
  );
}

function AskTheFederation() {
  const { t, language } = useI18n();
  return (
    <p>
      {t("payments.askUs")}{" "}
      <a className="link" href={pathIn(language, "/contact")}>
        {t("contact.title")}
      </a>
    </p>
  );
}
