import type { FormState } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";

/** The four fields of a message to the federation. */
export function ContactForm({ state }: { state?: FormState }) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <section aria-labelledby="write" className="card p-6 shadow-card md:p-10">
      <h2 id="write" className="text-2xl">
        {t("contactForm.title")}
      </h2>
      <p className="mb-6 mt-2 text-sm text-muted">{t("forms.required")}</p>
      <PublicForm state={state} submit={t("contactForm.send")} className="relative grid gap-5">
        <TextField
          {...field("name", "validation.contact.name")}
          label={t("contactForm.name")}
          autoComplete="name"
          minLength={2}
          required
        />
        <TextField
          {...field("email", "validation.contact.email")}
          label={t("contactForm.email")}
          type="email"
          autoComplete="email"
          required
        />
        <TextField
          {...field("subject", "validation.contact.subject")}
          label={t("contactForm.subject")}
          minLength={3}
          required
        />
        <TextArea
          {...field("message", "validation.contact.message")}
          label={t("contactForm.message")}
          rows={6}
          minLength={10}
          required
        />
      </PublicForm>
    </section>
  );
}
