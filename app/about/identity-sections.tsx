import { Award, Lightbulb, Scale, Users } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section-head.tsx";

const VALUES = [
  { key: "excellence", Icon: Award },
  { key: "integrity", Icon: Scale },
  { key: "inclusivity", Icon: Users },
  { key: "innovation", Icon: Lightbulb },
] as const;

/** What the federation does, and the country it works for. */
export function MissionSection() {
  const { t } = useI18n();
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
          <p className="mt-4 text-lg">{t("about.mission")}</p>
        </div>
        <div className="border-l-4 border-yellow pl-5">
          <h2 className="text-xl">{t("about.visionTitle")}</h2>
          <p className="mt-3 text-muted">{t("about.vision")}</p>
        </div>
      </div>
    </section>
  );
}

/** The four values. */
export function ValuesSection() {
  const { t } = useI18n();
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
                <h3 className="text-lg">{t(`about.values.${key}`)}</h3>
                <p className="mt-1 text-muted">{t(`about.values.${key}Text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
