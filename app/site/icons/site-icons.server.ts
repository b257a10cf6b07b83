import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { readGenerated } from "../../files/children/generated-images.server.ts";
import { drawing } from "../../files/children/media.server.ts";
import { ICON_NAMES, type IconName } from "../../files/children/media.ts";
import {
  cachedPictureSource,
  copyPicture,
  findPictureSource,
  type PictureSource,
} from "../../files/picture-sources.visitor.server.ts";
import { DEFAULT_LOGO } from "../../settings/settings.ts";
import { cachedSettings, readSettings } from "../../settings/settings.visitor.server.ts";

/** Grows when icons are drawn otherwise. */
const DRAWING = 2;

/** The hash that names the icons of a logo. */
const hashOf = ({ address, mark }: PictureSource) =>
  createHash("sha256")
    .update(JSON.stringify([DRAWING, address, mark]))
    .digest("base64url")
    .slice(0, 16);

/** The part of the addresses of icons that changes with the logo. */
export const iconsMark = () => hashOf(cachedLogo()).slice(0, 8);

/** The address of the small logo with its own background, which the built-in one does not need. */
export async function findMark(): Promise<string> {
  const logo = await findLogo();
  return logo.address === DEFAULT_LOGO
    ? DEFAULT_LOGO
    : `/icons/mark-${hashOf(logo).slice(0, 8)}.png`;
}

/**
 * The federation's own logo, for mails. Undefined as long as it is the drawn
 * one, which says no more than the name beside it, or when it cannot be drawn.
 */
export async function readOwnMark(): Promise<Buffer | undefined> {
  const logo = await findLogo();
  return logo.address === DEFAULT_LOGO ? undefined : (await iconOf(logo, "mark.png"))?.bytes;
}

/** The federation's crest as a small picture: its own logo, else the drawn one. */
export const readCrest = async () => (await readIcon("mark.png"))?.bytes;

/** Cached in memory, since every browser asks for some of them. */
const iconCache = new Map<string, Buffer>();
const MAX_CACHED_ICONS = 3 * ICON_NAMES.length;

type Icon = { bytes: Buffer; mark: string; type: string };

/** One icon of the site: of its logo, else of the built-in one. Undefined when none can be drawn now. */
async function readIcon(name: IconName): Promise<Icon | undefined> {
  const logo = await findLogo();
  return (await iconOf(logo, name)) ?? (await iconOf(BUILT_IN_LOGO, name)) ?? (await builtIcon());
}

async function iconOf(logo: PictureSource, name: IconName): Promise<Icon | undefined> {
  const hash = hashOf(logo);
  const file = `${hash}-${name}`;
  const files = Object.fromEntries(ICON_NAMES.map((each) => [each, `${hash}-${each}`]));
  const bytes =
    iconCache.get(file) ?? (await readGenerated(file, { files, draw: (at) => draw(logo, at) }));
  if (!bytes) return undefined;
  if (iconCache.size >= MAX_CACHED_ICONS) iconCache.clear();
  iconCache.set(file, bytes);
  const type = name.endsWith(".ico") ? "image/x-icon" : "image/png";
  return { bytes, mark: hash.slice(0, 8), type };
}

async function draw(logo: PictureSource, path: string): Promise<void> {
  await copyPicture(logo, `${path}-logo`);
  await drawing.run("icons", { path, logo: `${path}-logo` });
}

/** The icon that comes with the product. */
async function builtIcon(): Promise<Icon | undefined> {
  const file = join(projectRoot, "build/pictures/icon-192.png");
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && { bytes, mark: "built", type: "image/png" };
}

const FOREVER = "public, max-age=31536000, immutable";
const A_WHILE = "public, max-age=3600";

/** An icon of the site. Under an address with its mark it stays for good; else browsers ask whether it changed. */
export async function iconResponse(
  request: Request,
  name: IconName,
  mark?: string,
): Promise<Response> {
  const icon = await readIcon(name);
  if (!icon) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const etag = `"${icon.mark}-${name}"`;
  const headers = {
    "content-type": icon.type,
    "content-length": String(icon.bytes.length),
    "cache-control": mark === icon.mark ? FOREVER : A_WHILE,
    etag,
  };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers: { etag, "cache-control": A_WHILE } });
  }
  return new Response(new Uint8Array(icon.bytes), { headers });
}

/** The built-in logo, in place of one that is on another site or not public. */
const BUILT_IN_LOGO = { address: DEFAULT_LOGO, mark: "" };

/** The federation's logo; the cached one while the database is away. */
export async function findLogo() {
  const { site_logo } = await readSettings().catch(cachedSettings);
  return (await findPictureSource(site_logo.main_logo)) ?? BUILT_IN_LOGO;
}

/** The logo as it was last read, for the head of every page. */
export const cachedLogo = () =>
  cachedPictureSource(cachedSettings().site_logo.main_logo) ?? BUILT_IN_LOGO;
