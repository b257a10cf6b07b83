import { redirect } from "react-router";
import { setFlash } from "../core/http/cookies.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { formResponse, handleForm, limitedNetwork } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { translator } from "../i18n/translate.server.ts";
import { mayAlsoWriteTo } from "../mail/outbox.visitor.server.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/newsletter.page.ts";
import { newsletterSchema, subscribe } from "./newsletter.visitor.server.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

export const handle = { reads: [] };

export function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const done = () =>
    redirect(pathIn(language, "/"), { headers: { "set-cookie": setFlash("newsletter") } });
  return handleForm(request, context, {
    form: "newsletter",
    schema: newsletterSchema,
    target: ({ email }) => email,
    respondToBot: done,
    async accept(value, values) {
      const text = translator(language)("newsletterForm.consent");
      const consent = { text, channel: url.pathname, language };
      const mayWrite = mayAlsoWriteTo(value.email, limitedNetwork(context.get(requestInfoContext)));
      switch (await subscribe(value, consent, mayWrite)) {
        case "subscribed":
          return done();
        case "duplicate":
          return formResponse({ values, errors: { email: "validation.newsletter.duplicate" } });
        case "ask-us":
          return formResponse({ values, problem: "forms.newsletterAskUs" }, 409);
      }
    },
  });
}

export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  return (
    <>
      <PageHead title={t("newsletterForm.title")} description={t("newsletterForm.lead")} />
      <PageBanner title={t("newsletterForm.title")} lead={t("newsletterForm.lead")} />
      <div className="wrap section">
        <div className="card mx-auto max-w-[640px] p-6 shadow-card md:p-10">
          <NewsletterForm state={actionData} />
          {actionData?.problem === "forms.newsletterAskUs" && (
            <p className="mt-6">
              <a className="link" href={pathIn(language, "/contact")}>
                {t("contact.title")}
              </a>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
