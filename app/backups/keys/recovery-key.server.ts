import { createHash } from "node:crypto";
import { identityToRecipient } from "age-encryption";
import { ArchiveError } from "../archive/archive-format.server.ts";

// The recovery key as people hold it, on paper: groups of four letters, of which the last one checks the others and
// their place. Whoever mistypes one is told which, instead of being told that every archive is damaged.

/** What a printed key holds: the secret that decrypts, and the public key by which an archive of the site is known. */
export type PrintedKey = { identity: string; publicKey: Buffer };

/** What was typed is no recovery key, or has a mistake: nothing is wrong with any archive. */
export class RecoveryKeyError extends ArchiveError {}

const MARK = "FGE-RECOVERY-2";
const FORMER_MARK = "FGE-RECOVERY-1";
const SECRET_MARK = "AGE-SECRET-KEY-1";
/** That of age's own keys: without 1, B, I and O, which are read as others. */
const LETTERS = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
const READ_AS: Readonly<Record<string, string>> = { "1": "L", I: "L", O: "0", B: "8" };
const SECRET_LENGTH = 58;
const PUBLIC_BYTES = 32;
const PUBLIC_LENGTH = Math.ceil((PUBLIC_BYTES * 8) / 5);
const OF_GROUP = 3;
const GROUPS = Math.ceil((SECRET_LENGTH + PUBLIC_LENGTH) / OF_GROUP) + 1;

const letter = (value: number): string => LETTERS[value % LETTERS.length] ?? "";

/** Every odd factor tells each letter of a group from every other. */
const checkOf = (group: string, place: number): string =>
  letter(
    [...group].reduce((sum, one, at) => sum + LETTERS.indexOf(one) * (2 * at + 1), place * 7 + 11),
  );

/** The last group: of all the others together. */
const sumOf = (letters: string): string =>
  [...createHash("sha256").update(letters).digest().subarray(0, OF_GROUP)].map(letter).join("");

function lettersOf(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letter(Number.parseInt(five.padEnd(5, "0"), 2)))
    .join("");
}

function bytesOf(letters: string): Buffer {
  const bits = [...letters]
    .map((one) => LETTERS.indexOf(one).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
}

/** As it is printed. */
export function printRecoveryKey({ identity, publicKey }: PrintedKey): string {
  const letters = identity.slice(SECRET_MARK.length).toUpperCase() + lettersOf(publicKey);
  const groups = letters.padEnd((GROUPS - 1) * OF_GROUP, letter(0)).match(/.{3}/g) ?? [];
  return [
    MARK,
    ...[...groups, sumOf(groups.join(""))].map((group, at) => group + checkOf(group, at)),
  ].join(" ");
}

/**
 * Reads a printed key, however it was typed: spaces, small letters and letters that look alike do not matter.
 * @throws RecoveryKeyError that says where the mistake is.
 */
export async function readRecoveryKey(text: string): Promise<PrintedKey> {
  const typed = text.replace(/\s+/g, "").toUpperCase();
  const key = typed.startsWith(`${FORMER_MARK}:`) ? readFormer(typed) : readGroups(typed);
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

/** Keys that were printed before have no groups: their secret alone has a check of its own. */
function readFormer(typed: string): PrintedKey {
  const [, secret = "", publicKey = ""] = typed.split(":");
  if (!/^[0-9A-F]{64}$/.test(publicKey)) {
    throw new RecoveryKeyError(
      "la fin de la clé est mal saisie : 64 signes, de 0 à 9 et de A à F (its end is mistyped)",
    );
  }
  return { identity: SECRET_MARK + secret, publicKey: Buffer.from(publicKey, "hex") };
}

function readGroups(typed: string): PrintedKey {
  if (!typed.startsWith(MARK)) {
    throw new RecoveryKeyError("ce n’est pas une clé de secours (not a recovery key)");
  }
  const letters = typed
    .slice(MARK.length)
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[1IOB]/g, (one) => READ_AS[one] ?? one);
  const groups = letters.match(/.{1,4}/g) ?? [];
  const wrong = groups.flatMap((group, at) =>
    group[OF_GROUP] === checkOf(group.slice(0, OF_GROUP), at) ? [] : [at + 1],
  );
  const [first] = wrong;
  if (first !== undefined) {
    throw new RecoveryKeyError(
      `le groupe ${first} de la clé est mal saisi (group ${first} is mistyped)`,
    );
  }
  const all = groups.map((group) => group.slice(0, OF_GROUP));
  const sum = all.pop();
  const data = all.join("");
  if (groups.length !== GROUPS) {
    throw new RecoveryKeyError(
      `la clé a ${GROUPS} groupes, ${groups.length} sont saisis (it has ${GROUPS} groups)`,
    );
  }
  if (sum !== sumOf(data)) {
    throw new RecoveryKeyError("deux signes de la clé sont intervertis (two letters are swapped)");
  }
  return {
    identity: SECRET_MARK + data.slice(0, SECRET_LENGTH),
    publicKey: bytesOf(data.slice(SECRET_LENGTH, SECRET_LENGTH + PUBLIC_LENGTH)).subarray(
      0,
      PUBLIC_BYTES,
    ),
  };
}
