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
const passed = new Set<string>();
const KEPT = 1_000;
const KEPT_LENGTH = 4_000;

/**
 * Refuses a text that could change the role of a door: several statements, a statement that does not
 * read or write rows, and whatever names a role, a setting or a way to run a text as SQL. Values are
 * parameters, so that nothing of ours needs any of it.
 * @throws RefusedStatement
 */
export function refuseEscape(text: string): void {
  if (passed.has(text)) return;
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
    const name = token.word ?? token.quoted;
    if (name !== undefined && NAMES.has(name)) throw new RefusedStatement(`the name ${name}`);
  }
  if (first === undefined || before === "do") throw new RefusedStatement("half of one");
  if (text.length > KEPT_LENGTH) return;
  if (passed.size >= KEPT) passed.clear();
  passed.add(text);
}

type Token = { word?: string; quoted?: string; other?: string };

/** What stands in a text of SQL but comments, as PostgreSQL reads it. */
function* tokensOf(text: string): Generator<Token> {
  let place = 0;
  while (place < text.length) {
    TOKEN.lastIndex = place;
    const match = TOKEN.exec(text);
    if (!match) throw new RefusedStatement("a quotation that does not end");
    place = TOKEN.lastIndex;
    const { space, unicode, text: literal, quoted, word, tag, comment, other } = match.groups ?? {};
    if (space !== undefined) continue;
    if (unicode !== undefined) throw new RefusedStatement("a name written in codes");
    // Where a backslash escapes depends on a setting, and on the text before.
    if (literal?.includes("\\")) throw new RefusedStatement("a backslash in a text");
    if (comment !== undefined) place = endOfComment(text, place);
    else if (tag !== undefined) {
      place = text.indexOf(`$${tag}$`, place) + tag.length + 2;
      if (place < TOKEN.lastIndex) throw new RefusedStatement("a quotation that does not end");
      yield {};
    } else {
      yield {
        word: word?.toLowerCase(),
        quoted: quoted?.replaceAll('""', '"').toLowerCase(),
        other,
      };
    }
  }
}

/** Comments of SQL stand inside one another. */
function endOfComment(text: string, from: number): number {
  let depth = 1;
  let place = from;
  while (depth > 0) {
    const mark = /\/\*|\*\//g;
    mark.lastIndex = place;
    const match = mark.exec(text);
    if (!match) throw new RefusedStatement("a comment that does not end");
    depth += match[0] === "/*" ? 1 : -1;
    place = mark.lastIndex;
  }
  return place;
}
