import { STATE_CHOICES as PUBLICATION_CHOICES } from "../kit/publication/publication-words.ts";
import type { PageSection, PageState, PageStatus, SectionType } from "./pages.ts";

/** What the back office calls the states of a page and the types of a section. */
export const STATUS_CHOICES = [
  { value: "published", label: "Publié", tone: "good" },
  { value: "draft", label: "Brouillon", tone: "wait" },
  { value: "archived", label: "Archivé", tone: "plain" },
] as const satisfies readonly { value: PageStatus; label: string; tone: string }[];

/** The same, with what the clock decides, for the filter. */
export const STATE_CHOICES = [
  ...PUBLICATION_CHOICES,
  { value: "archived", label: "Archivé" },
] as const satisfies readonly { value: PageState; label: string }[];

export const TYPE_LABELS: Record<SectionType, string> = {
  hero: "Bannière d’ouverture",
  text: "Texte",
  image: "Image",
  gallery: "Galerie",
  stats: "Chiffres",
  features: "Points forts",
  testimonials: "Témoignages",
  cta: "Appel à l’action",
};

/** What staff call a section: its title, or what it is. */
export const sectionName = ({
  title,
  section_type,
}: Pick<PageSection, "title" | "section_type">): string =>
  title?.trim() || `${TYPE_LABELS[section_type]} sans titre`;

/** What staff are told of entries of the menu that lead nowhere, a sentence each. */
export const deadEntryWords = (entries: readonly { label: string; path: string }[]): string =>
  entries
    .map(({ label, path }) => `« ${label} » ne mène nulle part : aucune page publiée à ${path}.`)
    .join(" ");
