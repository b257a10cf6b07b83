import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  compress,
  decompress,
  decrypt,
  encrypt,
  MANIFEST,
  type Manifest,
  type Part,
  readParts,
  SIGNATURE,
  sumOf,
  writeParts,
} from "../../../app/backups/archive/archive-format.server.ts";
import {
  type BackupKeys,
  listRecipients,
  signBytes,
} from "../../../app/backups/keys/backup-keys.server.ts";
import type { Storage } from "../../../app/core/storage/storage.server.ts";

/** What an archive holds, to be changed in place. */
export type OpenArchive = { parts: Map<string, Buffer>; manifest: Manifest };

/**
 * Writes an archive once more with something changed in it, sealed and signed again: as only somebody could who has
 * the keys of the machine, or as a mistake of ours would.
 */
export async function rewriteArchive(
  store: Storage,
  key: string,
  keys: BackupKeys,
  change: (archive: OpenArchive) => unknown,
  signer = keys,
): Promise<void> {
  const parts = new Map<string, Buffer>();
  for await (const part of readParts(decompress(decrypt(await store.read(key), keys.identity)))) {
    parts.set(part.name, await buffer(part.content));
  }
  const manifest = JSON.parse(String(parts.get(MANIFEST))) as Manifest;
  parts.delete(MANIFEST);
  parts.delete(SIGNATURE);
  await change({ parts, manifest });
  const words = Buffer.from(JSON.stringify(manifest));
  const all = [...parts, [MANIFEST, words], [SIGNATURE, signBytes(signer, words)]] as const;
  const sealed = await encrypt(compress(writeParts(streamed(all))), await listRecipients(keys));
  // Of a folder: the name of its store is where it stands.
  await writeFile(join(store.name, key), Readable.from(sealed));
}

async function* streamed(parts: Iterable<readonly [string, Buffer]>): AsyncGenerator<Part> {
  for (const [name, content] of parts) yield { name, content: Readable.from([content]) };
}

/** A part with other content, of which the manifest knows. */
export async function replacePart(
  { parts, manifest }: OpenArchive,
  name: string,
  content: Buffer,
): Promise<void> {
  parts.set(name, content);
  const { size, sha256 } = await sumOf(Readable.from([content]));
  const part = manifest.parts.find((one) => one.name === name);
  if (!part) throw new Error(`no part ${name}`);
  Object.assign(part, { size, sha256 });
}
