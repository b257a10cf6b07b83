// Renders the drawn pictures to the sizes and formats the site serves.
// Run from the repository root: `node database/seed/render-pictures.ts`.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
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
const JPEG_WIDTH = 1200;
const JPEG_MAX_BYTES = 200_000;
/** Full colour resolution costs a fifth more bytes than flat drawings can show. */
const AVIF = { quality: 41, effort: 3, chromaSubsampling: "4:2:0" };
const WEBP = { quality: 68 };
const JPEG = { quality: 78, mozjpeg: true };
/** Application icons made from the logo, with the share of the square it fills. */
const ICONS = [
  { name: "icon-192.png", size: 192, fill: 0.72 },
  { name: "icon-512.png", size: 512, fill: 0.72 },
  { name: "apple-touch-icon.png", size: 180, fill: 0.76 },
];
/** Two at a time: what a small server has cores and memory for. */
const CONCURRENCY = 2;

/** One file to write: how to make it, and the settings that would change it. */
type Job = {
  name: string;
  svg: Buffer;
  settings: object;
  write: (file: string) => Promise<unknown>;
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
  const max = Math.min(viewWidth, SMALL.test(name) ? SMALL_MAX : viewWidth);
  const jobs = WIDTHS.filter((width) => width <= max).flatMap((width): Job[] => [
    {
      name: `${name}-${width}.avif`,
      svg,
      settings: { width, AVIF },
      write: (file) => raster(svg, viewWidth, width).flatten().avif(AVIF).toFile(file),
    },
    {
      name: `${name}-${width}.webp`,
      svg,
      settings: { width, WEBP },
      write: (file) => raster(svg, viewWidth, width).flatten().webp(WEBP).toFile(file),
    },
  ]);
  const width = Math.min(JPEG_WIDTH, viewWidth);
  const jpeg: Job = {
    name: `${name}.jpg`,
    svg,
    settings: { width, JPEG },
    write: async (file) => {
      const { size } = await raster(svg, viewWidth, width).flatten().jpeg(JPEG).toFile(file);
      // Messengers refuse or crop heavy preview pictures, so a heavy drawing is a mistake.
      if (size > JPEG_MAX_BYTES) throw new Error(`${name}.jpg weighs ${size} bytes`);
    },
  };
  return [...jobs, jpeg];
}

/** Application icons: the logo centred on ink, inside the area phones may crop. */
function iconJobs(svg: Buffer): Job[] {
  const viewWidth = readViewWidth(svg, "logo");
  return ICONS.map(({ name, size, fill }) => ({
    name,
    svg,
    settings: { size, fill, INK },
    write: async (file) => {
      const input = await raster(svg, viewWidth, Math.round(size * fill)).toBuffer();
      const ground = sharp({ create: { width: size, height: size, channels: 3, background: INK } });
      return ground.composite([{ input }]).png({ palette: true }).toFile(file);
    },
  }));
}

/** Makes the file once per content: the cache outlives `build/`, which gets emptied. */
async function deliver(job: Job, cached: Set<string>): Promise<{ key: string; isNew: boolean }> {
  const hash = createHash("sha256").update(job.svg).update(JSON.stringify(job.settings));
  const key = `${hash.update(sharp.versions.vips).digest("hex")}-${job.name}`;
  const isNew = !cached.has(key);
  if (isNew) {
    const part = join(CACHE, `part-${process.pid}-${job.name}`);
    await job.write(part);
    await rename(part, join(CACHE, key));
  }
  await copyFile(join(CACHE, key), join(OUTPUT, job.name));
  return { key, isNew };
}

const started = performance.now();
await mkdir(OUTPUT, { recursive: true });
await mkdir(CACHE, { recursive: true });
const jobs: Job[] = [];
for (const file of (await readdir(SOURCE)).filter((entry) => entry.endsWith(".svg")).sort()) {
  const name = basename(file, ".svg");
  const svg = await readFile(join(SOURCE, file));
  if (!MARKS.includes(name)) jobs.push(...pictureJobs(name, svg));
  else await copyFile(join(SOURCE, file), join(OUTPUT, file));
  if (name === "logo") jobs.push(...iconJobs(svg));
}

const cached = new Set(await readdir(CACHE));
const used = new Set<string>();
let rendered = 0;
// One iterator shared by the workers: each takes the next file when it is free.
const queue = jobs.values();
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (const job of queue) {
      const result = await deliver(job, cached);
      used.add(result.key);
      if (result.isNew) rendered += 1;
    }
  }),
);

// What no drawing asks for any more would be served for ever, or fill the cache.
const expected = new Set([...jobs.map((job) => job.name), ...MARKS.map((mark) => `${mark}.svg`)]);
const stale = (await readdir(OUTPUT)).filter((entry) => !expected.has(entry));
await Promise.all(stale.map((entry) => rm(join(OUTPUT, entry), { recursive: true })));
await Promise.all([...cached].filter((key) => !used.has(key)).map((key) => rm(join(CACHE, key))));

const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `pictures: ${jobs.length} files, ${rendered} made, ${stale.length} removed, ${seconds} s`,
);
