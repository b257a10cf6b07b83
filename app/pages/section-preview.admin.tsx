import type { FormValues } from "../kit/groups.ts";
import { LivePreview } from "../kit/live-preview.tsx";
import { documentOfField } from "../texts/document-json.ts";
import type { TextDocument } from "../texts/text-document.ts";
import type { HomeLive } from "./home/home-section.ts";
import { HomeSectionBody } from "./home/home-section-body.tsx";
import { type HomeSectionKey, type PageSection, SECTION_TYPES } from "./pages.ts";
import { SectionBody } from "./section-body.tsx";
import { settingsFromForm } from "./section-settings.ts";

/** The section that a form holds, whole or not. */
function sectionFromForm(values: FormValues, stored: StoredTexts): PageSection {
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
    ...(type === "text" && { texts: textsFromForm(values, stored) }),
  };
}

/** What the editor wrote, else what is stored; Markdown that is being written by hand is shown as it is. */
function textsFromForm(values: FormValues, stored: StoredTexts): PageSection["texts"] {
  const french = documentIn("content");
  const english = documentIn("content_en");
  const isEnglish = (values.content_en ?? "") !== "" || (english?.length ?? 0) > 0;
  return {
    ...(french && { fr: { text: "", document: french } }),
    ...(isEnglish
      ? english && { en: { text: "", document: english } }
      : french && { en: { text: "", document: french, lang: "fr" } }),
  };
  function documentIn(field: "content" | "content_en"): TextDocument | undefined {
    const value = values[field] ?? "";
    return (
      documentOfField(value) ??
      (stored?.[field].value === value ? stored[field].document : undefined)
    );
  }
}

/** The texts that a section is stored with: as its form shows them, and as they are read. */
export type StoredTexts =
  | Record<"content" | "content_en", { value: string; document: TextDocument }>
  | undefined;

type Props = {
  fields: FormValues;
  /** Which of the home page's own sections it is, with what that page shows of the other notions. */
  home?: { homeKey: HomeSectionKey; live: HomeLive };
  stored?: StoredTexts;
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
