import { type Language, pathIn } from "../i18n/languages.ts";
import type { MainNavigation } from "../settings/settings.ts";

export type MenuEntry = {
  label: string;
  href: string;
  current: boolean;
  submenu: { label: string; href: string; current: boolean }[];
};

/** The menu of one page: sorted by order, in its language, with the place of the visitor. */
export function menuEntries(
  navigation: MainNavigation,
  language: Language,
  /** Without its language prefix. */
  path: string,
): MenuEntry[] {
  const name = (item: { label: string; label_en?: string }) =>
    language === "en" && item.label_en ? item.label_en : item.label;
  return navigation.items
    .toSorted((a, b) => a.order - b.order)
    .map((item) => ({
      label: name(item),
      href: pathIn(language, item.path),
      current:
        item.path === "/" ? path === "/" : path === item.path || path.startsWith(`${item.path}/`),
      submenu: (item.submenu ?? []).map((entry) => ({
        label: name(entry),
        href: pathIn(language, entry.path),
        current: path === entry.path,
      })),
    }));
}

/** The footer shows the first entries in one column and the others in the next. */
export const FOOTER_FIRST_COLUMN = 4;
