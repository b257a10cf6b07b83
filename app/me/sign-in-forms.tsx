import type { FormState } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { TextField } from "../ui/fields.tsx";

type Props = {
  /** The address to which a code was sent, if this browser asked for one. */
  asked: string | undefined;
  /** Whether this site can send mail. */
  reachable: boolean;
  /** Of somebody who may be new to the federation. */
  isNew?: boolean;
  state?: FormState;
};

/** A field for an address, then one for the code that was sent there. */
export function SignInForms({ asked, reachable, isNew = false, state }: Props) {
  if (asked) return <TypeCode email={asked} state={state} />;
  return reachable ? <AskForLink isNew={isNew} state={state} /> : <AskTheFederation />;
}

function AskForLink({ isNew, state }: { isNew: boolean; state?: FormState }) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <PublicForm state={state} submit={t("me.send")} className="relative grid gap-5">
      <input type="hidden" name="intent" value="send" />
      <TextField
        {...field("email", "validation.me.email")}
        label={t("me.email")}
        hint={t(isNew ? "me.newEmailHint" : "me.emailHint")}
        type="email"
        autoComplete="email"
        required
      />
    </PublicForm>
  );
}

function TypeCode({ email, state }: { email: string; state?: FormState }) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <>
      <h2 className="text-xl">{t("me.sentTitle")}</h2>
      <p className="mb-6 mt-2">{t("me.sent", { email })}</p>
      <PublicForm state={state} submit={t("me.enter")} className="relative grid gap-5">
        <input type="hidden" name="intent" value="code" />
        <TextField
          {...field("code", "validation.me.code")}
          label={t("me.code")}
          hint={t("me.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </PublicForm>
      <p className="mt-6 text-muted">{t("me.nothing")}</p>
      <form method="post" className="mt-2">
        <button type="submit" name="intent" value="again" className="link min-h-11 text-left">
          {t("me.again")}
        </button>
      </form>
    </>
  );
}

function AskTheFederation() {
  const { t, language } = useI18n();
  return (
    <>
      <p>{t("me.askUs")}</p>
      <p className="mt-5">
        <a className="button" href={pathIn(language, "/contact")}>
          {t("common.write")}
        </a>
      </p>
    </>
  );
}
