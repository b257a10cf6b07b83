import type { FormState } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { Checkbox, TextField } from "../ui/fields.tsx";

/** E-mail, WhatsApp number and consent. Stands on Home and on its own page, and posts to the latter. */
export function NewsletterForm({ state }: { state?: FormState }) {
  const { t, language } = useI18n();
  const field = useFields(state);
  return (
    <PublicForm
      state={state}
      action={pathIn(language, "/newsletter")}
      submit={t("newsletterForm.submit")}
      className="relative grid gap-5"
    >
      <SubscriberFields field={field} />
    </PublicForm>
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
