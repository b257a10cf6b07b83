import { data, redirect } from "react-router";
import { secretToken } from "../../core/http/address-checks.ts";
import { PRIVATE } from "../../core/http/private-page.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isoDay } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, languageOf, pathIn } from "../../i18n/languages.ts";
import { readPayment } from "../../payments/page/payment-view.system.server.ts";
import { Missing, Moved } from "../../site/frame/not-found.tsx";
import { PageBanner } from "../../site/frame/page-banner.tsx";
import { PageHead } from "../../site/frame/page-head.tsx";
import { readAtLink } from "../../site/moved/moved-links.system.server.ts";
import type { Route } from "./+types/application.page.ts";
import { ApplicationCard } from "./application-card.tsx";
import { readApplication } from "./membership.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** Where an application stands, for whoever has its address. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const {
    record: application,
    unavailable,
    moved,
    status,
  } = await readAtLink(context, "application", params.token, () =>
    readWithPayment(params.token, language),
  );
  // Its payment leads here under the order's own token.
  if (application && application.application.token !== params.token) {
    throw redirect(pathIn(language, `/membership/application/${application.application.token}`));
  }
  const today = isoDay(currentTime());
  return data({ ...application, today, unavailable, moved }, { status, headers: PRIVATE });
}

async function readWithPayment(token: string, language: Language) {
  const application = await readApplication(token);
  const order = application?.order;
  const payment = order?.status === "held" ? await readPayment(order.token, language) : undefined;
  return application && { application, payment };
}

export const headers = () => PRIVATE;

export default function ApplicationPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { application, payment, today, unavailable, moved } = loaderData;
  if (moved) return <Moved />;
  if (!application) {
    return (
      <Missing
        title={t(unavailable ? "application.title" : "application.notFoundTitle")}
        message={t(unavailable ? "forms.unavailable" : "application.notFoundMessage")}
        back={{ path: "/membership", label: t("application.back") }}
      />
    );
  }
  const isMember = application.status === "active" || application.lapsed_on !== null;
  const title = t(isMember ? "application.memberTitle" : "application.title");
  return (
    <>
      <PageHead title={title} description={t("application.savedLead")} noindex />
      <PageBanner title={title} lead={t("application.savedLead")} />
      <div className="wrap section">
        <ApplicationCard application={application} payment={payment} today={today} />
      </div>
    </>
  );
}
