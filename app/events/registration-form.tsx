import { formatAmount } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { localized } from "../i18n/localized.ts";
import type { FormState } from "../platform/submission.server.ts";
import { PLATFORMS } from "../registrations/registrations.ts";
import { PublicForm, useFields } from "../site/public-form.tsx";
import { Checkbox, Select, TextField } from "../ui/fields.tsx";
import { type FederationEvent, isFull, priceOptions } from "./events.ts";

/** Who comes, on what they play, and which package: the place is held as soon as it is sent. */
export function RegistrationForm({ event, state }: { event: FederationEvent; state?: FormState }) {
  const { t, language } = useI18n();
  const typed = useFields(state);
  const field = (name: string) => typed(name, `validation.registration.${name}`);
  const options = priceOptions(event);
  const full = isFull(event);
  return (
    <section id="register" aria-labelledby="register-title" className="bg-white">
      <div className="wrap section">
        <div className="mx-auto max-w-[820px]">
          <h2 id="register-title" className="text-2xl">
            {t("registration.title")}
          </h2>
          <p className="mb-6 mt-2 text-muted">
            {t(full ? "registration.leadFull" : "registration.lead")} {t("forms.required")}
          </p>
          <PublicForm
            state={state}
            action="?register=1#register"
            submit={t(full ? "registration.submitFull" : "registration.submit")}
            className="relative grid gap-5"
          >
            <Select
              {...field("priceId")}
              label={t("registration.price")}
              defaultValue={state?.typed.priceId ?? options[0]?.id}
              placeholder={t("forms.choose")}
              options={options.map((option) => ({
                value: option.id,
                label: `${localized(option, "name", language).text} – ${
                  option.amount === 0
                    ? t("events.free")
                    : formatAmount(language, option.amount, event.currency)
                }`,
              }))}
              required
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                {...field("firstName")}
                label={t("application.firstName")}
                autoComplete="given-name"
                minLength={2}
                required
              />
              <TextField
                {...field("lastName")}
                label={t("application.lastName")}
                autoComplete="family-name"
                minLength={2}
                required
              />
              <TextField
                {...field("email")}
                label={t("application.email")}
                type="email"
                autoComplete="email"
                required
              />
              <TextField
                {...field("phone")}
                label={t("application.phone")}
                hint={t("newsletterForm.whatsappHint")}
                type="tel"
                autoComplete="tel"
                minLength={8}
                required
              />
              <TextField
                {...field("birthDate")}
                label={t("application.birthDate")}
                type="date"
                autoComplete="bday"
                required
              />
              <TextField
                {...field("gamertag")}
                label={t("registration.gamertag")}
                hint={t("registration.gamertagHint")}
                autoComplete="nickname"
                minLength={2}
                required
              />
              <Select
                {...field("platform")}
                label={t("registration.platform")}
                placeholder={t("forms.choose")}
                options={PLATFORMS.map((value) => ({
                  value,
                  label: t(`registration.platforms.${value}`),
                }))}
                required
              />
            </div>
            <Checkbox {...field("acceptRules")} required>
              {t("registration.accept")}{" "}
              <a className="link" href="#rules">
                {t("registration.rules")}
              </a>
            </Checkbox>
          </PublicForm>
        </div>
      </div>
    </section>
  );
}
