import { useI18n } from "../i18n/i18n.ts";
import { SectionHead } from "../ui/section-head.tsx";

const STEPS = ["foundation", "recognition", "championship", "affiliation"] as const;

/** Four steps from the first meetings to the world bodies: a line that turns flat on wide screens. */
export function HistorySection() {
  const { t } = useI18n();
  return (
    <div className="on-dark bg-night text-white">
      <section className="wrap section">
        <SectionHead title={t("about.historyTitle")} />
        <ol className="grid lg:grid-cols-4">
          {STEPS.map((step) => (
            <li
              key={step}
              className="relative border-l-2 border-white/15 pb-10 pl-6 lg:border-l-0 lg:border-t-2 lg:pb-0 lg:pl-0 lg:pr-6 lg:pt-8"
            >
              <span className="absolute -left-[9px] top-1 size-4 rounded-full bg-yellow lg:-top-[9px] lg:left-0" />
              <p className="text-lg font-black text-yellow tabular-nums">
                {t(`about.history.${step}Years`)}
              </p>
              <h3 className="mt-2 text-xl">{t(`about.history.${step}`)}</h3>
              <p className="mt-3 text-sm text-mist">{t(`about.history.${step}Text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
