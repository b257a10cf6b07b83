import { type Language, pathIn } from "../../i18n/languages.ts";
import type { MainNavigation } from "../../settings/settings.ts";

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

/** How many of the first entries stand in the menu bar, and how many on a wide screen; the others fold. */
export type MenuRow = { count: number; wide: number };

/** The part of `wrap` that text can use at the breakpoints `lg` and `wide`, which it never exceeds. */
const ROOM = { lg: 1000, wide: 1120 };
/** Beside brand and entries: the languages, the gaps between the parts, and the search or the way to the back office. */
const FIXED = { search: 44, languages: 88, gap: 12, office: 44 };
const ENTRY_PADDING = 12;
const CHEVRON = 20;
/** The brand is never wider: its text breaks and is cut. */
const BRAND_MAX = 320;

/** Bold letters of 15 px in DejaVu Sans, the widest of the fonts that systems come with. */
const LETTERS: [letters: RegExp, width: number][] = [
  [/[ilj.,:;'’!|I ]/, 5.3],
  [/[tfr()/-]/, 7.4],
  [/[csz]/, 8.9],
  [/[mwMW@%&]/, 15.6],
  [/\p{Lu}/u, 11.6],
];
const ANY_LETTER = 10.3;

/** The server cannot measure: where a visitor's font is wider still, the row breaks into two. */
function labelWidth(label: string): number {
  const widthOf = (letter: string) =>
    LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? ANY_LETTER;
  return [...label].reduce((sum, letter) => sum + widthOf(letter), 0);
}

/** The brand's text, in letters of 20 px. */
const brandWidth = (text: string) => (labelWidth(text) * 20) / 15;

/** What stands beside the logo: a text of its own, or the federation's name in short lines. */
export type Brand = { text: string; lines: string[]; width: number };

/** Bold letters of 13 px. */
const smallWidth = (text: string) => (labelWidth(text) * 13) / 15;
/** A name of more words than these, or of longer ones, leaves the menu no room. */
const NAME_LINES = 3;
const NAME_MAX = 150;

/**
 * The short name that is there until staff write something else gives way to the whole name, where it fits in three
 * lines as high as the logo.
 */
export function brandOf(text: string, shortName: string, name: string): Brand {
  const lines = linesOf(name.split(" "));
  const width = Math.max(...lines.map(smallWidth));
  const fits = text === shortName && lines.length <= NAME_LINES && width <= NAME_MAX;
  return fits ? { text: name, lines, width } : { text, lines: [], width: brandWidth(text) };
}

/** The words of a name on at most three lines, as narrow as they can be. */
function linesOf(words: readonly string[]): string[] {
  const fill = (width: number) => {
    const lines: string[] = [];
    for (const word of words) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && smallWidth(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  };
  let width = Math.max(...words.map(smallWidth));
  while (fill(width).length > NAME_LINES) width += 4;
  return fill(width);
}

/** Whether the brand stands beside its logo on the narrowest phone; else the logo alone does. */
export const brandFitsPhone = (brand: Brand, logoWidth: number, signedIn: boolean) =>
  logoWidth + 12 + brand.width <= (signedIn ? 116 : 168);

type Bar = { brand: Brand; logoWidth: number; signedIn: boolean; more: string };

/** Which entries have room in the menu bar, beside what else stands in it. */
export function menuRow(entries: readonly MenuEntry[], bar: Bar): MenuRow {
  const brand = Math.min(BRAND_MAX, bar.logoWidth + 12 + bar.brand.width);
  const last = bar.signedIn ? FIXED.office : FIXED.search;
  const beside = brand + FIXED.languages + 3 * FIXED.gap + last;
  const widths = entries.map(
    ({ label, submenu }) => labelWidth(label) + ENTRY_PADDING + (submenu.length ? CHEVRON : 0),
  );
  const countIn = (room: number) => {
    const whole = widths.reduce((sum, width) => sum + width, beside);
    if (whole <= room) return entries.length;
    let end = beside + labelWidth(bar.more) + ENTRY_PADDING + CHEVRON;
    const tooFar = widths.findIndex((width) => {
      end += width;
      return end > room;
    });
    return tooFar === -1 ? entries.length - 1 : tooFar;
  };
  return { count: countIn(ROOM.lg), wide: countIn(ROOM.wide) };
}

/** The footer shows the first entries in one column and the others in the next. */
export const FOOTER_FIRST_COLUMN = 4;
