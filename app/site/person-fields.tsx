import { useI18n } from "../i18n/i18n.ts";
import { TextField } from "../ui/fields.tsx";
import type { useFields } from "./public-form.tsx";

/** What a field is given by its name: its error, and what was typed in it. */
export type FieldOf = (name: string) => ReturnType<ReturnType<typeof useFields>>;

/** Who somebody is, as every form that takes a person asks it. */
export function PersonFields({ field }: { field: FieldOf }) {
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
        hint={t("application.phoneHint")}
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
    </>
  );
}
