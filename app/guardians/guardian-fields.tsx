import { ChevronDown } from "lucide-react";
import type { FormState } from "../core/http/submission.server.ts";
import type { AgeLimits } from "../core/values/age.ts";
import { useI18n } from "../i18n/i18n.ts";
import { useDocument } from "../site/document.ts";
import { useFields } from "../site/public-form.tsx";
import { Checkbox, Select, TextField } from "../ui/fields.tsx";
import { CONSENT_VERSION, CONSENTS, type ConsentPurpose, GUARDIAN_RELATIONS } from "./guardian.ts";
import { birthsOfMinors, needsGuardian } from "./guardian-schema.ts";

type Props = {
  purpose: ConsentPurpose;
  /** On which the age counts, yyyy-mm-dd. */
  day: string;
  /** Whoever is younger or older is refused, and needs no guardian. */
  ages?: AgeLimits;
  state?: FormState;
};

/**
 * The guardian of a minor. Without JavaScript it is closed in every form and says whom it is for; the script shows it
 * when the birth date is a minor's. A form of a minor that comes back with errors has it open.
 */
export function GuardianFields({ purpose, day, ages, state }: Props) {
  const { t, language } = useI18n();
  const { minorAge: age } = useDocument();
  const values = useFields(state);
  // Few people see these fields, so their messages come from the server and add nothing to the page.
  const field = (name: string) => ({ ...values(name, ""), message: undefined });
  const { after, until } = birthsOfMinors(day, age, ages);
  if (after >= until) return null;
  return (
    <details
      data-born-after={after}
      data-born-until={until}
      open={needsGuardian(state?.values.birthDate, day, age, ages)}
      className="rounded-control border-2 border-line bg-sand p-4"
    >
      <summary className="flex cursor-pointer items-center justify-between gap-3 font-semibold">
        {t(`guardian.${purpose}`, { age })}
        <ChevronDown aria-hidden="true" size={20} className="chevron shrink-0" />
      </summary>
      <div className="mt-3 grid gap-5">
        <TextField {...field("guardianName")} label={t("guardian.name")} minLength={2} required />
        <TextField
          {...field("guardianPhone")}
          label={t("guardian.phone")}
          type="tel"
          minLength={8}
          required
        />
        <Select
          {...field("guardianRelation")}
          label={t("guardian.relation")}
          placeholder={t("forms.choose")}
          options={GUARDIAN_RELATIONS.map((value) => ({
            value,
            label: t(`guardian.relations.${value}`),
          }))}
          required
        />
        <Checkbox {...field("guardianConsent")} value={CONSENT_VERSION} required>
          {CONSENTS[CONSENT_VERSION]?.[purpose][language]}
        </Checkbox>
      </div>
    </details>
  );
}
