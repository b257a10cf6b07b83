import { crc32, deflateRawSync } from "node:zlib";

/** Date of the entries, as MS-DOS writes it: fixed, so that each run gives the same bytes. */
const DOS_DATE = ((2026 - 1980) << 9) | (6 << 5) | 1;

/** Bit 11 of the flags: names are UTF-8. */
const UTF8 = 1 << 11;

/** Writes a ZIP archive; small enough here that a dependency would weigh more than the code. */
export function zip(files: { name: string; bytes: Uint8Array }[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const isSmaller = packed.length < bytes.length;
    const data = isSmaller ? packed : Buffer.from(bytes);

    // The fields that the local header and the central directory have in common.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(isSmaller ? 8 : 0, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);

    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), madeBy, common, tail, path]));
    bodies.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
}
