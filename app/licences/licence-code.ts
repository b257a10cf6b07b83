// What the QR code of a licence card holds: fixed fields, a name and a signature, as docs/licence-cards.md says. It
// runs on the server and in browsers, and throws for nothing that somebody may have scanned.

/** The format that this module writes and reads. */
const FORMAT = 1;
/** Signed before the fields, so that a signature is of nothing else. */
const LABEL = new TextEncoder().encode("FGE licence card 1\0");
const HEAD = 16;
export const SIGNATURE = 64;
export const MAX_NAME_BYTES = 32;
/** The day that 0 stands for. */
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;
/** The last day of a licence without end. */
const NO_END = 0xffff;
const FIRST_YEAR = 1900;
const PLAYER = 1;

/** What a card says; days are yyyy-mm-dd, both included. */
export type CardFields = {
  /** The number of the key that signs. */
  key: number;
  serial: number;
  from: string;
  /** Null for a licence without end. */
  until: string | null;
  kind: "player";
  /** Null when it is not known. */
  birthYear: number | null;
  /** 0 for none. */
  club: number;
  issue: number;
  name: string;
};

export type ReadCode = {
  card: CardFields;
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 (RFC 4648) in capitals, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET.charAt((buffer << (5 - bits)) & 31) : text;
}

/** The bytes of a text in base32, in any case; undefined for any text that `toBase32` does not write. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (const letter of text.toUpperCase()) {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) return undefined;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = buffer >> bits;
      buffer &= (1 << bits) - 1;
    }
  }
  // Otherwise several texts would be one code.
  return bits < 5 && buffer === 0 && length === bytes.length ? bytes : undefined;
}

const toDays = (day: string): number =>
  Math.min(
    Math.max(Math.round((Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS), 0),
    NO_END - 1,
  );

const toDay = (days: number): string =>
  new Date(FIRST_DAY + days * DAY_MS).toISOString().slice(0, 10);

/** A name in so many bytes of UTF-8: a letter with its accents is whole, or left out. */
export function cutName(name: string, most = MAX_NAME_BYTES): string {
  const encoder = new TextEncoder();
  const tidy = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  let cut = "";
  let length = 0;
  for (const { segment } of new Intl.Segmenter("fr", { granularity: "grapheme" }).segment(tidy)) {
    length += encoder.encode(segment).length;
    if (length > most) break;
    cut += segment;
  }
  return cut.trim();
}

/** What is signed of a card, without the label. */
export function encodeFields(card: CardFields): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(cutName(card.name));
  const bytes = new Uint8Array(HEAD + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FORMAT);
  view.setUint8(1, card.key);
  view.setUint32(2, card.serial);
  view.setUint16(6, toDays(card.from));
  view.setUint16(8, card.until === null ? NO_END : toDays(card.until));
  view.setUint8(10, PLAYER);
  const year = card.birthYear === null ? 0 : card.birthYear - FIRST_YEAR;
  view.setUint8(11, year > 0 && year < 256 ? year : 0);
  view.setUint16(12, card.club);
  view.setUint8(14, card.issue);
  view.setUint8(15, name.length);
  bytes.set(name, HEAD);
  return bytes;
}

/** What the signature of these fields is made over. */
export function labelled(fields: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LABEL.length + fields.length);
  bytes.set(LABEL);
  bytes.set(fields, LABEL.length);
  return bytes;
}

/** The code of a card with its signature. */
export function joinCode(fields: Uint8Array, signature: Uint8Array): string {
  const bytes = new Uint8Array(fields.length + signature.length);
  bytes.set(fields);
  bytes.set(signature, fields.length);
  return toBase32(bytes);
}

/** What a code says, whoever signed it; undefined when it is none. */
export function readCode(code: string): ReadCode | undefined {
  if (code.length > 200) return undefined;
  const bytes = fromBase32(code);
  if (!bytes || bytes.length < HEAD + SIGNATURE) return undefined;
  const view = new DataView(bytes.buffer);
  const nameBytes = view.getUint8(15);
  if (view.getUint8(0) !== FORMAT || view.getUint8(10) !== PLAYER) return undefined;
  if (nameBytes > MAX_NAME_BYTES || bytes.length !== HEAD + nameBytes + SIGNATURE) return undefined;
  const name = readText(bytes.slice(HEAD, HEAD + nameBytes));
  const [from, until] = [view.getUint16(6), view.getUint16(8)];
  if (name === undefined || from > until) return undefined;
  const year = view.getUint8(11);
  return {
    card: {
      key: view.getUint8(1),
      serial: view.getUint32(2),
      from: toDay(from),
      until: until === NO_END ? null : toDay(until),
      kind: "player",
      birthYear: year === 0 ? null : FIRST_YEAR + year,
      club: view.getUint16(12),
      issue: view.getUint8(14),
      name,
    },
    signed: labelled(bytes.subarray(0, HEAD + nameBytes)),
    signature: bytes.slice(HEAD + nameBytes),
  };
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Of the keys. */
export const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
export const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;

/** A published key: its number, and the point of the curve (65 bytes) in base64url. */
export type PublishedKey = {
  number: number;
  public_key: string;
  /** It was stolen: nothing that it signed counts. */
  revoked: boolean;
};

export type Authenticity =
  | { is: "unreadable" }
  | { is: "other-key" | "revoked-key" | "forged" | "authentic"; card: CardFields };

/** Whether one of these keys signed a code, and what it says. */
export async function authenticate(
  code: string,
  keys: readonly PublishedKey[],
): Promise<Authenticity> {
  const read = readCode(code);
  if (!read) return { is: "unreadable" };
  const { card, signed, signature } = read;
  const key = keys.find(({ number }) => number === card.key);
  if (!key) return { is: "other-key", card };
  if (!(await verifySigned(key.public_key, signature, signed))) return { is: "forged", card };
  return { is: key.revoked ? "revoked-key" : "authentic", card };
}

/** Whether the private half of a published key signed these bytes. @throws when the text is no key. */
export const verifySigned = async (
  publicKey: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> =>
  crypto.subtle.verify(SIGNING, await importPublicKey(publicKey), signature, signed);

const imported = new Map<string, Promise<CryptoKey>>();

function importPublicKey(text: string): Promise<CryptoKey> {
  const known = imported.get(text);
  if (known) return known;
  const key = crypto.subtle.importKey("raw", pointOf(text), ALGORITHM, true, ["verify"]);
  imported.set(text, key);
  return key;
}

/** The bytes of a published key. */
export function pointOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** The most capitals and digits of a QR code of version 8 with error correction M. */
const VERSION_8_M = 221;

/** How many bytes of a name fit into a code at this origin, so that cheap phones read it. */
export function nameBytesAt(origin: string): number {
  const letters = VERSION_8_M - cardAddress(origin, "").length;
  const bytes = Math.floor((letters * 5) / 8) - HEAD - SIGNATURE;
  return Math.max(0, Math.min(MAX_NAME_BYTES, bytes));
}

/** The address in a QR code: capitals, of which a code holds more. */
export const cardAddress = (origin: string, code: string): string =>
  `${origin.toUpperCase()}/V/${code}`;
