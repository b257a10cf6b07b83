import { data, redirect } from "react-router";
import { sealedToken } from "../../core/http/address-checks.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { formResponse, handleForm } from "../../core/http/submission.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { Missing } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { Route } from "./+types/payment-code.page.ts";
import { addressOfReceipt, findPayments, paymentsCookie } from "./find-payment.system.server.ts";
import { paymentCodeSchema } from "./find-payment.ts";

export const handle = { segments: { token: sealedToken } };

export function loader({ params }: Route.LoaderArgs) {
  const email = addressOfReceipt(params.token) ?? null;
  return data({ email }, { status: email === null ? 404 : 200, headers: PRIVATE });
}

export const headers = () => PRIVATE;

/** With the right code, the payments of the address are added to those of this browser. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const done = (headers?: HeadersInit) =>
    redirect(pathIn(language, "/payments"), { status: 303, headers });
  return handleForm(request, context, {
    form: "payment-code",
    schema: paymentCodeSchema,
    respondToBot: () => done(),
    async accept({ code }, values) {
      const found = await findPayments(params.token, code);
      if (!found) {
        return formResponse({ values, errors: { code: "validation.payment.wrongCode" } });
      }
      if (found.length === 0) return formResponse({ values, problem: "payments.none" });
      return done({ "set-cookie": paymentsCookie(request, found) });
    },
  });
}

/** The field for the code, with the same text whether or not the address has payments. */
export default function PaymentCodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const field = useFields(actionData);
  const { email } = loaderData;
  if (email === null) {
    return (
      <Missing
        title={t("payments.overTitle")}
        message={t("payments.overMessage")}
        back={{ path: "/payments", label: t("payments.title") }}
      />
    );
  }
  return (
    <>
      <PageHead title={t("payments.title")} description={t("payments.lead")} noindex />
      <PageBanner title={t("payments.title")} lead={t("payments.sent", { email })} />
      <div className="wrap section">
        <div className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <PublicForm
            state={actionData}
            submit={t("payments.open")}
            className="relative grid gap-5"
          >
            <TextField
              {...field("code", "validation.payment.code")}
              label={t("payments.code")}
              hint={t("payments.codeHint")}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          </PublicForm>
          <p className="mt-6 text-muted">{t("payments.nothing")}</p>
        </div>
      </div>
    </>
  );
}
