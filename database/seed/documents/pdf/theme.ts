/** The federation's palette; the same values as the website, so that a document is recognised. */
export const colour = {
  ink: "#0B1410",
  night: "#0F1F19",
  paper: "#FBFAF7",
  line: "#E4E2DB",
  green: "#009460",
  /** The only green dark enough to carry text on white. */
  greenText: "#00734B",
  greenSoft: "#E8F3EE",
  yellow: "#FCD116",
  red: "#CE1126",
  grey: "#4A554F",
  white: "#FFFFFF",
  /** Secondary text on ink. */
  mist: "#C9D3CD",
} as const;

/** In the order of the flag, from the hoist to the fly. */
export const bands = [colour.red, colour.yellow, colour.green] as const;

export const regular = "Helvetica";
export const bold = "Helvetica-Bold";

/** A4 in points, and the frame every content page keeps. */
export const page = { width: 595.28, height: 841.89, left: 68, right: 68, top: 84, bottom: 62 };
export const frame = page.width - page.left - page.right;

export const federation = "Fédération Guinéenne d’Esport";

/** How a piece of text is set. */
export type Style = {
  size: number;
  /** Distance between two baselines. */
  leading: number;
  colour: string;
  bold?: boolean;
  /** Extra space between letters, in points. */
  tracking?: number;
};

export const styles = {
  body: { size: 10.3, leading: 15.2, colour: colour.ink },
  lead: { size: 12, leading: 18, colour: colour.grey },
  small: { size: 8.8, leading: 12.6, colour: colour.grey },
  section: { size: 16, leading: 20, colour: colour.ink, bold: true, tracking: -0.25 },
  article: { size: 11.2, leading: 15.5, colour: colour.greenText, bold: true },
  cell: { size: 9.1, leading: 12.4, colour: colour.ink },
  head: { size: 8.8, leading: 12, colour: colour.white, bold: true },
  caption: { size: 9.4, leading: 13, colour: colour.ink, bold: true },
} satisfies Record<string, Style>;

const SPACE = "\u00A0";

const MONTHS =
  "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre";

/**
 * Puts the no-break spaces of French typography into a text typed with ordinary ones.
 *
 * The wide no-break space is used throughout: the standard PDF fonts have no narrow one, and a
 * missing character would be drawn with no width at all.
 */
export function french(text: string): string {
  return text
    .replace(/\u202F/g, SPACE)
    .replace(/ (?=[;:!?»%])/g, SPACE)
    .replace(/« /g, `«${SPACE}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${SPACE}`)
    .replace(new RegExp(`(\\d|1er) (?=(?:${MONTHS})\\b)`, "g"), `$1${SPACE}`)
    .replace(new RegExp(`(${MONTHS}) (?=\\d{4}\\b)`, "g"), `$1${SPACE}`)
    .replace(/(\d) h (?=\d\d)/g, `$1${SPACE}h${SPACE}`)
    .replace(
      /(\d) (?=(?:GNF|ans?|jours?|mois|heures?|minutes?|points?|Mbit|pages?)\b)/g,
      `$1${SPACE}`,
    )
    .replace(/\b(n°|[Aa]rticles?|[Pp]age|M\.|Mme|Mmes|MM\.|Dr) (?=[\dA-ZÉ])/g, `$1${SPACE}`)
    .replace(/ (?=–)/g, SPACE);
}
