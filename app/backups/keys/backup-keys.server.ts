import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import * as z from "zod";
import { type PrintedKey, printRecoveryKey, readRecoveryKey } from "./recovery-key.server.ts";

// Archives are encrypted to two keys. The server's lies beside the data: with it the nightly proof reads
// them. The recovery key is printed once and held by people: with it they are read when the machine is gone.
// A third key signs what an archive says of itself, so that one of another site is refused.

const FILE = "backup-keys.json";

const schema = z.object({
  /** age identity of the server. */
  identity: z.string().startsWith("AGE-SECRET-KEY-1"),
  /** age recipient of the recovery key, whose secret is printed and kept nowhere here. */
  recovery: z.string().startsWith("age1"),
  /** Ed25519, PKCS #8. */
  signer: z.string(),
  /** Names contents without telling what they are. */
  names: z.string(),
});
export type BackupKeys = z.infer<typeof schema>;

const fileIn = (dataDir: string) => join(dataDir, FILE);

/** The keys of this site; undefined before its first backup. */
export function readBackupKeys(dataDir: string): BackupKeys | undefined {
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}

/** Makes the keys of a site that has none. The recovery key is told once, here. */
export async function makeBackupKeys(
  dataDir: string,
): Promise<{ keys: BackupKeys; recoveryKey: string }> {
  const identity = await generateX25519Identity();
  const secret = await generateX25519Identity();
  const { privateKey } = generateKeyPairSync("ed25519");
  const keys: BackupKeys = {
    identity,
    recovery: await identityToRecipient(secret),
    signer: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
    names: randomBytes(32).toString("base64"),
  };
  writeBackupKeys(dataDir, keys, { once: true });
  return {
    keys,
    recoveryKey: printRecoveryKey({ identity: secret, publicKey: publicKeyOf(keys) }),
  };
}

/** Written whole, for this account alone. `once`: another process may have made some meanwhile. */
export function writeBackupKeys(dataDir: string, keys: BackupKeys, { once = false } = {}): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(dataDir)}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(keys)}\n`, { mode: 0o600, flush: true });
  try {
    if (once) linkSync(draft, fileIn(dataDir));
    else renameSync(draft, fileIn(dataDir));
  } finally {
    rmSync(draft, { force: true });
  }
}

export async function recipientsOf(keys: BackupKeys): Promise<string[]> {
  return [await identityToRecipient(keys.identity), keys.recovery];
}

const signerOf = (keys: BackupKeys): KeyObject =>
  createPrivateKey({ key: Buffer.from(keys.signer, "base64"), type: "pkcs8", format: "der" });

/** The raw 32 bytes by which an archive of this site is known. */
export function publicKeyOf(keys: BackupKeys): Buffer {
  const { x = "" } = createPublicKey(signerOf(keys)).export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

export const signWith = (keys: BackupKeys, bytes: Uint8Array): Buffer =>
  sign(null, bytes, signerOf(keys));

export function isSigned(publicKey: Buffer, bytes: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") };
  return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
}

/** Under which name a content is kept: the same for the same content, and telling nothing of it. */
export const blobNameOf = (keys: BackupKeys, sha256: string): string =>
  createHmac("sha256", Buffer.from(keys.names, "base64")).update(sha256).digest("hex");

/** By which the recovery key of now is told from one of before, and nothing more. */
export const recoveryKeyFingerprint = ({ recovery }: BackupKeys): string =>
  createHash("sha256").update(recovery).digest("hex").slice(0, 16);

/** What reads archives and tells whose they are. */
export type ReadingKey = PrintedKey;

export const readingKeyOf = (keys: BackupKeys): ReadingKey => ({
  identity: keys.identity,
  publicKey: publicKeyOf(keys),
});

/** Whether a printed key is the one that archives of this site are encrypted to. @throws RecoveryKeyError */
export async function isOwnRecoveryKey(keys: BackupKeys, text: string): Promise<boolean> {
  const { identity, publicKey } = await readRecoveryKey(text);
  const recipient = await identityToRecipient(identity);
  return recipient === keys.recovery && publicKey.equals(publicKeyOf(keys));
}
