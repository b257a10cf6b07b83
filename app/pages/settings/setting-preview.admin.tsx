import { HistorySection, MissionSection, ValuesSection } from "../../about/about-sections.tsx";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { LivePreview } from "../../kit/demonstration/live-preview.tsx";
import type { FormValues } from "../../kit/form/field-groups.ts";
import { BecomePartnerSection, ProcessSection } from "../../partners/become-partner-sections.tsx";
import type { TextSetting } from "../../settings/custom-texts.ts";
import { settingFromForm, textFieldsOf } from "../../settings/setting-fields.ts";
import type { SiteSettings } from "../../settings/settings.ts";
import { SiteFooter } from "../../site/frame/site-footer.tsx";
import { SiteHeader } from "../../site/frame/site-header.tsx";
import type { RenderedTexts } from "../../texts/custom-text.tsx";
import { type ReadTexts, textInForm } from "../../texts/document-json.ts";
import type { Written } from "../../texts/text-document.ts";

type Props = {
  setting: keyof SiteSettings;
  settings: SiteSettings;
  fields: FormValues;
  /** Its long texts as they are stored. */
  read: ReadTexts | undefined;
};

/** What visitors see of the setting as it is typed: the page that it words, or what stands on all of them. */
export function SettingPreview({ setting, settings, fields, read }: Props) {
  const render = (values: FormValues) => {
    const next = { ...settings, [setting]: settingFromForm(setting, values) };
    if (setting === "about") {
      return <AboutPreview about={{ ...next.about, texts: textsIn(setting, values, read) }} />;
    }
    if (setting === "partner_texts") {
      const own = { ...next.partner_texts, texts: textsIn(setting, values, read) };
      return <PartnerPreview texts={own} />;
    }
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

/** The long texts that a form holds, by the names that they have once they are stored. */
function textsIn(setting: TextSetting, values: FormValues, read: ReadTexts | undefined) {
  const texts: Record<Language, Record<string, Written>> = { fr: {}, en: {} };
  let steps = 0;
  for (const field of textFieldsOf(setting, values)) {
    // Steps that were moved or removed left their numbers behind.
    const name = field.startsWith("history.") ? `history.${steps++}.text` : field;
    const written = textInForm(values, read, field);
    for (const language of LANGUAGES) {
      const text = written[language];
      if (text?.document?.length) texts[language][name] = text;
    }
  }
  return texts;
}

const AboutPreview = ({ about }: { about: RenderedTexts<SiteSettings["about"]> }) => (
  <>
    <MissionSection about={about} />
    <ValuesSection about={about} />
    <HistorySection about={about} />
  </>
);

const PartnerPreview = ({ texts }: { texts: RenderedTexts }) => (
  <>
    <BecomePartnerSection texts={texts} />
    <ProcessSection texts={texts} />
  </>
);
