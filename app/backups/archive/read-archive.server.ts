import { buffer } from "node:stream/consumers";
import type { Storage } from "../../core/storage/storage.server.ts";
import { isSigned, type ReadingKey } from "../keys/backup-keys.server.ts";
import {
  ArchiveError,
  blobKey,
  decompress,
  decrypt,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  type Part,
  readParts,
  SIGNATURE,
  type StoredPart,
  type Sum,
  summing,
  sumOf,
} from "./archive-format.server.ts";

/** An archive in a store, with the key to read it. */
export type ArchiveSource = { store: Storage; key: string; reading: ReadingKey };

const matchesSum = (part: Pick<StoredPart, "size" | "sha256">, sum: Pick<Sum, "size" | "sha256">) =>
  part.size === sum.size && part.sha256 === sum.sha256;

async function* openParts({ store, key, reading }: ArchiveSource): AsyncGenerator<Part> {
  if (!(await store.info(key)))
    throw new ArchiveError("elle n’est pas là (there is no such archive)");
  yield* readParts(decompress(decrypt(await store.read(key), reading.identity)));
}

/**
 * Reads an archive and all its contents completely, and returns its manifest.
 * @throws ArchiveError when it is truncated, changed, signed by another site, from a later version or incomplete.
 */
export async function verifyArchive(source: ArchiveSource): Promise<Manifest> {
  const sums = new Map<string, Sum>();
  let manifestBytes: Buffer | undefined;
  let signature: Buffer | undefined;
  for await (const { name, content } of openParts(source)) {
    if (name === MANIFEST) manifestBytes = await buffer(content);
    else if (name === SIGNATURE) signature = await buffer(content);
    else sums.set(name, await sumOf(content));
  }
  if (!manifestBytes || !signature) throw new ArchiveError("elle est coupée (it is cut)");
  if (!isSigned(source.reading.publicKey, manifestBytes, signature)) {
    throw new ArchiveError("un autre site l’a signée (signed by another site)");
  }
  const manifest = readManifest(manifestBytes);
  const isWhole =
    sums.size === manifest.parts.length &&
    manifest.parts.every((part) =>
      matchesSum(part, sums.get(part.name) ?? { size: -1, sha256: "" }),
    );
  if (!isWhole) throw new ArchiveError("elle ne contient pas ce qu’elle annonce (parts differ)");
  // Equal files share one content, which is read once.
  const contents = new Map<string, Sum>();
  for (const { blob, size, sha256 } of manifest.files) {
    const sum = contents.get(blob) ?? (await sumOf(readContent(source, blob)));
    contents.set(blob, sum);
    if (!matchesSum({ size, sha256 }, sum))
      throw new ArchiveError("un fichier est abîmé (a file differs)");
  }
  return manifest;
}

function readManifest(manifestBytes: Buffer): Manifest {
  const json = JSON.parse(manifestBytes.toString()) as { format?: unknown };
  if (typeof json.format === "number" && json.format > FORMAT) {
    throw new ArchiveError("une version plus récente l’a faite (made by a later version)");
  }
  const checked = manifestSchema.safeParse(json);
  if (!checked.success) throw new ArchiveError("elle est abîmée (damaged)");
  return checked.data;
}

/** Decrypts a content. @throws ArchiveError when it is missing or unreadable. */
export async function* readContent(
  { store, reading }: Pick<ArchiveSource, "store" | "reading">,
  blob: string,
): AsyncGenerator<Uint8Array> {
  if (!(await store.info(blobKey(blob))))
    throw new ArchiveError("un fichier manque (a file is missing)");
  yield* decrypt(await store.read(blobKey(blob)), reading.identity);
}

/** Passes bytes on, and fails at the end when they differ from the manifest: the store may have changed since. */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  expected: Pick<StoredPart, "size" | "sha256">,
): AsyncGenerator<Uint8Array> {
  const { bytes, sum } = summing(content);
  yield* bytes;
  if (!matchesSum(expected, sum())) throw new ArchiveError(CHANGED);
}

const CHANGED = "elle a changé entre deux lectures (it changed meanwhile)";

/** Reads the content of a file again. @throws ArchiveError at the end when it differs from the manifest. */
export const replayFile = (
  source: ArchiveSource,
  file: Manifest["files"][number],
): AsyncGenerator<Uint8Array> => checked(readContent(source, file.blob), file);

/** Reads the parts again. Each content throws at its end when it differs from the manifest. */
export async function* replayParts(
  source: ArchiveSource,
  manifest: Manifest,
): AsyncGenerator<Part> {
  const expected = new Map(manifest.parts.map((part) => [part.name, part]));
  for await (const { name, content } of openParts(source)) {
    if (name === MANIFEST || name === SIGNATURE) continue;
    const part = expected.get(name);
    if (!part) throw new ArchiveError(CHANGED);
    yield { name, content: checked(content, part) };
    expected.delete(name);
  }
  if (expected.size > 0) throw new ArchiveError("elle est coupée (it is cut)");
}
