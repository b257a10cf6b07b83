import { data, redirect } from "react-router";
import { sealedToken } from "../core/http/address-checks.ts";
import { setFlash } from "../core/http/cookies.server.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { handleForm } from "../core/http/submission.server.ts";
import { formatPhone } from "../core/values/fields.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { translator } from "../i18n/translate.server.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import type { Route } from "./+types/return.page.ts";
import { readReturn, resubscribe } from "./mail-links.system.server.ts";
import { newsletterSchema } from "./newsletter.visitor.server.ts";
import { ConsentBox } from "./newsletter-form.tsx";

export const handle = { segments: { token: sealedToken } };

/** The page of a return link. Only its button changes anything, since mail scanners open links. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    record: subscription,
    unavailable,
    status,
  } = await readOrUnavailable(context, "subscription", () => readReturn(params.token));
  return data({ subscription, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const done = () =>
    redirect(pathIn(language, "/"), { headers: { "set-cookie": setFlash("newsletter") } });
  return handleForm(request, context, {
    form: "newsletter-return",
    schema: newsletterSchema.pick({ consent: true }),
    respondToBot: done,
    async accept() {
      const text = translator(language)("newsletterForm.consent");
      const channel = pathIn(language, "/newsletter/return");
      const back = await resubscribe(params.token, { text, channel, language });
      // The page then says that the link has expired.
      return back ? done() : redirect(url.pathname, 303);
    },
  });
}

export default function NewsletterReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const field = useFields(actionData);
  const { subscription, unavailable } = loaderData;
  if (!subscription) {
    if (unavailable) return <Away title={t("newsletterReturn.title")} />;
    return (
      <Missing
        title={t("newsletterReturn.overTitle")}
        message={t("newsletterReturn.overMessage")}
        back={{ path: "/newsletter", label: t("newsletterForm.submit") }}
      />
    );
  }
  const { maskedEmail: email } = subscription;
  const whatsapp = formatPhone(subscription.whatsapp);
  return (
    <>
      <PageHead
        title={t("newsletterReturn.title")}
        description={t("newsletterReturn.lead")}
        noindex
      />
      <PageBanner title={t("newsletterReturn.title")} lead={t("newsletterReturn.lead")} />
      <div className="wrap section">
        <p className="mb-8">{t("newsletterReturn.to", { email, whatsapp })}</p>
        <PublicForm
          state={actionData}
          submit={t("newsletterReturn.comeBack")}
          className="relative grid max-w-[640px] gap-5"
        >
          <ConsentBox field={field} />
        </PublicForm>
      </div>
    </>
  );
}
