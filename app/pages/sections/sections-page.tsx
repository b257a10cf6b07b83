import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { localized } from "../../i18n/localized.ts";
import { FrenchNote, PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { Local } from "../../ui/text.tsx";
import type { WrittenPage } from "../pages.ts";
import { SectionBody, sectionTexts } from "./section-body.tsx";

/** A page as visitors read it; `mark` is the notice of a preview. */
export function SectionsPage({ page, sections, mark }: WrittenPage & { mark?: ReactNode }) {
  const { t, language } = useI18n();
  const title = localized(page, "title", language);
  const description = localized(page, "meta_description", language).text || t("head.description");
  const opening = sections[0]?.section_type === "hero" ? sections[0] : undefined;
  const texts = [title, ...sections.flatMap((section) => sectionTexts(section, language))];
  return (
    <div className="wrap-anywhere">
      <PageHead
        title={title.text}
        description={description}
        image={opening?.image_url}
        noindex={mark !== undefined}
      />
      {!opening && (
        <PageBanner title={<Local value={title} />}>
          <FrenchNote of={texts} />
        </PageBanner>
      )}
      {sections.map((section) => (
        <section key={section.id} className="contents">
          <SectionBody section={section} pageTitle={section === opening ? title : undefined} />
          {section === opening && (
            <FrenchNote of={texts} className="wrap pt-8 text-sm text-muted" />
          )}
        </section>
      ))}
      {mark}
    </div>
  );
}
