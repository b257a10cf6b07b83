import type { FormState } from "../../core/http/submission.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { ByHandFacts } from "../../payments/offline/by-hand-facts.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { ProofPage } from "./prove.system.server.ts";

type Props = { page: ProofPage; state?: FormState };

/** What to do now: read the mail, press its button, or begin again. */
export function ProofCard({ page, state }: Props) {
  if (page.state === "sent") return <Sent page={page} state={state} />;
  if (page.state === "open") return <Confirm page={page} state={state} />;
  return <Over page={page} />;
}

/** The same words whoever registered, whether or not they were known: what is true is in the mail. */
function Sent({ page, state }: Props) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <>
      <p>
        {t("proof.lead")} {t("proof.sent", { email: page.email })}
      </p>
      <p className="mt-4 mb-8">{t("proof.soon")}</p>
      <PublicForm state={state} submit={t("proof.open")} className="relative grid gap-5">
        <input type="hidden" name="intent" value="code" />
        <TextField
          {...field("code", "validation.registration.code")}
          label={t("proof.code")}
          hint={t("proof.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </PublicForm>
      {page.byHandAt && (
        <section className="mt-8">
          <h2 className="text-xl">{t("byHand.title")}</h2>
          <p className="mb-2 mt-2 text-muted">{t("byHand.inMail")}</p>
          <ByHandFacts at={page.byHandAt} />
        </section>
      )}
      <p className="mt-8 text-muted">{t("proof.nothing")}</p>
      <BackToEvent page={page} />
    </>
  );
}

function Confirm({ page, state }: Props) {
  const { t } = useI18n();
  const { holder, email, proofKey } = page;
  return (
    <>
      <p className="mb-8">{t("proof.confirmText", { holder, email })}</p>
      <PublicForm state={state} submit={t("proof.confirm")} className="relative grid gap-5">
        <input type="hidden" name="intent" value="key" />
        <input type="hidden" name="key" value={proofKey} />
      </PublicForm>
    </>
  );
}

function Over({ page }: Props) {
  const { t } = useI18n();
  return (
    <>
      <p>{t("proof.overText")}</p>
      <BackToEvent page={page} />
    </>
  );
}

function BackToEvent({ page }: Pick<Props, "page">) {
  const { t, language } = useI18n();
  return (
    <p className="mt-4">
      <a
        className="link inline-flex min-h-11 items-center"
        href={pathIn(language, `/events/${page.event.id}`)}
      >
        {t("ticket.backToEvent")}
      </a>
    </p>
  );
}
