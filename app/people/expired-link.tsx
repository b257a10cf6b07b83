import { useI18n } from "../i18n/i18n.ts";
import { Missing } from "../site/frame/missing.tsx";

/** A link that is not ours, or whose day is over. */
export function ExpiredLink({ unavailable }: { unavailable: boolean }) {
  const { t } = useI18n();
  return (
    <Missing
      title={t(unavailable ? "ownData.title" : "ownData.overTitle")}
      message={t(unavailable ? "forms.unavailable" : "ownData.overMessage")}
      back={{ path: "/privacy/data", label: t("ownData.title") }}
    />
  );
}
