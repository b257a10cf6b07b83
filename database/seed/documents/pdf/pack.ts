import { deflateSync } from "node:zlib";

/** How many objects share one compressed stream; a reader opens only those it needs. */
const PER_STREAM = 150;

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function stream(entries: string, data: Buffer): Buffer {
  const head = `<< ${entries} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from("\nendstream")]);
}

/**
 * Rewrites a PDF with its small objects grouped and compressed (PDF 1.5 object streams).
 *
 * The tags that make a document accessible are hundreds of little objects, which the library
 * writes as plain text. Packing them halves what a visitor downloads on a phone.
 */
export function pack(source: Uint8Array): Uint8Array {
  const text = latin(source);
  const table = text.slice(text.lastIndexOf("\nxref\n"));
  const root = /\/Root (\d+ 0 R)/.exec(table)?.[1];
  const info = /\/Info (\d+ 0 R)/.exec(table)?.[1];
  const id = /\/ID (\[<[^\]]*\])/.exec(table)?.[1];
  if (!root || !info || !id) throw new Error("Fin de fichier PDF inattendue.");

  const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]));
  const bodies = offsets.map((offset) => {
    const start = text.indexOf(" obj\n", offset) + 5;
    const isStream = text.slice(start, text.indexOf("endobj", start)).includes(">>\nstream\n");
    const end = text.indexOf(isStream ? "\nendstream\nendobj" : "\nendobj", start);
    return { isStream, body: text.slice(start, isStream ? end + 10 : end) };
  });

  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xFF\xFF\xFF\xFF\n", "latin1")];
  let length = parts[0]?.length ?? 0;
  // One row for each object: its kind, then where it is. Row 0 is the head of the free list.
  const rows: [number, number, number][] = [[0, 0, 65535]];
  const add = (number: number, body: Buffer) => {
    rows[number] = [1, length, 0];
    const object = [Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")];
    for (const part of object) length += part.length;
    parts.push(...object);
  };

  const small: number[] = [];
  bodies.forEach(({ isStream, body }, i) => {
    if (isStream) add(i + 1, Buffer.from(body, "latin1"));
    else small.push(i + 1);
  });
  let next = bodies.length + 1;
  for (let at = 0; at < small.length; at += PER_STREAM) {
    const group = small.slice(at, at + PER_STREAM);
    let index = "";
    let data = "";
    group.forEach((number, i) => {
      index += `${number} ${data.length} `;
      data += `${bodies[number - 1]?.body}\n`;
      rows[number] = [2, next, i];
    });
    const packed = deflateSync(Buffer.from(index + data, "latin1"), { level: 9 });
    add(next, stream(`/Type /ObjStm /N ${group.length} /First ${index.length}`, packed));
    next += 1;
  }

  const start = length;
  rows[next] = [1, start, 0];
  const cells = Buffer.alloc(rows.length * 6);
  rows.forEach(([kind, where, rank], i) => {
    cells.writeUInt8(kind, i * 6);
    cells.writeUIntBE(where, i * 6 + 1, 3);
    cells.writeUInt16BE(rank, i * 6 + 4);
  });
  const trailer = `/Type /XRef /Size ${rows.length} /W [1 3 2] /Root ${root} /Info ${info} /ID ${id}`;
  add(next, stream(trailer, deflateSync(cells, { level: 9 })));
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}
