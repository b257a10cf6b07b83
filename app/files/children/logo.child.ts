import sharp from "sharp";
import { MAX_PIXELS } from "../files.ts";

type Box = { width: number; height: number };

/** A logo in the box that it is given, whatever its own shape, with its clear parts. */
export async function drawLogo(file: string, { width, height }: Box) {
  const drawing = sharp(file, { limitInputPixels: MAX_PIXELS, density: await densityFor(file) })
    .autoOrient()
    .resize({ width, height, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha();
  const made = await drawing.png().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(made.data).stats();
  // One of which nothing can be seen is no logo.
  if ((channels[3]?.max ?? 0) < 16) throw new Error("an empty logo");
  return made;
}

/** A drawing of lines is drawn at the size that is needed, not enlarged from its own. */
async function densityFor(file: string): Promise<number> {
  const { format, width, height } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata();
  if (format !== "svg") return 72;
  return Math.min(2_400, Math.max(72, (72 * 512) / Math.max(width, height, 1)));
}

/** How light what can be seen of a picture is, from 0 to 1. */
export async function lightnessOf(png: Buffer): Promise<number> {
  const { data } = await sharp(png).resize(32, 32, { fit: "inside" }).raw().toBuffer({
    resolveWithObject: true,
  });
  let [light, seen] = [0, 0];
  for (let place = 0; place + 3 < data.length; place += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(place, place + 4);
    light += ((0.21 * red + 0.72 * green + 0.07 * blue) / 255) * alpha;
    seen += alpha;
  }
  return seen === 0 ? 1 : light / seen;
}
