import { HistorySection } from "../about/history-section.tsx";
import { MissionSection, ValuesSection } from "../about/identity-sections.tsx";
import type { FormValues } from "../kit/groups.ts";
import { LivePreview } from "../kit/live-preview.tsx";
import { BecomePartnerSection, ProcessSection } from "../partners/become-partner-sections.tsx";
import { settingFromForm } from "../settings/setting-fields.ts";
import type { SiteSettings } from "../settings/settings.ts";
import { SiteFooter } from "../site/site-footer.tsx";
import { SiteHeader } from "../site/site-header.tsx";

type Props = { setting: keyof SiteSettings; settings: SiteSettings; fields: FormValues };

/** What visitors see of the setting as it is typed: the page that it words, or what stands on all of them. */
export function SettingPreview({ setting, settings, fields }: Props) {
  const render = (values: FormValues) => {
    const next = { ...settings, [setting]: settingFromForm(setting, values) };
    if (setting === "about") return <AboutPreview about={next.about} />;
    if (setting === "partner_texts") return <PartnerPreview texts={next.partner_texts} />;
    return (
      <>
        <div className="relative bg-night pt-32">
          <SiteHeader settings={next} signedIn={false} />
        </div>
        <SiteFooter settings={next} />
      </>
    );
  };
  return <LivePreview fields={fields} draw={render} />;
}

const AboutPreview = ({ about }: Pick<SiteSettings, "about">) => (
  <>
    <MissionSection about={about} />
    <ValuesSection about={about} />
    <HistorySection about={about} />
  </>
);

const PartnerPreview = ({ texts }: { texts: SiteSettings["partner_texts"] }) => (
  <>
    <BecomePartnerSection texts={texts} />
    <ProcessSection texts={texts} />
  </>
);
