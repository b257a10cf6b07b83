import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** A photograph as a telephone makes it: with the place where it was taken. */
export function photograph(width = 4_000, height = 3_000): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#094" } })
    .withExif({
      IFD0: { Make: "Telephone" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "9/1 30/1 0/1" },
    })
    .jpeg()
    .toBuffer();
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of a few bytes that claims to be huge: unpacked it would fill the memory. */
export function pngBomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A picture to a browser, a script to who reads it as one. */
export async function gifWithScript(): Promise<Buffer> {
  const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .gif()
    .toBuffer();
  return Buffer.concat([gif, Buffer.from("*/=1;alert(document.cookie)//")]);
}

export const streamOf = (bytes: Uint8Array | string) =>
  new Response(bytes as BodyInit).body as ReadableStream<Uint8Array>;

/**
 * A photograph of 12 megapixels as hard to make small as a real one: shapes, and grain at three scales.
 * It lasts a second to make.
 */
export async function detailedPhotograph(width = 4_000): Promise<Buffer> {
  const height = (width * 3) / 4;
  const part = width / 4_000;
  const grain = async (scale: number, sigma: number) =>
    sharp({
      create: {
        width: width / scale,
        height: height / scale,
        channels: 3,
        background: "#808080",
        noise: { type: "gaussian", mean: 128, sigma },
      },
    })
      .resize(width, height, { kernel: "cubic" })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#124"/><stop offset=".6" stop-color="#a63"/>
    <stop offset="1" stop-color="#fd9"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>
    ${Array.from({ length: 60 }, (_, n) => `<circle cx="${(n * 733 * part) % width}" cy="${(n * 487 * part) % height}" r="${(60 + ((n * 97) % 220)) * part}" fill="hsl(${n * 37} 45% 45%)"/>`).join("")}</svg>`;
  return sharp(Buffer.from(shapes))
    .composite([
      { input: await grain(40 * part, 30), blend: "soft-light" },
      { input: await grain(8 * part, 25), blend: "soft-light" },
      { input: await grain(1, 20), blend: "soft-light" },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();
}
