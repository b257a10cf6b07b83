import type { PageSection } from "../pages/pages.ts";

/** A section of the home page, as its parts need it. */
export type HomeSection = Pick<
  PageSection,
  "id" | "title" | "title_en" | "content" | "content_en" | "image_url" | "settings" | "section_key"
>;
