import { formatNumber } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import type { Statistics } from "../membership/membership.visitor.server.ts";

type Props = { statistics: Statistics; className: string; labels: string; values: string };

/** The community in three figures, on one line however long their labels are. */
export function FigureList({ statistics, className, labels, values }: Props) {
  const { t, language } = useI18n();
  const { players, clubs, partners } = statistics;
  const figures = [
    // "0+" would promise somebody.
    { value: formatNumber(language, players) + (players > 0 ? "+" : ""), label: t("home.players") },
    { value: formatNumber(language, clubs), label: t("home.clubs") },
    { value: formatNumber(language, partners), label: t("home.partners") },
  ];
  return (
    <dl className={`grid grid-cols-[repeat(3,auto)] justify-between gap-4 ${className}`}>
      {figures.map((figure) => (
        <div key={figure.label} className="flex flex-col-reverse justify-end">
          <dt className={`mt-1 text-sm ${labels}`}>{figure.label}</dt>
          <dd className={`text-3xl font-black tracking-tight tabular-nums ${values}`}>
            {figure.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
