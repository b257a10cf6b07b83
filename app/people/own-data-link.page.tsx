import { data, redirect } from "react-router";
import { sealedToken } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { formResponse, handleForm } from "../core/http/submission.server.ts";
import type { FieldErrors } from "../core/values/check-fields.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/own-data-link.page.ts";
import { ExpiredLink } from "./expired-link.tsx";
import { enterOwnData, ownPersonSchema, readDataLink } from "./own-data.system.server.ts";

export const handle = { segments: { token: sealedToken } };

/** The page of the mail's link. It shows nothing of anybody before its holder says who they are. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    record: link,
    unavailable,
    status,
  } = await readOrUnavailable(context, "data link", () => readDataLink(params.token));
  return data({ link, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  return handleForm(request, context, {
    form: "own-data-link",
    schema: ownPersonSchema,
    respondToBot: () => redirect(url.pathname, 303),
    async accept(who, values) {
      const entered = await enterOwnData(params.token, who);
      if ("token" in entered) {
        return redirect(pathIn(language, `/privacy/data/read/${entered.token}`), 303);
      }
      if (entered.refused === "over") return redirect(url.pathname, 303);
      return formResponse({ values, errors: ERRORS[entered.refused] });
    },
  });
}

const ERRORS: Record<"nobody" | "nameless" | "several", FieldErrors> = {
  nobody: { birthDate: "validation.ownData.nobody" },
  nameless: { firstName: "validation.ownData.nameless" },
  several: { firstName: "validation.ownData.firstName" },
};

export default function OwnDataLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const field = useFields(actionData);
  const { link, unavailable } = loaderData;
  if (!link) return <ExpiredLink unavailable={unavailable} />;
  const { asks } = link;
  const asksName =
    asks.firstName || (actionData?.errors.firstName ?? actionData?.values.firstName) !== undefined;
  return (
    <>
      <PageHead title={t("ownData.title")} description={t("ownData.lead")} noindex />
      <PageBanner
        title={t("ownData.title")}
        lead={t(asks.birthDate || asks.firstName ? "ownData.whoLead" : "ownData.aloneLead")}
      />
      <div className="wrap section">
        <div className="card mx-auto max-w-[640px] p-6 shadow-card md:p-10">
          <PublicForm state={actionData} submit={t("ownData.open")} className="relative grid gap-5">
            {asks.birthDate && (
              <TextField
                {...field("birthDate", "validation.ownData.birthDate")}
                label={t("ownData.birthDate")}
                hint={t(asks.firstName ? "ownData.birthDateOrNameHint" : "ownData.birthDateHint")}
                type="date"
                required={!asks.firstName}
              />
            )}
            {asksName && (
              <TextField
                {...field("firstName", "validation.ownData.firstName")}
                label={t("ownData.firstName")}
                autoComplete="given-name"
                required={!(asks.birthDate && asks.firstName)}
              />
            )}
          </PublicForm>
        </div>
      </div>
    </>
  );
}
