import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { WORKER_POLICY } from "../../app/core/http/security-headers.ts";
import { chooseEncoding, compressBest, compressFast, type Encoded } from "../pages/compression.ts";

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".bcmap": "application/octet-stream",
  ".css": "text/css; charset=utf-8",
  ".icc": "application/vnd.iccprofile",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".pfb": "application/octet-stream",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
};
const COMPRESSED = new Set([".css", ".icc", ".js", ".mjs", ".json", ".svg", ".ttf", ".wasm"]);

const FOREVER = "public, max-age=31536000, immutable";
const A_MONTH = "public, max-age=2592000";

type StaticFile = { file: string; type: string; compressed: boolean; forever: boolean };
type Loaded = { etag: string; encoded: Promise<Encoded> | Encoded };

/** The best compression of larger files takes seconds, so the first visitor gets a quicker one. */
const SLOW_BYTES = 400_000;

/**
 * The files of the build, by address. The list is read once at start, so that no address can reach outside it; a
 * file is read and compressed at its first request and stays in memory, a few megabytes in all.
 */
export class StaticFiles {
  #found = new Map<string, StaticFile>();
  #loaded = new Map<string, Loaded>();

  /** Adds every file of a folder under an address prefix such as `/assets/`. */
  add(prefix: string, folder: string, forever: boolean): this {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const extension = extname(entry.name);
      const type = TYPES[extension];
      if (!type) continue;
      const address = prefix + relative(folder, file).split(sep).join("/");
      this.#found.set(address, { file, type, compressed: COMPRESSED.has(extension), forever });
    }
    return this;
  }

  has(pathname: string): boolean {
    return this.#found.has(pathname);
  }

  /** Answers with the file at an address. Rejects when there is none, or it cannot be read. */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    common: string[],
  ): Promise<void> {
    const file = this.#found.get(pathname);
    if (!file) throw new Error(`no static file at ${pathname}`);
    const loaded = this.#load(pathname, file);
    const encoding = file.compressed
      ? chooseEncoding(request.headers["accept-encoding"])
      : "identity";
    const headers = [
      ...common,
      "content-type",
      file.type,
      "cache-control",
      file.forever ? FOREVER : A_MONTH,
      "etag",
      loaded.etag,
      "vary",
      "accept-encoding",
      // Only a worker obeys it; the other modules of pdf.js have the same ending.
      ...(pathname.endsWith(".mjs") ? ["content-security-policy", WORKER_POLICY] : []),
    ];
    if (request.headers["if-none-match"] === loaded.etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const body = (await loaded.encoded)[encoding];
    if (encoding !== "identity") headers.push("content-encoding", encoding);
    headers.push("content-length", String(body.length));
    response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
  }

  #load(pathname: string, file: StaticFile): Loaded {
    const cached = this.#loaded.get(pathname);
    if (cached) return cached;
    const bytes = readFileSync(file.file);
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
    const loaded: Loaded = { etag, encoded: { identity: bytes, br: bytes, gzip: bytes } };
    this.#loaded.set(pathname, loaded);
    if (!file.compressed) return loaded;
    const best = compressBest(bytes);
    loaded.encoded = bytes.length < SLOW_BYTES ? best : compressFast(bytes);
    void best.then((encoded) => {
      loaded.encoded = encoded;
    });
    return loaded;
  }
}

/** Whether a folder exists: the pictures may not have been made yet. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
