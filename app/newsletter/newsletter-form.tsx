import type { FormState } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { Checkbox, TextField } from "../ui/fields.tsx";

type Props = {
  /** Where it stands, and is sent to. */
  page: "/" | "/newsletter";
  state?: FormState;
};

/** E-mail, WhatsApp number and consent. */
export function NewsletterForm({ page, state }: Props) {
  const { t, language } = useI18n();
  const field = useFields(state);
  return (
    <>
      <PublicForm
        state={state}
        action={pathIn(language, page)}
        submit={t("newsletterForm.submit")}
        className="relative grid gap-5"
      >
        <SubscriberFields field={field} />
      </PublicForm>
      {state?.problem === "forms.newsletterAskUs" && (
        <p className="mt-6">
          <a className="link" href={pathIn(language, "/contact")}>
            {t("contact.title")}
          </a>
        </p>
      )}
    </>
  );
}

type FieldsProps = { field: ReturnType<typeof useFields> };

/** The address and the number of a subscription, and what is agreed to. */
export function SubscriberFields({ field }: FieldsProps) {
  const { t } = useI18n();
  return (
    <>
      <TextField
        {...field("email", "validation.newsletter.email")}
        label={t("newsletterForm.email")}
        type="email"
        hint={t("forms.emailHint")}
        autoComplete="email"
        required
      />
      <TextField
        {...field("whatsapp", "validation.newsletter.whatsapp")}
        label={t("newsletterForm.whatsapp")}
        hint={t("newsletterForm.whatsappHint")}
        patternMessage={t("validation.newsletter.whatsappFormat")}
        type="tel"
        autoComplete="tel"
        minLength={8}
        pattern="\+?[0-9\s.\-\(\)]+"
        required
      />
      <ConsentBox field={field} />
    </>
  );
}

/** What everybody agrees to who joins, or comes back. */
export function ConsentBox({ field }: FieldsProps) {
  const { t } = useI18n();
  return (
    <Checkbox {...field("consent", "validation.newsletter.consent")} required>
      {t("newsletterForm.consent")}
    </Checkbox>
  );
}
