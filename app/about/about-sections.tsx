import { Award, Lightbulb, Scale, Users } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import { ABOUT_TEXTS, type AboutTexts } from "../settings/custom-texts.ts";
import {
  CustomText,
  PartOfPage,
  type RenderedTexts,
  useCustomTexts,
} from "../texts/custom-text.tsx";
import type { Written } from "../texts/text-document.ts";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";

const VALUES = [
  { key: "excellence", Icon: Award },
  { key: "integrity", Icon: Scale },
  { key: "inclusivity", Icon: Users },
  { key: "innovation", Icon: Lightbulb },
] as const;

/** What the federation does, and the country it works for. */
export function MissionSection({ about }: { about: RenderedTexts<AboutTexts> }) {
  const { t } = useI18n();
  const texts = { own: about, worded: ABOUT_TEXTS, under: 2 } as const;
  return (
    <section className="wrap section grid gap-10 lg:grid-cols-2 lg:items-center">
      <div className="aspect-news overflow-hidden rounded-card lg:order-last lg:aspect-event">
        <Picture
          src="/pictures/national-team.jpg"
          kind="wide"
          alt=""
          sizes="(max-width: 560px) 320px, 560px"
          first
        />
      </div>
      <div className="grid gap-10">
        <div>
          <h2 className="text-2xl">{t("about.missionTitle")}</h2>
          <CustomText {...texts} name="mission" className="mt-4 text-lg" />
        </div>
        <div className="border-l-4 border-yellow pl-5">
          <h2 className="text-xl">{t("about.visionTitle")}</h2>
          <CustomText {...texts} name="vision" className="mt-3 text-muted" />
        </div>
      </div>
    </section>
  );
}

/** The four values. */
export function ValuesSection({ about }: { about: RenderedTexts<AboutTexts> }) {
  const { t } = useI18n();
  const word = useCustomTexts(ABOUT_TEXTS, about);
  return (
    <div className="bg-white">
      <section className="wrap section grid lg:grid-cols-[1fr_2fr]">
        <div>
          <SectionHead title={t("about.valuesTitle")} />
        </div>
        <ul className="grid gap-10 sm:grid-cols-2">
          {VALUES.map(({ key, Icon }) => (
            <li key={key} className="flex gap-5">
              <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-mint text-leaf">
                <Icon aria-hidden="true" size={26} />
              </span>
              <div>
                <h3 className="text-lg">
                  <Local value={word(key)} />
                </h3>
                <CustomText
                  own={about}
                  worded={ABOUT_TEXTS}
                  name={`${key}_text`}
                  under={3}
                  className="mt-1 text-muted"
                />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const STEPS = ["foundation", "recognition", "championship", "affiliation"] as const;

type Step = { years: string; title: LocalText; text: Written };

/** The steps that the federation wrote, or those that come with the site. */
function useSteps({ history, texts }: RenderedTexts<AboutTexts>): Step[] {
  const { t, language } = useI18n();
  if (history.length > 0) {
    return history.map((step, index) => ({
      years: step.years,
      title: localized(step, "title", language),
      text: texts?.[language]?.[`history.${index}.text`] ?? localized(step, "text", language),
    }));
  }
  return STEPS.map((step) => ({
    years: t(`about.history.${step}Years`),
    title: { text: t(`about.history.${step}`) },
    text: { text: t(`about.history.${step}Text`) },
  }));
}

/** From the first meetings to the world bodies: a line that turns flat on wide screens. */
export function HistorySection({ about }: { about: RenderedTexts<AboutTexts> }) {
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
              <span className="absolute -left-2 top-1 size-4 rounded-full bg-yellow lg:-top-2 lg:left-0" />
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
