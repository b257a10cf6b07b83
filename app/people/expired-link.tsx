import { useI18n } from "../i18n/i18n.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";

/** A link that is not ours, or whose day is over. */
export function ExpiredLink({ unavailable }: { unavailable: boolean }) {
  const { t } = useI18n();
  if (unavailable) return <Away title={t("ownData.title")} />;
  return (
    <Missing
      title={t("ownData.overTitle")}
      message={t("ownData.overMessage")}
      back={{ path: "/privacy/data", label: t("ownData.title") }}
    />
  );
}
