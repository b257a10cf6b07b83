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

// Archives are encrypted to two keys: that of the server, which is stored beside the data and used by the nightly proof,
// and the recovery key, which is printed once and kept by people for the case that the machine is lost. A third key signs
// the manifest, so that the archive of another site is refused.

const FILE = "backup-keys.json";

const schema = z.object({
  /** age identity of the server. */
  identity: z.string().startsWith("AGE-SECRET-KEY-1"),
  /** age recipient of the recovery key, whose secret is printed and not stored. */
  recovery: z.string().startsWith("age1"),
  /** Ed25519, PKCS #8. */
  signer: z.string(),
  /** HMAC key for the names of stored contents, so that a name does not reveal a hash. */
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

/** Creates the keys of a site. The recovery key is returned only here. */
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
    recoveryKey: printRecoveryKey({ identity: secret, publicKey: readPublicKey(keys) }),
  };
}

/** Writes the file atomically. `once`: fails if another process created one meanwhile. */
function writeBackupKeys(dataDir: string, keys: BackupKeys, { once = false } = {}): void {
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

export async function listRecipients(keys: BackupKeys): Promise<string[]> {
  return [await identityToRecipient(keys.identity), keys.recovery];
}

const readSigner = (keys: BackupKeys): KeyObject =>
  createPrivateKey({ key: Buffer.from(keys.signer, "base64"), type: "pkcs8", format: "der" });

/** The raw 32 bytes of the public key that verifies signatures of this site. */
function readPublicKey(keys: BackupKeys): Buffer {
  const { x = "" } = createPublicKey(readSigner(keys)).export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

export const signBytes = (keys: BackupKeys, bytes: Uint8Array): Buffer =>
  sign(null, bytes, readSigner(keys));

export function isSigned(publicKey: Buffer, bytes: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") };
  return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
}

/** The name under which a content is stored: equal for equal contents, and revealing nothing of them. */
export const blobName = (keys: BackupKeys, sha256: string): string =>
  createHmac("sha256", Buffer.from(keys.names, "base64")).update(sha256).digest("hex");

/** Identifies the current recovery key, without revealing it. */
export const recoveryKeyFingerprint = ({ recovery }: BackupKeys): string =>
  createHash("sha256").update(recovery).digest("hex").slice(0, 16);

/** Decrypts archives and verifies their signature. */
export type ReadingKey = PrintedKey;

export const toReadingKey = (keys: BackupKeys): ReadingKey => ({
  identity: keys.identity,
  publicKey: readPublicKey(keys),
});

/** Whether an entered key is the recovery key of this site. @throws RecoveryKeyError */
export async function isOwnRecoveryKey(keys: BackupKeys, text: string): Promise<boolean> {
  const { identity, publicKey } = await readRecoveryKey(text);
  const recipient = await identityToRecipient(identity);
  return recipient === keys.recovery && publicKey.equals(readPublicKey(keys));
}
