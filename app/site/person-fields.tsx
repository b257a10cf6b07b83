import { useI18n } from "../i18n/i18n.ts";
import { TextField } from "../ui/fields.tsx";
import type { useFields } from "./public-form.tsx";

/** Gives a field, by its name, its error and its typed value. */
export type FieldOf = (name: string) => ReturnType<ReturnType<typeof useFields>>;

/** `email`: an address that is proven already, which is not asked again. */
type Props = { field: FieldOf; email?: string };

/** The fields of a person, which every form for a person has. */
export function PersonFields({ field, email }: Props) {
  const { t } = useI18n();
  return (
    <>
      <ContactFields field={field} email={email} />
      <TextField
        {...field("birthDate")}
        label={t("application.birthDate")}
        hint={t("forms.dateHint")}
        type="date"
        autoComplete="bday"
        required
      />
    </>
  );
}

/** The name of a person, and how to reach them. */
export function ContactFields({ field, email }: Props) {
  const { t } = useI18n();
  return (
    <>
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
      {email === undefined ? (
        <TextField
          {...field("email")}
          label={t("application.email")}
          type="email"
          hint={t("forms.emailHint")}
          autoComplete="email"
          required
        />
      ) : (
        <input type="hidden" name="email" value={email} />
      )}
      <TextField
        {...field("phone")}
        label={t("application.phone")}
        hint={t("application.phoneHint")}
        type="tel"
        autoComplete="tel"
        minLength={8}
        required
      />
    </>
  );
}
