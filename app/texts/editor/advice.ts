import { formatSize } from "../../i18n/format.ts";
import { type Block, type PictureBlock, runsOf, type TextDocument } from "../text-document.ts";

/** What pictures weigh on a visitor's telephone, and as they were uploaded, bytes; and what 1 MB costs there, GNF. */
export type Costs = {
  price: number;
  pictures: Readonly<Record<string, { bytes: number; uploaded: number }>>;
};

/** A page of ours without its text and pictures: HTML, style and mark. Compared with real pages by a test. */
const FRAME_BYTES = 9_000;
/** Compressed, French takes so many bytes a letter, and a block so many more for its tags. */
const LETTER_BYTES = 0.42;
const BLOCK_BYTES = 8;
/** No picture within a text weighs more: said of one that is not ready. */
const PICTURE_BYTES = 15_000;
/** Larger uploads are worth a word: whoever sent one wonders what became of it. */
const LARGE_UPLOAD = 4_000_000;

/** The pictures that a visitor of a text fetches; `lead` is the one at the head of its page. */
export const picturesOf = (document: TextDocument, lead: string): string[] => [
  ...new Set(
    [
      lead,
      ...document.map((block) =>
        block.type === "picture" ? block.src : block.type === "video" ? block.picture : "",
      ),
    ].filter((src) => src !== ""),
  ),
];

/** What a page with this text weighs for a visitor who reads it to its end, bytes. */
export function weightOf(document: TextDocument, lead: string, costs: Costs): number {
  const letters = document.reduce((all, block) => all + lettersOf(block), 0);
  const pictures = picturesOf(document, lead).reduce(
    (all, src) => all + (costs.pictures[src]?.bytes ?? PICTURE_BYTES),
    0,
  );
  return Math.round(
    FRAME_BYTES + letters * LETTER_BYTES + document.length * BLOCK_BYTES + pictures,
  );
}

function lettersOf(block: Block): number {
  const words = [...runsOf([block])].reduce(
    (all, run) => all + ("text" in run ? run.text.length + (run.href?.length ?? 0) : 1),
    0,
  );
  if (block.type === "picture")
    return block.src.length * 3 + block.alt.length + block.caption.length;
  if (block.type === "video") return block.href.length + block.title.length;
  return block.type === "action" ? block.href.length + block.label.length : words;
}

/** What a text lacks, in words; `summary` is undefined where its page has none. */
export function adviceOn(
  document: TextDocument,
  costs: Costs | undefined,
  summary: string | undefined,
): string[] {
  const pictures = document.filter((block): block is PictureBlock => block.type === "picture");
  return [
    ...(summary?.trim() === "" ? ["Il n’y a pas encore de résumé."] : []),
    ...withoutWords(pictures),
    ...skippedTitles(document),
    ...largeUploads(pictures, costs),
  ];
}

function withoutWords(pictures: readonly PictureBlock[]): string[] {
  const count = pictures.filter(({ alt }) => alt.trim() === "").length;
  if (count === 0) return [];
  const images = count === 1 ? "Une image n’a pas" : `${count} images n’ont pas`;
  return [
    `${images} de description\u202f: une personne qui ne voit pas la page ne saura pas ce qu’on y montre.`,
  ];
}

/** A title of a lower part that stands in no part. */
function skippedTitles(document: TextDocument): string[] {
  const first = document.find((block) => block.type === "heading");
  if (first?.type !== "heading" || first.level === 2) return [];
  const words = first.runs.map((run) => ("text" in run ? run.text : " ")).join("");
  return [
    `«\u202f${words}\u202f» est le titre d’une sous-partie, mais aucune partie ne commence avant.`,
  ];
}

function largeUploads(pictures: readonly PictureBlock[], costs: Costs | undefined): string[] {
  return pictures.flatMap(({ src, alt }) => {
    const cost = costs?.pictures[src];
    if (!cost || cost.uploaded < LARGE_UPLOAD) return [];
    const name = alt.trim() ? `L’image «\u202f${alt.trim()}\u202f»` : "Une image";
    return [
      `${name} pèse ${formatSize("fr", cost.uploaded)}\u202f: les visiteurs en reçoivent une version de ${formatSize("fr", Math.max(cost.bytes, 1024))}.`,
    ];
  });
}

const oneDecimal = new Intl.NumberFormat("fr", { maximumFractionDigits: 1 });

/** What so many bytes cost, GNF: '0,4', '3'. */
export function priceOf(bytes: number, perMegabyte: number): string {
  const price = (bytes / 1e6) * perMegabyte;
  return price < 10 ? oneDecimal.format(price) : String(Math.round(price));
}
