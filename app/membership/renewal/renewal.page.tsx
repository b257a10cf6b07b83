import { data } from "react-router";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { secretToken } from "../../core/http/address-checks.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { formatDate } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Away, Missing } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { ApplicationForm } from "../apply/application-form.tsx";
import { receiveApplication } from "../apply/apply.server.ts";
import { listMembershipTypes } from "../membership.visitor.server.ts";
import type { Route } from "./+types/renewal.page.ts";
import { readRenewal } from "./renewal.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** The prefilled form of a membership, for whoever has the link of a reminder. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { record, unavailable, status } = await readOrUnavailable(context, "renewal", () =>
    readWithTypes(params.token),
  );
  return data({ ...record, unavailable }, { status, headers: PRIVATE });
}

async function readWithTypes(token: string) {
  const renewal = await readRenewal(token);
  return renewal && { renewal, types: await asVisitor(listMembershipTypes) };
}

export const headers = () => PRIVATE;

export const action = receiveApplication;

export default function RenewalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { renewal, types, unavailable } = loaderData;
  const chosen = actionData?.values.type ?? renewal?.values.type;
  const selected = types?.find(({ id }) => id === chosen) ?? types?.[0];
  if (!renewal || !types || !selected) {
    if (unavailable) return <Away title={t("renewal.title")} />;
    return (
      <Missing
        title={t("renewal.notFoundTitle")}
        message={t("renewal.notFoundMessage")}
        back={{ path: "/membership", label: t("application.back") }}
      />
    );
  }
  const { end, renewedUntil, values } = renewal;
  if (renewedUntil !== undefined && !actionData) {
    const message = renewedUntil
      ? t("application.activeUntil", { date: formatDate(language, renewedUntil) })
      : t("renewal.doneText");
    return (
      <Missing
        title={t("renewal.doneTitle")}
        message={message}
        back={{ path: "/membership", label: t("application.back") }}
      />
    );
  }
  const lead = t("renewal.lead", { date: formatDate(language, end) });
  return (
    <>
      <PageHead title={t("renewal.title")} description={lead} noindex />
      <PageBanner title={t("renewal.title")} lead={lead} />
      <ApplicationForm
        types={types}
        selected={selected}
        state={actionData ?? { values, errors: {} }}
        title={t("renewal.formTitle")}
        action={null}
      />
    </>
  );
}
