import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { isPicture, MAX_PIXELS, MAX_SIDE } from "../files.ts";
import { FileFault, type MediaResults } from "./media.ts";
import { makeFirst } from "./pictures.child.ts";

/** Types without a signature of their own: the extension decides when the content allows it. */
const BY_ENDING: Readonly<Record<string, string>> = {
  doc: "application/msword",
  ppt: "application/vnd.ms-powerpoint",
  svg: "image/svg+xml",
  txt: "text/plain",
  xls: "application/vnd.ms-excel",
};

const OLD_OFFICE = ["doc", "xls", "ppt"];
const WELCOME =
  /^(?:image\/(?:jpeg|png|webp|avif|gif)|video\/|audio\/|application\/pdf$|application\/zip$|application\/(?:x-|vnd\.)rar|application\/vnd\.openxmlformats-officedocument\.|application\/vnd\.oasis\.opendocument\.)/;

type Kind = { type: string; extension: string };

/**
 * The type of a file by its content; the name decides only where the content says nothing.
 * @throws FileFault
 */
async function sniff(path: string, filename: string): Promise<Kind> {
  const ending = /\.(\w{1,5})$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  const detected = await fileTypeFromFile(path);
  if (detected?.mime === "application/x-cfb" && OLD_OFFICE.includes(ending)) {
    return { type: BY_ENDING[ending] ?? "", extension: ending };
  }
  if (detected && WELCOME.test(detected.mime))
    return { type: detected.mime, extension: detected.ext };
  const svg = ending === "svg" && (!detected || detected.mime === "application/xml");
  if (svg && (await beginsAs(path, /<svg[\s>]/i))) {
    return { type: "image/svg+xml", extension: "svg" };
  }
  if (!detected && ending === "txt" && (await isText(path))) {
    return { type: "text/plain", extension: "txt" };
  }
  throw new FileFault("type");
}

async function head(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const beginsAs = async (path: string, mark: RegExp) =>
  mark.test((await head(path)).toString("utf8"));

async function isText(path: string): Promise<boolean> {
  const start = await head(path);
  // The last character may be incomplete.
  const text = new TextDecoder("utf-8", { fatal: true });
  try {
    text.decode(start, { stream: true });
    return !start.includes(0);
  } catch {
    return false;
  }
}

/**
 * Checks a received file. A picture is written again without metadata (place, time, device) and without data that
 * is appended to it.
 * @throws FileFault
 */
export async function examine(path: string, filename: string): Promise<MediaResults["examine"]> {
  const kind = await sniff(path, filename);
  if (!isPicture(kind.type)) return { ...kind, width: null, height: null };
  const animated = kind.type === "image/gif" || kind.type === "image/webp";
  const options = { animated, limitInputPixels: MAX_PIXELS };
  const { width, height, pageHeight } = await sharp(path, options).metadata();
  if (!width || !height || width > MAX_SIDE || (pageHeight ?? height) > MAX_SIDE) {
    throw new FileFault("side");
  }
  const clean = `${path}-clean`;
  const info = await sharp(path, options)
    .autoOrient()
    .keepIccProfile()
    .toFormat(kind.extension as "jpeg", { quality: 88 })
    .toFile(clean);
  await makeFirst(clean, path);
  return { ...kind, width: info.width, height: info.pageHeight ?? info.height };
}
