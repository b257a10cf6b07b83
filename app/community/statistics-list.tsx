import { formatNumber } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import type { Statistics } from "../membership/members.ts";

/** The community in three figures, on the dark head of the page. */
export function StatisticsList({ statistics }: { statistics: Statistics }) {
  const { t, language } = useI18n();
  const figures = [
    { value: `${formatNumber(language, statistics.players)}+`, label: t("home.players") },
    { value: formatNumber(language, statistics.clubs), label: t("home.clubs") },
    { value: formatNumber(language, statistics.partners), label: t("home.partners") },
  ];
  return (
    <section className="mt-10">
      <h2 className="quiet">{t("community.statistics")}</h2>
      <dl className="grid grid-cols-[repeat(3,auto)] justify-between gap-4 md:justify-start md:gap-20">
        {figures.map((figure) => (
          <div key={figure.label} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-sm text-mist">{figure.label}</dt>
            <dd className="text-3xl font-black tracking-tight text-yellow tabular-nums">
              {figure.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
