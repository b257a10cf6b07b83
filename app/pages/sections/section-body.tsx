import type { ReactNode } from "react";
import type { LocalText } from "../../i18n/localized.ts";
import type { PageSection, SectionType } from "../pages.ts";
import { FeaturesSection, StatsSection, TestimonialsSection } from "./list-sections.tsx";
import { CtaSection, HeroSection } from "./opening-sections.tsx";
import { GallerySection, ImageSection, TextSection } from "./text-sections.tsx";

type Render = (section: PageSection, pageTitle?: LocalText) => ReactNode;

const RENDER: Record<SectionType, Render> = {
  hero: (section, pageTitle) => <HeroSection section={section} pageTitle={pageTitle} />,
  text: (section) => <TextSection section={section} />,
  image: (section) => <ImageSection section={section} />,
  gallery: (section) => <GallerySection section={section} />,
  stats: (section) => <StatsSection section={section} />,
  features: (section) => <FeaturesSection section={section} />,
  testimonials: (section) => <TestimonialsSection section={section} />,
  cta: (section) => <CtaSection section={section} />,
};

/** One section of a page, as its type is shown. `pageTitle` marks the one that opens the page. */
export function SectionBody({
  section,
  pageTitle,
}: {
  section: PageSection;
  pageTitle: LocalText | undefined;
}) {
  return RENDER[section.section_type](section, pageTitle);
}
