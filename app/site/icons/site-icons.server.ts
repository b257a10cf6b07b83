import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { readGenerated } from "../../files/children/generated-images.server.ts";
import { drawing } from "../../files/children/media.server.ts";
import { ICON_NAMES, type IconName } from "../../files/children/media.ts";
import {
  copyPicture,
  findPictureSource,
  knownPictureSource,
  type PictureSource,
} from "../../files/picture-sources.visitor.server.ts";
import { DEFAULT_LOGO } from "../../settings/settings.ts";
import { knownSettings, readSettings } from "../../settings/settings.visitor.server.ts";

/** Grows when icons are drawn otherwise. */
const DRAWING = 2;

/** What the icons of a logo are known by. */
const hashOf = ({ address, mark }: PictureSource) =>
  createHash("sha256")
    .update(JSON.stringify([DRAWING, address, mark]))
    .digest("base64url")
    .slice(0, 16);

/** What the addresses of icons carry, so that a new logo has new ones. */
export const iconsMark = () => hashOf(cachedLogo()).slice(0, 8);

/** Where the logo is small, and on a ground of its own: the drawn one needs none. */
export async function findMark(): Promise<string> {
  const logo = await findLogo();
  return logo.address === DEFAULT_LOGO
    ? DEFAULT_LOGO
    : `/icons/mark-${hashOf(logo).slice(0, 8)}.png`;
}

/**
 * The federation's own logo, for what leaves the site: mails and tickets. Undefined as long as it is the drawn
 * one, which says no more than the name beside it, or when it cannot be drawn.
 */
export async function readOwnMark(): Promise<Buffer | undefined> {
  const logo = await findLogo();
  return logo.address === DEFAULT_LOGO ? undefined : (await iconOf(logo, "mark.png"))?.bytes;
}

/** In memory, since every visitor's browser asks for some. */
const ready = new Map<string, Buffer>();
const READY_AT_MOST = 3 * ICON_NAMES.length;

type Icon = { bytes: Buffer; mark: string; type: string };

/** One icon of the site: of its logo, else of the drawn one. Undefined when none can be made now. */
async function readIcon(name: IconName): Promise<Icon | undefined> {
  const logo = await findLogo();
  return (await iconOf(logo, name)) ?? (await iconOf(DRAWN_SOURCE, name)) ?? (await builtIcon());
}

async function iconOf(logo: PictureSource, name: IconName): Promise<Icon | undefined> {
  const hash = hashOf(logo);
  const file = `${hash}-${name}`;
  const files = Object.fromEntries(ICON_NAMES.map((each) => [each, `${hash}-${each}`]));
  const bytes =
    ready.get(file) ?? (await readGenerated(file, { files, draw: (at) => draw(logo, at) }));
  if (!bytes) return undefined;
  if (ready.size >= READY_AT_MOST) ready.clear();
  ready.set(file, bytes);
  const type = name.endsWith(".ico") ? "image/x-icon" : "image/png";
  return { bytes, mark: hash.slice(0, 8), type };
}

async function draw(logo: PictureSource, path: string): Promise<void> {
  await copyPicture(logo, `${path}-logo`);
  await drawing.run("icons", { path, logo: `${path}-logo` });
}

/** What came with the product. */
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

/** Stands for a logo that lies elsewhere, or is not for visitors to see. */
const DRAWN_SOURCE = { address: DEFAULT_LOGO, mark: "" };

/** The federation's logo, to be drawn; as it was last known while it cannot be asked after. */
export async function findLogo() {
  const { site_logo } = await readSettings().catch(knownSettings);
  return (await findPictureSource(site_logo.main_logo)) ?? DRAWN_SOURCE;
}

/** The logo as it was last read, for what is written into every page. */
export const cachedLogo = () =>
  knownPictureSource(knownSettings().site_logo.main_logo) ?? DRAWN_SOURCE;
