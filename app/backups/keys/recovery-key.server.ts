import { createHash } from "node:crypto";
import { identityToRecipient } from "age-encryption";
import { ArchiveError } from "../archive/archive-format.server.ts";

// The printed form of the recovery key: groups of four letters, of which the last checks the others and the position of
// the group. So a mistyped group can be named, instead of reporting that every archive is damaged.

/** The secret that decrypts archives, and the public key that verifies the signature of the site. */
export type PrintedKey = { identity: string; publicKey: Buffer };

/** The entered text is not a recovery key, or mistyped. */
export class RecoveryKeyError extends ArchiveError {}

const PREFIX = "FGE-RECOVERY-2";
const FORMER_PREFIX = "FGE-RECOVERY-1";
const SECRET_PREFIX = "AGE-SECRET-KEY-1";
/** The alphabet of age's own keys, without 1, B, I and O, which look like other letters. */
const LETTERS = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
const LOOKALIKES: Readonly<Record<string, string>> = { "1": "L", I: "L", O: "0", B: "8" };
const SECRET_LENGTH = 58;
const PUBLIC_BYTES = 32;
const PUBLIC_LENGTH = Math.ceil((PUBLIC_BYTES * 8) / 5);
const GROUP_LENGTH = 3;
const GROUPS = Math.ceil((SECRET_LENGTH + PUBLIC_LENGTH) / GROUP_LENGTH) + 1;

const letter = (value: number): string => LETTERS[value % LETTERS.length] ?? "";

/** The odd factors make sure that any single wrong letter changes the result. */
const checkLetter = (group: string, index: number): string =>
  letter(
    [...group].reduce((sum, one, at) => sum + LETTERS.indexOf(one) * (2 * at + 1), index * 7 + 11),
  );

/** The last group: a checksum of all others. */
const checksumGroup = (letters: string): string =>
  [...createHash("sha256").update(letters).digest().subarray(0, GROUP_LENGTH)].map(letter).join("");

function encodeLetters(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letter(Number.parseInt(five.padEnd(5, "0"), 2)))
    .join("");
}

function decodeLetters(letters: string): Buffer {
  const bits = [...letters]
    .map((one) => LETTERS.indexOf(one).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
}

/** Formats a key for printing. */
export function printRecoveryKey({ identity, publicKey }: PrintedKey): string {
  const letters = identity.slice(SECRET_PREFIX.length).toUpperCase() + encodeLetters(publicKey);
  const groups = letters.padEnd((GROUPS - 1) * GROUP_LENGTH, letter(0)).match(/.{3}/g) ?? [];
  return [
    PREFIX,
    ...[...groups, checksumGroup(groups.join(""))].map(
      (group, at) => group + checkLetter(group, at),
    ),
  ].join(" ");
}

/**
 * Parses a printed key; spaces, lower case and look-alike letters are accepted.
 * @throws RecoveryKeyError that says where the mistake is.
 */
export async function readRecoveryKey(text: string): Promise<PrintedKey> {
  const typed = text.replace(/\s+/g, "").toUpperCase();
  const key = typed.startsWith(`${FORMER_PREFIX}:`) ? readFormerKey(typed) : readGroupedKey(typed);
  try {
    await identityToRecipient(key.identity);
  } catch (cause) {
    throw new RecoveryKeyError(
      "la clé est mal saisie, entre le premier et le deuxième « : » (mistyped between its first and second colon)",
      { cause },
    );
  }
  return key;
}

/** The former format has no groups; only its secret has a checksum. */
function readFormerKey(typed: string): PrintedKey {
  const [, secret = "", publicKey = ""] = typed.split(":");
  if (!/^[0-9A-F]{64}$/.test(publicKey)) {
    throw new RecoveryKeyError(
      "la fin de la clé est mal saisie : 64 signes, de 0 à 9 et de A à F (its end is mistyped)",
    );
  }
  return { identity: SECRET_PREFIX + secret, publicKey: Buffer.from(publicKey, "hex") };
}

function readGroupedKey(typed: string): PrintedKey {
  if (!typed.startsWith(PREFIX)) {
    throw new RecoveryKeyError("ce n’est pas une clé de secours (not a recovery key)");
  }
  const letters = typed
    .slice(PREFIX.length)
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[1IOB]/g, (one) => LOOKALIKES[one] ?? one);
  const groups = letters.match(/.{1,4}/g) ?? [];
  const wrong = groups.flatMap((group, at) =>
    group[GROUP_LENGTH] === checkLetter(group.slice(0, GROUP_LENGTH), at) ? [] : [at + 1],
  );
  const [first] = wrong;
  if (first !== undefined) {
    throw new RecoveryKeyError(
      `le groupe ${first} de la clé est mal saisi (group ${first} is mistyped)`,
    );
  }
  const all = groups.map((group) => group.slice(0, GROUP_LENGTH));
  const sum = all.pop();
  const data = all.join("");
  if (groups.length !== GROUPS) {
    throw new RecoveryKeyError(
      `la clé a ${GROUPS} groupes, ${groups.length} sont saisis (it has ${GROUPS} groups)`,
    );
  }
  if (sum !== checksumGroup(data)) {
    throw new RecoveryKeyError("deux signes de la clé sont intervertis (two letters are swapped)");
  }
  return {
    identity: SECRET_PREFIX + data.slice(0, SECRET_LENGTH),
    publicKey: decodeLetters(data.slice(SECRET_LENGTH, SECRET_LENGTH + PUBLIC_LENGTH)).subarray(
      0,
      PUBLIC_BYTES,
    ),
  };
}
