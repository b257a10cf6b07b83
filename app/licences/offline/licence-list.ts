// The signed list with which a phone checks cards without a network, as docs/licence-cards.md says. It runs on the
// server and in browsers, holds no name, and throws for nothing that may have been stored or sent.
import { isoDay } from "../../i18n/format.ts";
import { dayAfter, daysLeft } from "../../membership/renewal/membership-period.ts";
import type { Standing } from "../card-verdict.ts";
import { pointOf, SIGNATURE, verifySigned } from "../licence-code.ts";

const FORMAT = 1;
/** Signed before the list, so that no signature of a card is one of a list. */
const LABEL = new TextEncoder().encode("FGE licence list 1\0");
const HEAD = 11;
const POINT = 65;
/** More than a country has players: what says more was made up, to fill a memory. */
const MOST_SERIALS = 50_000_000;

const KEY_STATES = ["next", "signs", "former", "revoked"] as const;
export type ListedKey = { number: number; state: (typeof KEY_STATES)[number]; public_key: string };

/** What a list says of licences; serials ascend, days are yyyy-mm-dd. */
export type ListContent = {
  /** The number of the key that signs it. */
  key: number;
  /** When it was made, in seconds since 1970. It is its number too: a later one replaces it. */
  made: number;
  /** The highest serial that was given by then. */
  highest: number;
  keys: readonly ListedKey[];
  /** Those whose membership goes on, suspended or not; the others have ended. */
  inOrder: readonly number[];
  /** Those of whose holder nothing is left. One that another number replaced is among those in order too. */
  gone: readonly number[];
  /** Numbers that were left out: the first of each run, and how many. */
  never: readonly { serial: number; length: number }[];
  suspended: readonly { serial: number; from: string | null; until: string | null }[];
  /** Those whose present card is not the first. */
  replaced: readonly { serial: number; issue: number }[];
  /** Those that end before one of their cards does. */
  shortened: readonly { serial: number; until: string }[];
};

/** A list as a phone uses it. */
export type LicenceList = Pick<ListContent, "key" | "made" | "highest" | "keys"> & {
  /** What it says of a number; 'newer' for one that was given after it was made. */
  find: (serial: number) => Listed | "newer" | "gone" | "never" | "ended" | "replaced";
};
/** A licence that goes on. */
type Listed = {
  issue: number;
  /** Its last day, where a card of it says a later one. */
  until: string | null;
  suspension: Standing["suspension"];
};

/** The day of a list in Conakry. */
export const dayOf = ({ made }: Pick<ListContent, "made">): string => isoDay(new Date(made * 1000));

/** What is signed of a list, without the label. */
export function encodeList(list: ListContent): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [FORMAT, list.key];
  const whole = (value: number) => {
    for (const shift of [24, 16, 8, 0]) bytes.push((value >>> shift) & 255);
  };
  const short = (value: number) => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  const entries = <T extends { serial: number }>(rows: readonly T[], more: (row: T) => void) => {
    short(rows.length);
    let last = 0;
    for (const row of rows) {
      short(row.serial - last);
      last = row.serial;
      more(row);
    }
  };
  const set = (serials: readonly number[]) => {
    const start = bytes.length;
    bytes.push(0);
    let last = 0;
    short(serials.length);
    for (const serial of serials) {
      short(serial - last);
      last = serial;
    }
    if (bytes.length - start <= 1 + Math.ceil(list.highest / 8)) return;
    bytes.length = start;
    bytes.push(1);
    const bits = new Uint8Array(Math.ceil(list.highest / 8));
    for (const serial of serials) {
      const place = (serial - 1) >> 3;
      bits[place] = (bits[place] ?? 0) | (1 << ((serial - 1) & 7));
    }
    for (const byte of bits) bytes.push(byte);
  };
  whole(list.made);
  whole(list.highest);
  bytes.push(list.keys.length);
  for (const { number, state, public_key } of list.keys) {
    bytes.push(number, KEY_STATES.indexOf(state), ...pointOf(public_key));
  }
  const day = dayOf(list);
  const after = (other: string) => Math.max(0, daysLeft(day, other));
  set(list.inOrder);
  set(list.gone);
  entries(list.never, ({ length }) => short(length));
  entries(list.suspended, ({ from, until }) => {
    short(from === null ? 0 : after(from));
    short(until === null ? 0 : after(until) + 1);
  });
  entries(list.replaced, ({ issue }) => bytes.push(issue));
  entries(list.shortened, ({ until }) => short(after(until)));
  return Uint8Array.from(bytes);
}

/** What the signature of a list is made over. */
export function labelledList(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LABEL.length + content.length);
  bytes.set(LABEL);
  bytes.set(content, LABEL.length);
  return bytes;
}

/** A list that one of its own keys signed; undefined for anything else. */
export async function readList(file: Uint8Array<ArrayBuffer>): Promise<LicenceList | undefined> {
  try {
    const content = file.subarray(0, -SIGNATURE);
    const list = decodeList(content);
    const key = list.keys.find(({ number }) => number === list.key);
    if (key?.state !== "signs") return undefined;
    const signature = file.slice(-SIGNATURE);
    const isSigned = await verifySigned(key.public_key, signature, labelledList(content));
    return isSigned ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a phone that holds a list takes another: none that is older, and none of a key that it knows to be stolen. */
export const replaces = (list: LicenceList, held: LicenceList | undefined): boolean =>
  !held ||
  (list.made > held.made &&
    !held.keys.some(({ number, state }) => number === list.key && state === "revoked"));

/** @throws RangeError for bytes that `encodeList` does not write. */
function decodeList(content: Uint8Array<ArrayBuffer>): LicenceList {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  if (view.getUint8(0) !== FORMAT) throw new RangeError("another format");
  const [key, made, highest] = [view.getUint8(1), view.getUint32(2), view.getUint32(6)];
  if (highest > MOST_SERIALS) throw new RangeError("too many serials");
  let at = HEAD;
  const byte = () => view.getUint8(at++);
  const short = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const part = byte();
      value += (part & 127) * scale;
      if (value > MOST_SERIALS) throw new RangeError("too large");
      if (part < 128) return value;
    }
  };
  const keys = Array.from({ length: view.getUint8(10) }, () => {
    const [number, state] = [byte(), KEY_STATES[byte()]];
    const point = content.subarray(at, at + POINT);
    at += POINT;
    if (!state || point.length !== POINT) throw new RangeError("no key");
    return { number, state, public_key: textOfPoint(point) };
  });
  const entries = <T>(more: () => T): Map<number, T> => {
    const found = new Map<number, T>();
    let serial = 0;
    for (let left = short(); left > 0; left--) {
      serial += short();
      found.set(serial, more());
    }
    return found;
  };
  const set = (): ((serial: number) => boolean) => {
    if (byte() === 0) {
      const found = entries(() => true);
      return (serial) => found.has(serial);
    }
    const bits = content.subarray(at, at + Math.ceil(highest / 8));
    at += Math.ceil(highest / 8);
    if (at > content.length) throw new RangeError("too short");
    return (serial) => (((bits[(serial - 1) >> 3] ?? 0) >> ((serial - 1) & 7)) & 1) === 1;
  };
  const day = dayOf({ made });
  const [isInOrder, isGone] = [set(), set()];
  const never = [...entries(short)];
  const suspended = entries(() => {
    const [from, until] = [short(), short()];
    return {
      suspended_from: dayAfter(day, from),
      suspended_until: until === 0 ? null : dayAfter(day, until - 1),
    };
  });
  const issues = entries(byte);
  const shortened = entries(() => dayAfter(day, short()));
  if (at !== content.length) throw new RangeError("too long");
  const find: LicenceList["find"] = (serial) => {
    if (serial > highest) return "newer";
    if (never.some(([first, length]) => serial >= first && serial < first + length)) return "never";
    if (isGone(serial)) return isInOrder(serial) ? "replaced" : "gone";
    if (!isInOrder(serial)) return "ended";
    return {
      issue: issues.get(serial) ?? 1,
      until: shortened.get(serial) ?? null,
      suspension: suspended.get(serial) ?? { suspended_from: null, suspended_until: null },
    };
  };
  return { key, made, highest, keys, find };
}

const textOfPoint = (point: Uint8Array): string =>
  btoa(String.fromCharCode(...point))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
