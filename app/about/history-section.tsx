import { useI18n } from "../i18n/i18n.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import type { AboutTexts } from "../settings/own-words.ts";
import { type OwnTexts, PartOfPage } from "../texts/own-text.tsx";
import type { Written } from "../texts/text-document.ts";
import { SectionHead } from "../ui/section-head.tsx";
import { Local } from "../ui/text.tsx";

const STEPS = ["foundation", "recognition", "championship", "affiliation"] as const;

type Step = { years: string; title: LocalText; text: Written };

/** The steps that the federation wrote, or those that come with the site. */
function useSteps({ history, texts }: OwnTexts<AboutTexts>): Step[] {
  const { t, language } = useI18n();
  if (history.length > 0) {
    return history.map((step, place) => ({
      years: step.years,
      title: localized(step, "title", language),
      text: texts?.[language]?.[`history.${place}.text`] ?? localized(step, "text", language),
    }));
  }
  return STEPS.map((step) => ({
    years: t(`about.history.${step}Years`),
    title: { text: t(`about.history.${step}`) },
    text: { text: t(`about.history.${step}Text`) },
  }));
}

/** From the first meetings to the world bodies: a line that turns flat on wide screens. */
export function HistorySection({ about }: { about: OwnTexts<AboutTexts> }) {
  const { t } = useI18n();
  return (
    <div className="on-dark bg-night text-white">
      <section className="wrap section">
        <SectionHead title={t("about.historyTitle")} />
        <ol className="grid lg:grid-cols-4">
          {useSteps(about).map(({ years, title, text }) => (
            <li
              key={years + title.text}
              className="relative border-l-2 border-white/15 pb-10 pl-6 lg:border-l-0 lg:border-t-2 lg:pb-0 lg:pl-0 lg:pr-6 lg:pt-8"
            >
              <span className="absolute -left-[9px] top-1 size-4 rounded-full bg-yellow lg:-top-[9px] lg:left-0" />
              <p className="text-lg font-black text-yellow tabular-nums">{years}</p>
              <h3 className="mt-2 text-xl">
                <Local value={title} />
              </h3>
              <PartOfPage value={text} under={3} className="mt-3 text-sm text-mist" />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
