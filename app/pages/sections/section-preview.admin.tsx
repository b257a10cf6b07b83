import { LivePreview } from "../../kit/demonstration/live-preview.tsx";
import type { FormValues } from "../../kit/list/groups.ts";
import { type ReadTexts, textInForm } from "../../texts/form-texts.ts";
import type { HomeLive } from "../home/home-section.ts";
import { HomeSectionBody } from "../home/home-section-body.tsx";
import { type HomeSectionKey, type PageSection, SECTION_TYPES } from "../pages.ts";
import { SectionBody } from "./section-body.tsx";
import { settingsFromForm } from "./section-settings.ts";

/** The section that a form holds, whole or not. */
function sectionFromForm(values: FormValues, stored: ReadTexts | undefined): PageSection {
  const type = SECTION_TYPES.find((one) => one === values.section_type) ?? "text";
  return {
    id: "",
    page_id: "",
    section_key: values.section_key ?? "",
    section_type: type,
    title: values.title || null,
    title_en: values.title_en || null,
    content: values.content || null,
    content_en: values.content_en || null,
    image_url: values.image_url || null,
    settings: settingsFromForm(type, values),
    is_active: true,
    sort_order: 0,
    ...(type === "text" && { texts: textInForm(values, stored, "content") }),
  };
}

type Props = {
  fields: FormValues;
  /** Which of the home page's own sections it is, with what that page shows of the other notions. */
  home?: { homeKey: HomeSectionKey; live: HomeLive };
  stored?: ReadTexts;
};

/** How a section will look on its page, drawn by the parts of the public site. */
export function SectionPreview({ fields, home, stored }: Props) {
  const render = (values: FormValues) => {
    const section = sectionFromForm(values, stored);
    if (home) return <HomeSectionBody name={home.homeKey} section={section} live={home.live} />;
    return <SectionBody section={section} pageTitle={undefined} />;
  };
  return <LivePreview fields={fields} draw={render} />;
}
