import { redirect } from "react-router";
import { handleForm } from "../../core/http/submission.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { Route } from "./+types/code.page.ts";
import { codeSchema } from "./club-schemas.ts";

/** Leads to an invitation by its code, for whoever has it without its link. */
export function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  return handleForm(request, context, {
    form: "join",
    schema: codeSchema,
    respondToBot: () => redirect(url.pathname, 303),
    accept: async ({ code }) => redirect(pathIn(language, `/join/${code}`), 303),
  });
}

export default function CodePage({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const field = useFields(actionData);
  return (
    <>
      <PageHead title={t("invitation.codeTitle")} description={t("invitation.codeLead")} />
      <PageBanner title={t("invitation.codeTitle")} lead={t("invitation.codeLead")} />
      <div className="wrap section">
        <div className="card mx-auto max-w-[640px] p-6 shadow-card md:p-10">
          <PublicForm
            state={actionData}
            submit={t("invitation.go")}
            className="relative grid gap-5"
          >
            <TextField
              {...field("code", "validation.me.invitation")}
              label={t("invitation.code")}
              hint={t("invitation.codeHint")}
              autoComplete="off"
              required
            />
          </PublicForm>
        </div>
      </div>
    </>
  );
}
