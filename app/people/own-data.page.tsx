import { redirect } from "react-router";
import { setFlash } from "../core/http/cookies.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { handleForm, limitedNetwork } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { isMailConfigured } from "../mail/mail.server.ts";
import { mayAlsoWriteTo } from "../mail/outbox.visitor.server.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/own-data.page.ts";
import { ownDataSchema, sendDataLink } from "./own-data.system.server.ts";

export const loader = () => ({ reachable: isMailConfigured() });

/** The same answer for everybody, whether the address is known. */
export function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const done = () =>
    redirect(pathIn(language, "/"), { headers: { "set-cookie": setFlash("dataLink") } });
  return handleForm(request, context, {
    form: "own-data",
    schema: ownDataSchema,
    target: ({ email }) => email,
    respondToBot: done,
    async accept({ email }) {
      const network = limitedNetwork(context.get(requestInfoContext));
      if (isMailConfigured() && mayAlsoWriteTo(email, network)) await sendDataLink(email, language);
      return done();
    },
  });
}

/** Where somebody asks for what is held of them. */
export default function OwnDataPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const field = useFields(actionData);
  return (
    <>
      <PageHead title={t("ownData.title")} description={t("ownData.lead")} />
      <PageBanner title={t("ownData.title")} lead={t("ownData.lead")} />
      <div className="wrap section">
        <div className="card mx-auto max-w-[640px] p-6 shadow-card md:p-10">
          {loaderData.reachable ? (
            <PublicForm
              state={actionData}
              submit={t("ownData.send")}
              className="relative grid gap-5"
            >
              <TextField
                {...field("email", "validation.ownData.email")}
                label={t("ownData.email")}
                hint={t("ownData.emailHint")}
                type="email"
                autoComplete="email"
                required
              />
            </PublicForm>
          ) : (
            <>
              <p>{t("ownData.askUs")}</p>
              <p className="mt-5">
                <a className="button" href={pathIn(language, "/contact")}>
                  {t("common.write")}
                </a>
              </p>
            </>
          )}
        </div>
      </div>
    </>
  );
}
