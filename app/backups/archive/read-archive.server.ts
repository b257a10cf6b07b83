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

/** Where an archive is read from, and with what. */
export type ArchiveSource = { store: Storage; key: string; reading: ReadingKey };

const isSame = (part: Pick<StoredPart, "size" | "sha256">, sum: Pick<Sum, "size" | "sha256">) =>
  part.size === sum.size && part.sha256 === sum.sha256;

async function* openParts({ store, key, reading }: ArchiveSource): AsyncGenerator<Part> {
  if (!(await store.info(key)))
    throw new ArchiveError("elle n’est pas là (there is no such archive)");
  yield* readParts(decompress(decrypt(await store.read(key), reading.identity)));
}

/**
 * Reads an archive through, with every content that it names, and gives what it says of itself.
 * @throws ArchiveError when it is cut, changed, another site's or of a later version, or when a part is missing.
 */
export async function verifyArchive(source: ArchiveSource): Promise<Manifest> {
  const sums = new Map<string, Sum>();
  let words: Buffer | undefined;
  let signature: Buffer | undefined;
  for await (const { name, content } of openParts(source)) {
    if (name === MANIFEST) words = await buffer(content);
    else if (name === SIGNATURE) signature = await buffer(content);
    else sums.set(name, await sumOf(content));
  }
  if (!words || !signature) throw new ArchiveError("elle est coupée (it is cut)");
  if (!isSigned(source.reading.publicKey, words, signature)) {
    throw new ArchiveError("un autre site l’a signée (signed by another site)");
  }
  const manifest = readManifest(words);
  const isWhole =
    sums.size === manifest.parts.length &&
    manifest.parts.every((part) => isSame(part, sums.get(part.name) ?? { size: -1, sha256: "" }));
  if (!isWhole) throw new ArchiveError("elle ne contient pas ce qu’elle annonce (parts differ)");
  // Equal files share a content, which is read once; what is said of each of them is compared.
  const contents = new Map<string, Sum>();
  for (const { blob, size, sha256 } of manifest.files) {
    const sum = contents.get(blob) ?? (await sumOf(readContent(source, blob)));
    contents.set(blob, sum);
    if (!isSame({ size, sha256 }, sum))
      throw new ArchiveError("un fichier est abîmé (a file differs)");
  }
  return manifest;
}

function readManifest(words: Buffer): Manifest {
  const said = JSON.parse(words.toString()) as { format?: unknown };
  if (typeof said.format === "number" && said.format > FORMAT) {
    throw new ArchiveError("une version plus récente l’a faite (made by a later version)");
  }
  const checked = manifestSchema.safeParse(said);
  if (!checked.success) throw new ArchiveError("elle est abîmée (damaged)");
  return checked.data;
}

/** The content that a blob holds. @throws ArchiveError when it is not there, or not readable. */
export async function* readContent(
  { store, reading }: Pick<ArchiveSource, "store" | "reading">,
  blob: string,
): AsyncGenerator<Uint8Array> {
  if (!(await store.info(blobKey(blob))))
    throw new ArchiveError("un fichier manque (a file is missing)");
  yield* decrypt(await store.read(blobKey(blob)), reading.identity);
}

/** Passes bytes on, and fails at their end unless they are what the manifest says: a store may change meanwhile. */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  expected: Pick<StoredPart, "size" | "sha256">,
): AsyncGenerator<Uint8Array> {
  const { bytes, sum } = summing(content);
  yield* bytes;
  if (!isSame(expected, sum())) throw new ArchiveError(CHANGED);
}

const CHANGED = "elle a changé entre deux lectures (it changed meanwhile)";

/** The content of a file once more. @throws ArchiveError at its end, when it is not what the manifest says. */
export const replayFile = (
  source: ArchiveSource,
  file: Manifest["files"][number],
): AsyncGenerator<Uint8Array> => checked(readContent(source, file.blob), file);

/** The parts once more. The content of each throws at its end when it is not what the manifest says. */
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
