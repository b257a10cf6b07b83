import { data, redirect } from "react-router";
import { secretToken } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { formResponse, handleForm } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { translator } from "../i18n/translate.server.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import type { Route } from "./+types/unsubscribe.page.ts";
import {
  endSubscription,
  reactivateSubscription,
  readSubscription,
} from "./mail-links.system.server.ts";
import { choiceSchema } from "./newsletter.visitor.server.ts";
import { SubscriberFields } from "./newsletter-form.tsx";

export const handle = { segments: { token: secretToken } };

export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    record: subscription,
    unavailable,
    status,
  } = await readOrUnavailable(context, "subscription", () => readSubscription(params.token));
  return data({ subscription, unavailable }, { status });
}

/** Only the button changes anything, since mail scanners open links. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const back = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "unsubscribe",
    schema: choiceSchema,
    respondToBot: back,
    async accept(choice, values) {
      if (choice.status === "unsubscribed") {
        await endSubscription(params.token);
        return back();
      }
      const text = translator(language)("newsletterForm.consent");
      const channel = pathIn(language, "/newsletter/unsubscribe");
      if (await reactivateSubscription(params.token, choice, { text, channel, language }))
        return back();
      return formResponse({ values, errors: { email: "validation.newsletter.another" } });
    },
  });
}

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const field = useFields(actionData);
  const { subscription } = loaderData;
  if (!subscription) {
    if (loaderData.unavailable) return <Away title={t("unsubscribe.title")} />;
    return (
      <Missing
        title={t("unsubscribe.notFoundTitle")}
        message={t("unsubscribe.notFoundMessage")}
        back={{ path: "/", label: t("notFound.back") }}
      />
    );
  }
  const active = subscription.status === "active";
  const email = subscription.maskedEmail ?? "";
  const state = t(active ? "unsubscribe.active" : "unsubscribe.ended", { email });
  return (
    <>
      <PageHead title={t("unsubscribe.title")} description={state} noindex />
      <PageBanner title={t("unsubscribe.title")} lead={state} />
      <div className="wrap section">
        <PublicForm
          state={actionData}
          submit={t(active ? "unsubscribe.leave" : "unsubscribe.comeBack")}
          className="relative grid max-w-[640px] gap-5"
        >
          <input type="hidden" name="status" value={active ? "unsubscribed" : "active"} />
          {!active && <SubscriberFields field={field} />}
        </PublicForm>
      </div>
    </>
  );
}
