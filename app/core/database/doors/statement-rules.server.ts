/** A statement that no door runs: it might leave the role that the door took. */
export class RefusedStatement extends Error {
  /** Says what was found, never the statement: an injected one is somebody's input. */
  constructor(what: string) {
    super(`a door runs one statement that reads or writes rows: ${what}`);
    this.name = "RefusedStatement";
  }
}

/** How a statement may begin. What defines, controls or calls is nobody's work behind a door. */
const BEGINNINGS = new Set("select insert update delete with values show truncate".split(" "));
/** Words that take another role. As the quoted name of a column they are harmless. */
const WORDS = new Set(["role", "authorization", "reset"]);
/** What changes a setting, or runs a text as SQL: refused however it is written. */
const NAMES = new Set([
  "set_config",
  "pg_settings",
  "query_to_xml",
  "query_to_xmlschema",
  "query_to_xml_and_xmlschema",
  "ts_stat",
  "ts_rewrite",
]);

const TOKEN = new RegExp(
  [
    /(?<space>[ \t\n\r\f\v]+|--[^\n\r]*)/,
    /(?<escaped>[eE]'(?:[^'\\]|\\[\s\S]|'')*')/,
    /(?<unicode>[uU]&['"])/,
    /(?<text>'(?:[^']|'')*')/,
    /"(?<quoted>(?:[^"]|"")*)"/,
    /(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/,
    /\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$/,
    /(?<comment>\/\*)/,
    /(?<other>\$?\d+|[^'"])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "y",
);

/** Statements that passed: a page sends the same ones again and again. */
const accepted = new Set<string>();
const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 4_000;

/**
 * Refuses a text that could change the role of a door: several statements, a statement that does not
 * read or write rows, and whatever names a role, a setting or a way to run a text as SQL. Values are
 * parameters, so that nothing of ours needs any of it.
 * @throws RefusedStatement
 */
export function assertKeepsRole(text: string): void {
  if (accepted.has(text)) return;
  let first: string | undefined;
  let before: string | undefined;
  let ended = false;
  for (const token of tokensOf(text)) {
    if (ended) throw new RefusedStatement("several statements");
    if (before === "do" && !/^(nothing|update)$/.test(token.word ?? "")) {
      throw new RefusedStatement("the word do");
    }
    before = token.word;
    if (token.other === ";") ended = true;
    else if (token.other !== "(" || first !== undefined) {
      first ??= token.word ?? "";
      if (!BEGINNINGS.has(first)) throw new RefusedStatement("another kind of statement");
    }
    if (token.word !== undefined && WORDS.has(token.word)) {
      throw new RefusedStatement(`the word ${token.word}`);
    }
    const name = token.word ?? token.quoteIdentifier;
    if (name !== undefined && NAMES.has(name)) throw new RefusedStatement(`the name ${name}`);
  }
  if (first === undefined || before === "do") throw new RefusedStatement("half of one");
  if (text.length > MAX_CACHED_LENGTH) return;
  if (accepted.size >= MAX_CACHED) accepted.clear();
  accepted.add(text);
}

type Token = { word?: string; quoteIdentifier?: string; other?: string };

/** What stands in a text of SQL but comments, as PostgreSQL reads it. */
function* tokensOf(text: string): Generator<Token> {
  let index = 0;
  while (index < text.length) {
    TOKEN.lastIndex = index;
    const match = TOKEN.exec(text);
    if (!match) throw new RefusedStatement("a quotation that does not end");
    index = TOKEN.lastIndex;
    const {
      space,
      unicode,
      text: literal,
      quoteIdentifier,
      word,
      tag,
      comment,
      other,
    } = match.groups ?? {};
    if (space !== undefined) continue;
    if (unicode !== undefined) throw new RefusedStatement("a name written in codes");
    // Where a backslash escapes depends on a setting, and on the text before.
    if (literal?.includes("\\")) throw new RefusedStatement("a backslash in a text");
    if (comment !== undefined) index = endOfComment(text, index);
    else if (tag !== undefined) {
      index = text.indexOf(`$${tag}$`, index) + tag.length + 2;
      if (index < TOKEN.lastIndex) throw new RefusedStatement("a quotation that does not end");
      yield {};
    } else {
      yield {
        word: word?.toLowerCase(),
        quoteIdentifier: quoteIdentifier?.replaceAll('""', '"').toLowerCase(),
        other,
      };
    }
  }
}

/** Comments of SQL stand inside one another. */
function endOfComment(text: string, from: number): number {
  let depth = 1;
  let index = from;
  while (depth > 0) {
    const delimiter = /\/\*|\*\//g;
    delimiter.lastIndex = index;
    const match = delimiter.exec(text);
    if (!match) throw new RefusedStatement("a comment that does not end");
    depth += match[0] === "/*" ? 1 : -1;
    index = delimiter.lastIndex;
  }
  return index;
}
