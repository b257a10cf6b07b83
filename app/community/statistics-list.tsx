import { useI18n } from "../i18n/i18n.ts";
import type { Statistics } from "../membership/members/members.ts";
import { FigureList } from "./figure-list.tsx";

/** The community in three figures, on the dark head of the page. */
export function StatisticsList({ statistics }: { statistics: Statistics }) {
  const { t } = useI18n();
  return (
    <section className="mt-10">
      <h2 className="quiet">{t("community.statistics")}</h2>
      <FigureList
        statistics={statistics}
        className="md:justify-start md:gap-20"
        labels="text-mist"
        values="text-yellow"
      />
    </section>
  );
}
