const ENTRY = Buffer.from([0x50, 0x4b, 1, 2]);
const FIXED_BYTES = 46;

/** The names of the entries of an archive, as its directory at the end has them. */
export function zipNames(archive: Buffer): string[] {
  const names: string[] = [];
  for (let at = archive.indexOf(ENTRY); at >= 0; at = archive.indexOf(ENTRY, at + FIXED_BYTES)) {
    const start = at + FIXED_BYTES;
    names.push(archive.toString("utf8", start, start + archive.readUInt16LE(at + 28)));
  }
  return names;
}
