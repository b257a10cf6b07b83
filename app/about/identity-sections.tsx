import { Award, Lightbulb, Scale, Users } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { ABOUT_WORDS, type AboutTexts } from "../settings/own-words.ts";
import { useOwnWords } from "../site/own-words.ts";
import { OwnText, type OwnTexts } from "../texts/own-text.tsx";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section-head.tsx";
import { Local } from "../ui/text.tsx";

const VALUES = [
  { key: "excellence", Icon: Award },
  { key: "integrity", Icon: Scale },
  { key: "inclusivity", Icon: Users },
  { key: "innovation", Icon: Lightbulb },
] as const;

/** What the federation does, and the country it works for. */
export function MissionSection({ about }: { about: OwnTexts<AboutTexts> }) {
  const { t } = useI18n();
  const texts = { own: about, worded: ABOUT_WORDS, under: 2 } as const;
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
      <div className="space-y-10">
        <div>
          <span className="bands mb-4" />
          <h2 className="text-2xl">{t("about.missionTitle")}</h2>
          <OwnText {...texts} name="mission" className="mt-4 text-lg" />
        </div>
        <div className="border-l-4 border-yellow pl-5">
          <h2 className="text-xl">{t("about.visionTitle")}</h2>
          <OwnText {...texts} name="vision" className="mt-3 text-muted" />
        </div>
      </div>
    </section>
  );
}

/** The four values. */
export function ValuesSection({ about }: { about: OwnTexts<AboutTexts> }) {
  const { t } = useI18n();
  const word = useOwnWords(ABOUT_WORDS, about);
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
                <OwnText
                  own={about}
                  worded={ABOUT_WORDS}
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
