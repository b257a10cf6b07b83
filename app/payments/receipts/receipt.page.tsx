import { data, redirect, useRouteLoaderData } from "react-router";
import * as z from "zod";
import { secretToken } from "../../core/http/address-checks.ts";
import { setFlash } from "../../core/http/cookies.server.ts";
import type { RouteHandle } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { handleForm } from "../../core/http/submission.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../../settings/settings.ts";
import { Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { readAtLink } from "../../site/moved/moved-links.system.server.ts";
import { PublicForm } from "../../site/public-form.tsx";
import type { Route } from "./+types/receipt.page.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { mailReceipt, readReceipt } from "./receipts.system.server.ts";
import { isReceiptNumber, RECEIPT_TITLE } from "./receipts.ts";

export const handle = {
  segments: {
    token: secretToken,
    number: (text: string) => (isReceiptNumber(text) ? text : undefined),
  },
} satisfies RouteHandle;

/** A receipt of an order, by the token that only its holder knows, or by the one of whoever paid for them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    record: receipt,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "receipt", params.token, () =>
    readReceipt(params.token, params.number),
  );
  const canSend = receipt !== undefined && receipt.payer_email !== "" && isMailConfigured();
  return data({ receipt, canSend, unavailable, moved }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

/** Mails it to the address of the order. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const back = (headers?: HeadersInit) => redirect(url.pathname, { status: 303, headers });
  return handleForm(request, context, {
    form: "receipt",
    schema: z.object({}),
    target: () => params.token,
    respondToBot: () => back(),
    async accept() {
      const isSent = await mailReceipt(params.token, params.number);
      return back({ "set-cookie": setFlash(isSent ? "receiptSent" : "error") });
    },
  });
}

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const site = useRouteLoaderData<{ settings: SiteSettings }>("site");
  const { receipt, canSend, unavailable, moved } = loaderData;
  if (moved) return <Moved />;
  if (!receipt) {
    return (
      <Missing
        title={t(unavailable ? "payment.title" : "payment.notFoundTitle")}
        message={t(unavailable ? "forms.unavailable" : "payment.notFoundMessage")}
        back={{ path: "/payments", label: t("payments.title") }}
      />
    );
  }
  return (
    <>
      <PageHead
        title={t("receipt.title", { number: receipt.number })}
        description={t("receipt.lead")}
        noindex
      />
      <div className="print:hidden">
        {/* The paper below has the number in its own title. */}
        <PageBanner title={RECEIPT_TITLE[language]} lead={t("receipt.lead")} />
      </div>
      <div className="wrap section">
        <div className="mx-auto max-w-[640px]">
          <ReceiptPaper
            receipt={receipt}
            language={language}
            settings={site?.settings ?? DEFAULT_SETTINGS}
          />
        </div>
        <div className="mx-auto mt-6 max-w-[640px] print:hidden">
          {canSend && (
            <PublicForm state={actionData} submit={t("receipt.send")} className="relative">
              {null}
            </PublicForm>
          )}
          <p>
            <a
              className="link inline-flex min-h-11 items-center"
              href={pathIn(language, receipt.page)}
            >
              {t("receipt.back")}
            </a>
          </p>
        </div>
      </div>
    </>
  );
}
