import { useI18n } from "../../i18n/i18n.ts";
import { Away, Missing } from "../../site/frame/not-found.tsx";

type Props = { title: string; unavailable: boolean };

/** A page of a club, for whoever does not act for it; or while the database is away. */
export function NoClub({ title, unavailable }: Props) {
  const { t } = useI18n();
  if (unavailable) return <Away title={title} />;
  return (
    <Missing
      title={t("club.notFoundTitle")}
      message={t("club.notFoundMessage")}
      back={{ path: "/me", label: t("me.title") }}
    />
  );
}
