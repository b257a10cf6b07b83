import {
  type Block,
  type Flow,
  type List,
  type Run,
  runsOf,
  type TextDocument,
  textOf,
} from "../texts/text-document.ts";
import type { LegalDocument } from "./legal-documents.ts";

/** What the site puts in the place of a word in curly brackets, as the back office explains it. */
export const PLACEHOLDERS = {
  federation: "le nom de la fédération",
  shortName: "le sigle",
  email: "l’adresse e-mail",
  phone: "le téléphone",
  address: "l’adresse",
  ownData: "le lien vers « Mes données »",
  minorAge: "l’âge de la majorité (paramètre)",
} as const;
type Placeholder = keyof typeof PLACEHOLDERS;

/** What the site itself keeps to, line by line: its document says it once, where the word stands alone. */
export const SITE_RULES: Record<LegalDocument, { word: SiteRule; says: string }> = {
  privacy: {
    word: "retention",
    says: "les durées de conservation, telles que le site les applique",
  },
  terms: { word: "refunds", says: "la règle de remboursement, telle que le site l’applique" },
};
type SiteRule = "retention" | "refunds";

/** What stands in the places of the words in curly brackets. */
export type Details = {
  words: Record<Placeholder, { text: string; href?: string }>;
  lines: Record<SiteRule, readonly string[]>;
};

/** A text with the federation's own details and the lines that the site itself keeps to. */
export function fillPlaceholders(document: TextDocument, details: Details): TextDocument {
  return document.map((block) => fillBlock(block, details));
}

function fillBlock(block: Block, details: Details): Block {
  switch (block.type) {
    case "paragraph":
      return promisedList(block, details) ?? { ...block, runs: fillRuns(block.runs, details) };
    case "heading":
      return { ...block, runs: fillRuns(block.runs, details) };
    case "list":
      return fillList(block, details);
    case "quotation":
      return { ...block, blocks: block.blocks.map((inner) => fillBlock(inner, details) as Flow) };
    case "table":
      return {
        ...block,
        rows: block.rows.map((row) => row.map((cell) => fillRuns(cell, details))),
      };
    default:
      return block;
  }
}

/** An item that is the word of promised lines alone becomes one item for each of them. */
function fillList(list: List, details: Details): List {
  const items = list.items.flatMap((item): Flow[][] => {
    const [first, ...others] = item;
    const lines = first?.type === "paragraph" && linesOf(first.runs, details);
    if (!lines || others.length > 0) {
      return [item.map((block) => fillBlock(block, details) as Flow)];
    }
    return lines.map((text) => [{ type: "paragraph", runs: [{ text }] }]);
  });
  return { ...list, items };
}

function promisedList(block: { runs: readonly Run[] }, details: Details): List | undefined {
  const lines = linesOf(block.runs, details);
  const items = lines?.map((text): Flow[] => [{ type: "paragraph", runs: [{ text }] }]);
  return items && { type: "list", ordered: false, start: 1, items };
}

function linesOf(runs: readonly Run[], { lines }: Details): readonly string[] | undefined {
  const word = promisedWord(runs);
  return word && lines[word];
}

const promisedWord = (runs: readonly Run[]): SiteRule | undefined => {
  const [only, ...others] = runs;
  if (!only || others.length > 0 || !("text" in only)) return undefined;
  return Object.values(SITE_RULES).find(({ word }) => only.text.trim() === `{${word}}`)?.word;
};

/** Cuts runs at the words in curly brackets. What is put in is letters, whatever it holds. */
function fillRuns(runs: readonly Run[], { words }: Details): Run[] {
  return runs.flatMap((run): Run[] => {
    if (!("text" in run)) return [run];
    return run.text.split(WORDS).flatMap((part, place): Run[] => {
      if (place % 2 === 0) return part === "" ? [] : [{ ...run, text: part }];
      const { text, href } = words[part as Placeholder];
      return [{ ...run, text, ...(href && !run.href && { href }) }];
    });
  });
}

// One group, so that every second part of what is cut is a word.
const WORDS = new RegExp(`\\{(${Object.keys(PLACEHOLDERS).join("|")})\\}`);

/** The word whose lines stand in these blocks, for the address of their heading. */
export const siteRuleIn = (blocks: TextDocument): SiteRule | undefined => {
  for (const block of blocks) {
    if (block.type === "paragraph") {
      const word = promisedWord(block.runs);
      if (word) return word;
    }
    if (block.type !== "list") continue;
    for (const [first] of block.items) {
      const word = first?.type === "paragraph" ? promisedWord(first.runs) : undefined;
      if (word) return word;
    }
  }
  return undefined;
};

/** What is wrong with the words in curly brackets of a text, to stand beside its field. */
export function placeholderProblem(of: LegalDocument, document: TextDocument): string | undefined {
  const { word, says } = SITE_RULES[of];
  const mark = `{${word}}`;
  const count = textOf(document).split(mark).length - 1;
  if (count !== 1 || siteRuleIn(document) !== word) {
    return `Le mot ${mark} doit figurer une seule fois, seul sur sa ligne : il est remplacé par ${says}.`;
  }
  for (const run of runsOf(document)) {
    if (!("text" in run)) continue;
    const rest = run.text.replace(mark, "").replaceAll(ALL_WORDS, "");
    const [unknown] = /\{[^{}]*\}|[{}]/.exec(rest) ?? [];
    if (unknown) return `« ${unknown.slice(0, 40)} » n’est pas un mot que le site remplace.`;
  }
  return undefined;
}

const ALL_WORDS = new RegExp(WORDS, "g");
