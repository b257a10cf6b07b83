import { data, redirect } from "react-router";
import { secretToken } from "../core/address-checks.ts";
import { readOrUnavailable } from "../core/fallback.server.ts";
import { handleForm } from "../core/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { Missing } from "../site/missing.tsx";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { PublicForm } from "../site/public-form.tsx";
import type { Route } from "./+types/unsubscribe.page.ts";
import { choiceSchema } from "./newsletter-schema.ts";
import { readSubscription, setSubscription } from "./unsubscribe.system.server.ts";

export const handle = { segments: { token: secretToken } };

export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    record: subscription,
    unavailable,
    status,
  } = await readOrUnavailable(context, "subscription", () => readSubscription(params.token));
  return data({ subscription, unavailable }, { status });
}

/** Only a press of the button changes anything: programs open the links of mails. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const back = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "unsubscribe",
    schema: choiceSchema,
    respondToBot: back,
    async accept({ status }) {
      await setSubscription(params.token, status);
      return back();
    },
  });
}

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { subscription } = loaderData;
  if (!subscription) {
    return (
      <Missing
        title={t(loaderData.unavailable ? "unsubscribe.title" : "unsubscribe.notFoundTitle")}
        message={t(loaderData.unavailable ? "forms.unavailable" : "unsubscribe.notFoundMessage")}
        back={{ path: "/", label: t("notFound.back") }}
      />
    );
  }
  const active = subscription.status === "active";
  const state = t(active ? "unsubscribe.active" : "unsubscribe.ended", {
    email: subscription.maskedEmail,
  });
  return (
    <>
      <PageHead title={t("unsubscribe.title")} description={state} noindex />
      <PageBanner title={t("unsubscribe.title")} lead={state} />
      <div className="wrap section">
        <PublicForm
          state={actionData}
          submit={t(active ? "unsubscribe.leave" : "unsubscribe.comeBack")}
          className="relative"
        >
          <input type="hidden" name="status" value={active ? "unsubscribed" : "active"} />
        </PublicForm>
      </div>
    </>
  );
}
