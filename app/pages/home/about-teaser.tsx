import { Award, Lightbulb, Users } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { SectionHead } from "../../ui/section-head.tsx";
import { Local } from "../../ui/text.tsx";
import type { HomeSection } from "./home-section.ts";

const VALUES = [
  { key: "excellence", Icon: Award },
  { key: "inclusivity", Icon: Users },
  { key: "innovation", Icon: Lightbulb },
] as const;

/** Three values and the way to the About page. */
export function AboutTeaser({ section }: { section: HomeSection }) {
  const { t, language } = useI18n();
  return (
    <div className="wrap section">
      <SectionHead
        title={<Local value={localized(section, "title", language)} />}
        lead={<Local value={localized(section, "content", language)} />}
        link={{ href: pathIn(language, "/about"), label: t("home.aboutLink") }}
      />
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {VALUES.map(({ key, Icon }) => (
          <li key={key} className="border-t-2 border-ink pt-6">
            <Icon aria-hidden="true" size={30} className="mb-4 text-leaf" />
            <h3 className="text-xl">{t(`home.values.${key}`)}</h3>
            <p className="mt-2 text-muted">{t(`home.values.${key}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
