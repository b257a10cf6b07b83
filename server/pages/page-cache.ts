import { createHash } from "node:crypto";
import { HOUR } from "../../app/core/values/durations.ts";
import {
  BestCompression,
  compressFast,
  ENCODINGS,
  type Encoded,
  type Encoding,
} from "./compression.ts";

/** A rendered page. */
export type RenderedPage = {
  status: number;
  /** Without content-length, content-encoding, etag and vary, which belong to each encoding. */
  headers: [string, string][];
  body: Buffer<ArrayBuffer>;
  /** The content tables that it read; null for a page that must not be cached. */
  reads: readonly string[] | null;
  /** A read failed, so the page shows samples. */
  degraded: boolean;
};

/** One encoding of a page, ready to be written. */
type Variant = {
  etag: string;
  /** Names and values in one flat list, which `writeHead` takes fastest. */
  headers: string[];
  notModifiedHeaders: string[];
  body: Buffer<ArrayBuffer>;
};

export type Entry = {
  status: number;
  /** The headers that every encoding has. */
  headers: [string, string][];
  variants: Record<Encoding, Variant>;
  /** The start of every ETag of this content, whatever its encoding. */
  tag: string;
  reads: readonly string[];
  stale: boolean;
  /**
   * When it must be rendered again even without a known change. All times of this cache are on the monotonic
   * clock: if the wall clock were set back, pages would live too long.
   */
  until: number;
  /** When it was last moved to the end of the LRU order. */
  touched: number;
  bytes: number;
  /** Compressed quickly so far: the best compression is worth it once the page is requested again. */
  quick: boolean;
};

/** A page as it is stored on disk for a start without a database. */
export type StoredPage = {
  key: string;
  status: number;
  headers: [string, string][];
  reads: readonly string[];
  body: string;
};

/** Browsers and proxies may store a page, and must revalidate it. */
const REVALIDATE = "public, max-age=0, must-revalidate";
/** What changes without a content table (download counts, the year) is at most so old. */
const MAX_AGE_MS = HOUR;
const TOUCH_MS = 1_000;
/** The length of the queue for the best compression. */
const MAX_WAITING = 100;
/** After a failed or degraded rendering, how long the last good copy is served without another try. */
const FAILURE_MS = 1_000;

/**
 * The pages of the public site as ready buffers, by address. A page is fresh until a table that it read changes;
 * then the next request renders it again, once, however many wait. While rendering fails, the last good copy is
 * served.
 */
export class PageCache {
  #entries = new Map<string, Entry>();
  #pending = new Map<string, Promise<Entry | RenderedPage>>();
  #generation = new Map<string, number>();
  #globalGeneration = 0;
  #bytes = 0;
  #failedUntil = 0;
  readonly #best = new BestCompression(MAX_WAITING);
  #droppedAt = 0;
  readonly #maxBytes: number;
  /** The number of renderings, for tests and the benchmark. */
  renderings = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The page, if it is cached and fresh. */
  fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.stale) return undefined;
    const now = performance.now();
    if (now >= entry.until) return undefined;
    if (entry.quick) this.#improve(key, entry);
    // The LRU order need not be exact, and moving an entry costs time.
    if (now - entry.touched > TOUCH_MS) this.#touch(key, entry);
    return entry;
  }

  /**
   * The page, from the cache or rendered now; requests for the same page share one rendering. A RenderedPage is
   * returned when the page may not be cached.
   */
  async page(key: string, render: () => Promise<RenderedPage>): Promise<Entry | RenderedPage> {
    const previous = this.#entries.get(key);
    if (previous && (isFresh(previous) || performance.now() < this.#failedUntil))
      return this.#touch(key, previous);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const rendering = this.#render(key, previous, render).finally(() => this.#pending.delete(key));
    this.#pending.set(key, rendering);
    return rendering;
  }

  /** A content table changed: pages that read it are rendered again at the next request. */
  invalidate(table: string): void {
    this.#generation.set(table, (this.#generation.get(table) ?? 0) + 1);
    for (const entry of this.#entries.values()) {
      if (entry.reads.includes(table)) entry.stale = true;
    }
  }

  /** Changes may have been missed: every page is rendered again at the next request. */
  invalidateAll(): void {
    this.#globalGeneration++;
    for (const entry of this.#entries.values()) entry.stale = true;
  }

  /** The database was wrong since then (`performance.now()`): pages rendered since are dropped. */
  dropSince(moment: number): void {
    this.#droppedAt = performance.now();
    for (const [key, entry] of this.#entries) {
      if (entry.until - MAX_AGE_MS >= moment) this.#drop(key);
    }
  }

  /** The fresh pages for storage on disk, the most recently requested first, up to so many bytes. */
  exportPages(maxBytes: number): StoredPage[] {
    const pages: StoredPage[] = [];
    let bytesLeft = maxBytes;
    for (const [key, { stale, status, headers, reads, variants }] of [...this.#entries].reverse()) {
      const { body } = variants.identity;
      if (stale || status !== 200 || body.length > bytesLeft) continue;
      bytesLeft -= body.length;
      pages.push({ key, status, headers, reads, body: body.toString() });
    }
    return pages;
  }

  /** Adds pages of an earlier process as stale copies, which are served only while rendering fails. */
  importPages(pages: readonly StoredPage[]): void {
    for (const { key, body, ...page } of [...pages].reverse()) {
      const bytes = Buffer.from(body);
      const entry = makeEntry({ ...page, body: bytes }, compressFast(bytes));
      this.#store(key, Object.assign(entry, { stale: true, until: 0 }));
    }
  }

  /** How many pages and bytes are cached. */
  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#bytes };
  }

  async #render(
    key: string,
    previous: Entry | undefined,
    render: () => Promise<RenderedPage>,
  ): Promise<Entry | RenderedPage> {
    const began = performance.now();
    const globalGeneration = this.#globalGeneration;
    const generations = new Map(this.#generation);
    this.renderings++;
    const page = await render().catch((error: unknown) => {
      if (previous) return undefined;
      throw error;
    });
    if (previous && (!page || page.degraded || page.status >= 500)) {
      this.#failedUntil = performance.now() + FAILURE_MS;
      return previous;
    }
    if (!page) throw new Error("unreachable: a rendering without a result has a known page");
    const { reads } = page;
    const isDropped = began <= this.#droppedAt;
    if (reads === null || page.degraded || page.status >= 500 || isDropped) {
      // The old copy must not come back while the database is away.
      this.#drop(key);
      return page;
    }
    const entry = makeEntry({ ...page, reads }, compressFast(page.body));
    // A change that came during the rendering is not in the page.
    entry.stale =
      globalGeneration !== this.#globalGeneration ||
      reads.some((table) => this.#generation.get(table) !== generations.get(table));
    this.#store(key, entry);
    return entry;
  }

  /** Queues the best compression, which then replaces the quick one. */
  #improve(key: string, entry: Entry): void {
    const { status, headers, reads } = entry;
    const body = entry.variants.identity.body;
    const isCurrent = () => this.#entries.get(key) === entry && !entry.stale;
    const finish = (encoded: Encoded) => {
      const best = makeEntry({ status, headers, reads, body }, encoded);
      this.#bytes += best.bytes - entry.bytes;
      Object.assign(entry, { variants: best.variants, bytes: best.bytes });
    };
    entry.quick = !this.#best.add({ identity: body, isWanted: isCurrent, finish });
  }

  #touch(key: string, entry: Entry): Entry {
    entry.touched = performance.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #store(key: string, entry: Entry): void {
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

type Content = Pick<RenderedPage, "status" | "headers" | "body"> & { reads: readonly string[] };

function makeEntry(page: Content, encoded: Encoded): Entry {
  const tag = createHash("sha256").update(page.body).digest("base64url").slice(0, 16);
  const variants = Object.fromEntries(
    ENCODINGS.map((encoding) => [encoding, makeVariant(page, tag, encoding, encoded[encoding])]),
  ) as Record<Encoding, Variant>;
  const bytes = ENCODINGS.reduce((sum, encoding) => sum + encoded[encoding].length + 1024, 0);
  return {
    status: page.status,
    headers: page.headers,
    variants,
    tag,
    reads: page.reads,
    stale: false,
    until: performance.now() + MAX_AGE_MS,
    touched: performance.now(),
    bytes,
    quick: true,
  };
}

function makeVariant(
  page: Content,
  tag: string,
  encoding: Encoding,
  body: Buffer<ArrayBuffer>,
): Variant {
  // The length distinguishes the quick compression from the best: a strong ETag names exact bytes.
  const etag = `"${tag}-${encoding}-${body.length.toString(36)}"`;
  // The missing page of a private address says itself that nobody stores it.
  const saysItself = page.headers.some(([name]) => name === "cache-control");
  const shared = [
    ...page.headers.flat(),
    ...(saysItself ? [] : ["cache-control", REVALIDATE]),
    "vary",
    "accept-encoding",
    "etag",
    etag,
  ];
  return {
    etag,
    body,
    notModifiedHeaders: shared,
    headers: [
      ...shared,
      ...(encoding === "identity" ? [] : ["content-encoding", encoding]),
      "content-length",
      String(body.length),
    ],
  };
}

const isFresh = (entry: Entry) => !entry.stale && performance.now() < entry.until;

/** Whether an If-None-Match header names this content, in any encoding. */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === "*" || ifNoneMatch.includes(`"${tag}-`));
}
