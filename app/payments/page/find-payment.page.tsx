import { data, redirect } from "react-router";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { handleForm } from "../../core/http/submission.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { useSendsMail } from "../../mail/use-notice.ts";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import type { Route } from "./+types/find-payment.page.ts";
import {
  clearedPaymentsCookie,
  listBrowserPayments,
  readPaymentsCookie,
} from "./find-payment.system.server.ts";
import { findPaymentSchema } from "./find-payment.ts";
import { type ListedPayment, PaymentRow } from "./payment-row.tsx";

/** The payments of this browser, and the way to others. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { record, status } = await readOrUnavailable(context, "known payments", () =>
    listBrowserPayments(readPaymentsCookie(request)),
  );
  // An empty list is not a missing page.
  const payments = record ?? [];
  return data({ payments }, { status: record ? 200 : status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, url }: Route.ActionArgs) {
  const back = (headers?: HeadersInit) => redirect(url.pathname, { status: 303, headers });
  return handleForm(request, context, {
    form: "find-payment",
    schema: findPaymentSchema,
    respondToBot: () => back(),
    accept: async () => back({ "set-cookie": clearedPaymentsCookie() }),
  });
}

export default function FindPaymentPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { payments } = loaderData;
  const sendsMail = useSendsMail();
  return (
    <>
      <PageHead title={t("payments.title")} description={t("payments.lead")} />
      <PageBanner title={t("payments.title")} lead={t("payments.lead")} />
      <div className="wrap section">
        <div className="card mx-auto grid max-w-[640px] gap-10 p-6 shadow-card wrap-anywhere md:p-10">
          {payments.length > 0 ? (
            <BrowserPayments payments={payments} />
          ) : (
            <p className="text-xl font-bold">{t("payments.none")}</p>
          )}
          <div>
            <p>{t(sendsMail ? "payments.elsewhere" : "payments.elsewhereUnwritten")}</p>
            <p className="mt-4">
              <a className="button" href={pathIn(language, sendsMail ? "/me" : "/contact")}>
                {t(sendsMail ? "me.title" : "contact.title")}
              </a>
            </p>
          </div>
        </div>
      </div>
    </>
  );
}

function BrowserPayments({ payments }: { payments: readonly ListedPayment[] }) {
  const { t } = useI18n();
  return (
    <section>
      <h2 className="text-xl">{t("payments.known")}</h2>
      <ul className="mt-4 divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.token}>
            <PaymentRow payment={payment} />
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
