/** A statement that is refused, since it might change the role of its transaction. */
export class RefusedStatement extends Error {
  /** Describes what was found, without the statement, which may contain injected input. */
  constructor(what: string) {
    super(`a door runs one statement that reads or writes rows: ${what}`);
    this.name = "RefusedStatement";
  }
}

/** How a statement may begin: it reads or writes rows. */
const BEGINNINGS = new Set("select insert update delete with values show truncate".split(" "));
/** Keywords that change the role. As quoted names they are harmless. */
const WORDS = new Set(["role", "authorization", "reset"]);
/** Functions and views that change a setting or run a text as SQL, refused even when quoted. */
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

/** Statements that were accepted, since pages send the same ones again and again. */
const accepted = new Set<string>();
const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 4_000;

/**
 * Refuses a text that could change the role of its transaction: several statements, one that does not read or
 * write rows, and any that names a role, a setting or a way to run a text as SQL. Values are parameters, so that our
 * own statements need none of these.
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
    const name = token.word ?? token.quoted;
    if (name !== undefined && NAMES.has(name)) throw new RefusedStatement(`the name ${name}`);
  }
  if (first === undefined || before === "do") throw new RefusedStatement("half of one");
  if (text.length > MAX_CACHED_LENGTH) return;
  if (accepted.size >= MAX_CACHED) accepted.clear();
  accepted.add(text);
}

type Token = { word?: string; quoted?: string; other?: string };

/** The tokens of an SQL text without comments, as PostgreSQL reads it. */
function* tokensOf(text: string): Generator<Token> {
  let index = 0;
  while (index < text.length) {
    TOKEN.lastIndex = index;
    const match = TOKEN.exec(text);
    if (!match) throw new RefusedStatement("a quotation that does not end");
    index = TOKEN.lastIndex;
    const { space, unicode, text: literal, quoted, word, tag, comment, other } = match.groups ?? {};
    if (space !== undefined) continue;
    if (unicode !== undefined) throw new RefusedStatement("a name written in codes");
    // Whether a backslash escapes depends on a setting.
    if (literal?.includes("\\")) throw new RefusedStatement("a backslash in a text");
    if (comment !== undefined) index = endOfComment(text, index);
    else if (tag !== undefined) {
      index = text.indexOf(`$${tag}$`, index) + tag.length + 2;
      if (index < TOKEN.lastIndex) throw new RefusedStatement("a quotation that does not end");
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

/** Comments nest in PostgreSQL. */
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
