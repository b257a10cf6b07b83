import { email as emailSchema } from "../../core/values/email.ts";
import { shownName } from "../../i18n/elision.ts";

// The list of players that a club brings: what it says, and what becomes of each line. No database here.

/** Players of one list. */
export const MAX_PLAYERS = 100;
/** Characters of a list: twice what as many lines need. */
export const MAX_LIST = 20_000;
/** Bytes of a file: a spreadsheet program writes up to three for a character. */
export const MAX_LIST_BYTES = 3 * MAX_LIST;
const MAX_NAME = 60;

/** One line of a list. */
export type ListedPlayer = {
  /** Its number, counted from 1 with the empty ones. */
  line: number;
  /** What stands where the address should. */
  typed: string;
  /** The address in lower case; absent where it is none. */
  email?: string;
  first_name: string;
  last_name: string;
};

/**
 * The text of a file, as spreadsheet programs save it: UTF-8, UTF-16 with its mark, else Windows-1252. Undefined for what
 * is no text, such as a workbook.
 */
export function decodeList(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell what is no text
  return /[\u0000-\u0008\u000e-\u001f\u007f]/.test(text) ? undefined : text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const SEPARATORS = [";", ",", "\t"] as const;
type Separator = (typeof SEPARATORS)[number];

/** The players of a list. The first line may name the columns; else the address comes first, or wherever an @ stands. */
export function parseList(text: string): ListedPlayer[] {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => /[^\s;,"']/.test(content));
  // Spreadsheet programs write the separator in a line of its own, or take it from there.
  const named = /^sep=([;,\t])$/i.exec(lines[0]?.content.trim() ?? "")?.[1];
  if (named !== undefined) lines.shift();
  const separator = SEPARATORS.find((one) => one === named) ?? findSeparator(lines);
  const rows = lines.map(({ line, content }) => ({ line, cells: splitLine(content, separator) }));
  const columns = findColumns(rows[0]?.cells ?? []);
  if (columns) rows.shift();
  return rows.map(({ line, cells }) => ({ line, ...readPlayer(cells, columns) }));
}

/** What stands most often between the cells of the first lines. */
function findSeparator(lines: readonly { content: string }[]): Separator {
  const start = lines.slice(0, 10);
  const count = (separator: Separator) =>
    start.reduce((sum, { content }) => sum + splitLine(content, separator).length, 0);
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * The cells of one line. A quoted cell ends on its line: a player has one line, and a quotation mark too many spoils no
 * other.
 */
function splitLine(content: string, separator: Separator): string[] {
  const cells: string[] = [];
  let rest = content;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const after = quoted ? rest.slice(quoted[0].length) : "";
    if (quoted && (after === "" || after.startsWith(separator))) {
      cells.push((quoted[1] ?? "").replaceAll('""', '"'));
      if (after === "") return cells;
      rest = after.slice(1);
      continue;
    }
    const end = rest.indexOf(separator);
    cells.push(end === -1 ? rest : rest.slice(0, end));
    if (end === -1) return cells;
    rest = rest.slice(end + 1);
  }
}

type Column = "email" | "first_name" | "last_name";

const TITLES: Readonly<Record<Column, readonly string[]>> = {
  email: ["email", "mail", "courriel", "adresse", "address", "adressemail", "adresseemail"],
  first_name: ["prenom", "prenoms", "firstname", "givenname", "forename"],
  last_name: ["nom", "noms", "nomdefamille", "lastname", "surname", "familyname", "name"],
};

/** Which cell holds what, by the line that names the columns; undefined when the first line is a player. */
function findColumns(cells: readonly string[]): Partial<Record<Column, number>> | undefined {
  if (cells.some((cell) => cell.includes("@"))) return undefined;
  const titles = cells.map((cell) =>
    cell
      .normalize("NFD")
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "")
      .replace(/^emailaddress$/, "email"),
  );
  const find = (column: Column) => titles.findIndex((title) => TITLES[column].includes(title));
  if (find("email") === -1) return undefined;
  return {
    email: find("email"),
    first_name: find("first_name"),
    last_name: find("last_name"),
  };
}

const address = emailSchema("");

function readPlayer(
  cells: readonly string[],
  columns: ReturnType<typeof findColumns>,
): Omit<ListedPlayer, "line"> {
  const own = Math.max(
    0,
    cells.findIndex((cell) => cell.includes("@")),
  );
  const [email, first = -1, last = -1] = columns
    ? [columns.email ?? 0, columns.first_name, columns.last_name]
    : [own, own === 0 ? 1 : 0, own <= 1 ? 2 : 1];
  const typed = (cells[email] ?? "").trim().slice(0, 254);
  const { data } = address.safeParse(cleanAddress(typed));
  return {
    typed,
    ...(data !== undefined && { email: data }),
    first_name: cleanName(cells[first]),
    last_name: cleanName(cells[last]),
  };
}

/** What programs write around an address that is copied from them. */
const cleanAddress = (text: string) =>
  text
    .replace(/^mailto:/i, "")
    .replaceAll(/[\s\u200b\u200e\u200f\u2060\ufeff]+$|^[\s\u200b\u200e\u200f\u2060\ufeff]+/g, "")
    .replace(/^<(.*)>$/, "$1");

const cleanName = (text = "") =>
  shownName(text)
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME)
    // A letter of Adlam is two units long.
    .toWellFormed();

/** What a club’s own invitations and licences say of the addresses of its list. It knows of nobody else. */
export type Standing = {
  /** Invited by this very list before: it was sent twice. */
  sent: ReadonlySet<string>;
  /** An invitation of the club to them is open. */
  open: ReadonlySet<string>;
  /** They accepted one, and are in the club. */
  accepted: ReadonlySet<string>;
  /** The club has written to them as often as it may in a week. */
  often: ReadonlySet<string>;
  /** How many licences the club has left. */
  free: number;
  /** How many mails may leave today. */
  mails: number;
};

export type Fate =
  | "invite"
  | "sent"
  | "empty"
  | "address"
  | "twice"
  | "open"
  | "accepted"
  | "often"
  | "full"
  | "later"
  /** Nobody confirmed it. */
  | "unasked";

export type FatedPlayer = ListedPlayer & {
  fate: Fate;
  /** The line that has the same address. */
  first?: number;
};

/**
 * What becomes of each line, in their order: the first ones take the licences that are left. With `promised`, of the lines
 * that whoever confirmed has seen as invited, no other is.
 */
export function judgeList(
  players: readonly ListedPlayer[],
  { sent, open, accepted, often, free, mails }: Standing,
  promised?: ReadonlySet<number>,
): FatedPlayer[] {
  const lines = new Map<string, number>();
  let invited = 0;
  const fateOf = ({ email, line }: ListedPlayer & { email: string }): Fate => {
    if (sent.has(email)) return "sent";
    if (open.has(email)) return "open";
    if (accepted.has(email)) return "accepted";
    if (often.has(email)) return "often";
    if (invited >= free) return "full";
    if (invited >= mails) return "later";
    if (promised && !promised.has(line)) return "unasked";
    invited += 1;
    return "invite";
  };
  return players.map((player): FatedPlayer => {
    const { email, line, typed } = player;
    if (email === undefined) return { ...player, fate: typed === "" ? "empty" : "address" };
    const first = lines.get(email);
    if (first !== undefined) return { ...player, fate: "twice", first };
    lines.set(email, line);
    return { ...player, fate: fateOf({ ...player, email }) };
  });
}

export const countFate = (players: readonly FatedPlayer[], fate: Fate): number =>
  players.filter((player) => player.fate === fate).length;
