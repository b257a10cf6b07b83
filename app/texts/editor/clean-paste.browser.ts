import { Fragment, type Mark, type Node, Slice } from "prosemirror-model";
import { schema } from "./schema.browser.ts";

/** The parts of pasted pages that are no text. */
const NO_TEXT =
  "script, style, meta, link, title, head > *, svg, button, input, o\\:p, [aria-hidden=true]";

/** Word's paragraphs that are items of a list say so in their style alone, with the bullet as text. */
const WORD_ITEM = "p[class*=MsoList], p[style*='mso-list']";

/**
 * What was copied from Word, WhatsApp or Facebook, as plain HTML for the schema to read: lists that are
 * lists, characters instead of pictures of them, links that lead where they say.
 */
export function cleanPasted(page: Document): void {
  for (const element of page.querySelectorAll(NO_TEXT)) element.remove();
  for (const item of page.querySelectorAll<HTMLElement>(WORD_ITEM)) wordItem(item);
  joinLists(page);
  for (const image of page.querySelectorAll("img")) image.replaceWith(emojiOf(image));
  for (const link of page.querySelectorAll("a[href]")) {
    link.setAttribute("href", target(link.getAttribute("href") ?? ""));
  }
}

/** Facebook and WhatsApp draw their emoji; pictures of others are not ours to show. */
function emojiOf(image: Element): string {
  const alt = image.getAttribute("alt") ?? "";
  return alt.length <= 12 && /\p{Extended_Pictographic}/u.test(alt) ? alt : "";
}

/** Whether something in it is a picture that will not be taken; those of our own editor are. */
export const losesPictures = (page: Document): boolean =>
  !page.querySelector("[data-pm-slice]") &&
  [...page.querySelectorAll("img")].some((image) => emojiOf(image) === "");

function wordItem(item: HTMLElement): void {
  const style = item.getAttribute("style") ?? "";
  if (!/mso-list/.test(style)) return;
  const page = item.ownerDocument;
  const marker = [...item.querySelectorAll<HTMLElement>("span")].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const isOrdered = /^\s*(?:\d+|[a-z])[.)]/i.test(marker?.textContent ?? "");
  marker?.remove();
  const list = page.createElement(isOrdered ? "ol" : "ul");
  list.setAttribute("data-joined", "");
  const entry = page.createElement("li");
  entry.append(...item.childNodes);
  list.append(entry);
  item.replaceWith(list);
}

/** Items that stood one after the other are one list. */
function joinLists(page: Document): void {
  for (const list of [...page.querySelectorAll("[data-joined]")]) {
    const before = list.previousElementSibling;
    if (before?.hasAttribute("data-joined") && before.tagName === list.tagName) {
      before.append(...list.childNodes);
      list.remove();
    }
  }
}

/** Facebook's and Google's links lead over themselves. */
function target(href: string): string {
  if (!URL.canParse(href)) return href;
  const { hostname, pathname, searchParams } = new URL(href);
  const isDetour =
    (/(?:^|\.)facebook\.com$/.test(hostname) && pathname === "/l.php") ||
    (/(?:^|\.)google\.\w+$/.test(hostname) && pathname === "/url");
  const straight = isDetour ? (searchParams.get("u") ?? searchParams.get("q") ?? href) : href;
  return straight.replace(/[?&]fbclid=[^&#]*/, "");
}

export function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  cleanPasted(page);
  return page.body.innerHTML;
}

/** Text without HTML, such as WhatsApp's: a line is a paragraph, *bold* and _italic_ are what they look like. */
export function sliceOfText(text: string): Slice {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const paragraphs = lines.map((line) => schema.node("paragraph", null, markedWords(line)));
  return new Slice(
    Fragment.from(paragraphs),
    paragraphs.length > 0 ? 1 : 0,
    paragraphs.length > 0 ? 1 : 0,
  );
}

const MARKED = /(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu;

function markedWords(line: string): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  const add = (text: string, marks: Mark[] = []) => text && nodes.push(schema.text(text, marks));
  for (const match of line.matchAll(MARKED)) {
    add(line.slice(from, match.index));
    const [whole, sign, words = ""] = match;
    add(words, [schema.mark(sign === "*" ? "strong" : "em")]);
    from = match.index + whole.length;
  }
  add(line.slice(from));
  return nodes;
}
