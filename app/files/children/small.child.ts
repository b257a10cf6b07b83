import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { MAX_PIXELS, MAX_SIDE } from "../files.ts";
import { FileFault, SMALL, SMALL_MAX_BYTES, type SmallShape } from "./media.ts";

/** What the cameras and browsers of phones make. */
const TYPES = ["image/jpeg", "image/png", "image/webp"];
const QUALITIES = [80, 66, 52, 38];

/**
 * Writes a picture again as a small one beside it, without what the camera adds: place, time, device.
 * @throws FileFault
 */
export async function makeSmall(path: string, shape: SmallShape): Promise<void> {
  const { width: across, height: high, shortest, fit } = SMALL[shape];
  if (!TYPES.includes((await fileTypeFromFile(path))?.mime ?? "")) throw new FileFault("type");
  const options = { limitInputPixels: MAX_PIXELS };
  const { width, height } = await sharp(path, options).metadata();
  if (!width || !height || Math.max(width, height) > MAX_SIDE) throw new FileFault("side");
  if (Math.min(width, height) < shortest) throw new FileFault("small");
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize({
      width: across,
      height: high,
      fit,
      background: "#fff",
      ...(fit === "cover" && { position: sharp.strategy.attention }),
    })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const quality of QUALITIES) {
    const { size } = await sharp(data, { raw: info })
      .jpeg({ quality, mozjpeg: true })
      .toFile(`${path}-small.jpg`);
    if (size <= SMALL_MAX_BYTES) return;
  }
}
