// Renders the drawn pictures to the sizes and formats the site serves.
// Run from the repository root: `node database/seed/render-pictures.ts`; with `--only-draw` they are kept
// in the cache and wait there, while another builds what stands beside them.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";

const SOURCE = "database/seed/pictures";
const OUTPUT = "build/pictures";
const CACHE = "node_modules/.cache/pictures";
const INK = "#0B1410";
/** Drawn by the browser as they are: a mark must stay sharp at any size. */
const MARKS = ["logo", "favicon"];
const WIDTHS = [320, 480, 640, 960, 1280];
/** Portraits, crests, marks and documents are never shown wider than a card. */
const SMALL = /^(leader|player|club|partner|placeholder-(person|partner|document))\b/;
const SMALL_MAX = 640;
/** A mark on white: where its edge covers half a pixel, the other half is white too, and no dark line. */
const ON_WHITE = /^(partner|placeholder-partner)\b/;
const JPEG_WIDTH = 1200;
const JPEG_MAX_BYTES = 200_000;
/**
 * Full colour resolution costs a fifth more bytes than flat drawings can show. Tuned for SSIM, drawings are as
 * close to their original as with the encoder's own tuning, in fewer bytes; a higher effort takes twice
 * the time for a hundredth of them.
 */
const AVIF = { quality: 48, effort: 2, chromaSubsampling: "4:2:0", tune: "ssim" } as const;
const WEBP = { quality: 68, effort: 2 };
const JPEG = { quality: 78, mozjpeg: true };
/** Application icons made from the logo, with the share of the square it fills. */
const ICONS = [
  { name: "icon-192.png", size: 192, fill: 0.72 },
  { name: "icon-512.png", size: 512, fill: 0.72 },
  { name: "apple-touch-icon.png", size: 180, fill: 0.76 },
];
/** Files made of one bitmap: how to make them, and the settings that would change them. */
type Job = {
  names: readonly string[];
  svg: Buffer;
  settings: object;
  /** @param fileFor says where each of the names is to be written. */
  write: (fileFor: (name: string) => string) => Promise<unknown>;
};

/** Rasterises at the target width instead of enlarging a small bitmap. */
function raster(svg: Buffer, viewWidth: number, width: number) {
  return sharp(svg, { density: (72 * width) / viewWidth }).resize({ width });
}

/** Reads the drawing's own width, because `viewBox` is the only size the files carry. */
function readViewWidth(svg: Buffer, file: string): number {
  const match = /viewBox="0 0 ([\d.]+) [\d.]+"/.exec(svg.toString("utf8"));
  if (!match) throw new Error(`${file}: no viewBox starting at 0 0`);
  return Number(match[1]);
}

/** The files one scene, portrait, crest or placeholder becomes. */
function pictureJobs(name: string, svg: Buffer): Job[] {
  const viewWidth = readViewWidth(svg, name);
  const ground = ON_WHITE.test(name) ? { background: "#fff" } : undefined;
  const max = Math.min(viewWidth, SMALL.test(name) ? SMALL_MAX : viewWidth);
  const jobs = WIDTHS.filter((width) => width <= max).map((width): Job => {
    const avif = `${name}-${width}.avif`;
    const webp = `${name}-${width}.webp`;
    return {
      names: [avif, webp],
      svg,
      settings: { width, AVIF, WEBP, ...ground },
      write: async (fileFor) => {
        const bitmap = raster(svg, viewWidth, width).flatten(ground).raw();
        const { data, info: raw } = await bitmap.toBuffer({ resolveWithObject: true });
        await sharp(data, { raw }).avif(AVIF).toFile(fileFor(avif));
        await sharp(data, { raw }).webp(WEBP).toFile(fileFor(webp));
      },
    };
  });
  const width = Math.min(JPEG_WIDTH, viewWidth);
  const jpg = `${name}.jpg`;
  const jpeg: Job = {
    names: [jpg],
    svg,
    settings: { width, JPEG },
    write: async (fileFor) => {
      const picture = raster(svg, viewWidth, width).flatten().jpeg(JPEG);
      const { size } = await picture.toFile(fileFor(jpg));
      // Messengers refuse or crop heavy preview pictures, so a heavy drawing is a mistake.
      if (size > JPEG_MAX_BYTES) throw new Error(`${jpg} weighs ${size} bytes`);
    },
  };
  return [...jobs, jpeg];
}

/** Application icons: the logo centred on ink, inside the area phones may crop. */
function iconJobs(svg: Buffer): Job[] {
  const viewWidth = readViewWidth(svg, "logo");
  return ICONS.map(({ name, size, fill }) => ({
    names: [name],
    svg,
    settings: { size, fill, INK },
    write: async (fileFor) => {
      const input = await raster(svg, viewWidth, Math.round(size * fill)).toBuffer();
      const ground = sharp({ create: { width: size, height: size, channels: 3, background: INK } });
      return ground.composite([{ input }]).png({ palette: true }).toFile(fileFor(name));
    },
  }));
}

/** Makes the files once per content, and says what each is called in the cache. */
async function draw({
  names,
  svg,
  settings,
  write,
}: Job): Promise<{ keys: string[]; isNew: boolean }> {
  const hash = createHash("sha256").update(svg).update(JSON.stringify(settings));
  const content = hash.update(sharp.versions.vips).digest("hex");
  const keys = names.map((name) => `${content}-${name}`);
  if (keys.every((key) => cached.has(key))) return { keys, isNew: false };
  const partOf = (name: string) => join(CACHE, `part-${process.pid}-${name}`);
  await write(partOf);
  await Promise.all(names.map((name) => rename(partOf(name), join(CACHE, `${content}-${name}`))));
  return { keys, isNew: true };
}

const started = performance.now();
// The cache outlives build/, which each bundle empties.
await mkdir(CACHE, { recursive: true });
const cached = new Set(await readdir(CACHE));
const jobs: Job[] = [];
for (const file of (await readdir(SOURCE)).filter((entry) => entry.endsWith(".svg")).sort()) {
  const name = basename(file, ".svg");
  const svg = await readFile(join(SOURCE, file));
  if (!MARKS.includes(name)) jobs.push(...pictureJobs(name, svg));
  if (name === "logo") jobs.push(...iconJobs(svg));
}

/** Where each file that is served is to be copied from. */
const origins = new Map(MARKS.map((mark) => [`${mark}.svg`, join(SOURCE, `${mark}.svg`)]));
const used = new Set<string>();
let drawn = 0;
// One iterator shared by the workers: each takes the next job when it is free.
const queue = jobs.values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const job of queue) {
      const { keys, isNew } = await draw(job);
      for (const key of keys) {
        used.add(key);
        origins.set(key.slice(key.indexOf("-") + 1), join(CACHE, key));
      }
      if (isNew) drawn += keys.length;
    }
  }),
);
await Promise.all([...cached].filter((key) => !used.has(key)).map((key) => rm(join(CACHE, key))));

if (!process.argv.includes("--only-draw")) {
  await mkdir(OUTPUT, { recursive: true });
  await Promise.all([...origins].map(([name, from]) => copyFile(from, join(OUTPUT, name))));
  // What no drawing asks for any more would be served for ever.
  const stale = (await readdir(OUTPUT)).filter((entry) => !origins.has(entry));
  await Promise.all(stale.map((entry) => rm(join(OUTPUT, entry), { recursive: true })));
}

const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`pictures: ${origins.size} files, ${drawn} drawn, ${seconds} s`);
