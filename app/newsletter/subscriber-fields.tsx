import { useI18n } from "../i18n/i18n.ts";
import type { useFields } from "../site/public-form.tsx";
import { TextField } from "../ui/fields.tsx";

/** The address and the number of a subscription. */
export function SubscriberFields({ field }: { field: ReturnType<typeof useFields> }) {
  const { t } = useI18n();
  return (
    <>
      <TextField
        {...field("email", "validation.newsletter.email")}
        label={t("newsletterForm.email")}
        type="email"
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
    </>
  );
}
