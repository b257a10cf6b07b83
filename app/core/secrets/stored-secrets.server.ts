import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Shorter ones can be guessed. */
export const SECRET_LENGTH = 32;

const fileIn = (dataDir: string) => join(dataDir, "session-secret");
const generateSecret = () => randomBytes(32).toString("base64url");

/**
 * The generated secrets in the data folder, the current one first, one per line, readable for this user only. Empty
 * when there is no such file.
 */
export function readStoredSecrets(dataDir: string): string[] {
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const secrets = text.split("\n").map((line) => line.trim());
  return secrets.filter((secret) => secret.length >= SECRET_LENGTH);
}

/** The stored secrets, after generating one if there is none: sessions must survive a restart. */
export function storeSecret(dataDir: string): string[] {
  const secrets = readStoredSecrets(dataDir);
  if (secrets.length > 0) return secrets;
  // Processes that start at the same moment must agree on one secret: the first one linked wins.
  const draft = write(dataDir, [generateSecret()]);
  try {
    linkSync(draft, fileIn(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(draft, fileIn(dataDir));
  } finally {
    rmSync(draft, { force: true });
  }
  const stored = readStoredSecrets(dataDir);
  if (stored.length === 0) throw new Error(`${fileIn(dataDir)} holds no secret`);
  return stored;
}

/** Whether the current one of these secrets is a stored one, and not one of the settings. */
export const isSecretStored = (dataDir: string, [current]: readonly string[]): boolean =>
  current !== undefined && readStoredSecrets(dataDir)[0] === current;

/** Makes a new secret the current one; the previous ones stay as retired. */
export function rotateStoredSecret(dataDir: string): void {
  const draft = write(dataDir, [generateSecret(), ...storeSecret(dataDir)]);
  renameSync(draft, fileIn(dataDir));
}

/** Writes the secrets to a temporary file, which then replaces the old one. */
function write(dataDir: string, secrets: readonly string[]): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(dataDir)}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${secrets.join("\n")}\n`, { mode: 0o600 });
  return draft;
}
