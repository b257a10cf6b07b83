import type { Typed } from "../kit/groups.ts";
import { LivePreview } from "../kit/live-preview.tsx";
import type { HomeLive } from "./home/home-section.ts";
import { HomeSectionBody } from "./home/home-section-body.tsx";
import { type HomeSectionKey, type PageSection, SECTION_TYPES } from "./pages.ts";
import { SectionBody } from "./section-body.tsx";
import { typedSettings } from "./section-settings.ts";

/** The section that a form holds, whole or not. */
function typedSection(typed: Typed): PageSection {
  const type = SECTION_TYPES.find((one) => one === typed.section_type) ?? "text";
  return {
    id: "",
    page_id: "",
    section_key: typed.section_key ?? "",
    section_type: type,
    title: typed.title || null,
    title_en: typed.title_en || null,
    content: typed.content || null,
    content_en: typed.content_en || null,
    image_url: typed.image_url || null,
    settings: typedSettings(type, typed),
    is_active: true,
    sort_order: 0,
  };
}

type Props = {
  fields: Typed;
  /** Which of the home page's own sections it is, with what that page shows of the other notions. */
  home?: { homeKey: HomeSectionKey; live: HomeLive };
};

/** How a section will look on its page, drawn by the parts of the public site. */
export function SectionPreview({ fields, home }: Props) {
  const draw = (typed: Typed) => {
    const section = typedSection(typed);
    if (home) return <HomeSectionBody name={home.homeKey} section={section} live={home.live} />;
    return <SectionBody section={section} pageTitle={undefined} />;
  };
  return <LivePreview fields={fields} draw={draw} />;
}
