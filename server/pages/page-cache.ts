import { createHash } from "node:crypto";
import { HOUR } from "../../app/core/values/durations.ts";
import {
  BestCompression,
  compressFast,
  ENCODINGS,
  type Encoded,
  type Encoding,
} from "./compression.ts";

/** A page as the router made it. */
export type RenderedPage = {
  status: number;
  /** Without content-length, content-encoding, etag and vary, which belong to each encoding. */
  headers: [string, string][];
  body: Buffer<ArrayBuffer>;
  /** The content tables that it read; null for a page that must not be kept. */
  reads: readonly string[] | null;
  /** A read failed and samples stood in. */
  degraded: boolean;
};

/** One encoding of a page, ready to be written. */
export type Variant = {
  etag: string;
  /** Flat name, value, name, value… as `writeHead` takes them fastest. */
  headers: string[];
  notModifiedHeaders: string[];
  body: Buffer<ArrayBuffer>;
};

export type Entry = {
  status: number;
  /** Those of every encoding. */
  headers: [string, string][];
  variants: Record<Encoding, Variant>;
  /** The start of every ETag of this content, whatever its encoding. */
  tag: string;
  reads: readonly string[];
  stale: boolean;
  /**
   * When it must be made again even if nothing is known to have changed. By the clock that nobody sets, as all
   * times of this cache: with one that is put back, pages would be kept for as long.
   */
  until: number;
  /** When it was last moved to the end of the line, for who must leave first. */
  touched: number;
  bytes: number;
  /** Compressed quickly: the best is worth its work once the page is asked for again. */
  quick: boolean;
};

/** A page as it is written down for a start without a database. */
export type KeptPage = {
  key: string;
  status: number;
  headers: [string, string][];
  reads: readonly string[];
  body: string;
};

/** Told to caches and browsers: keep it, but ask before showing it again. */
const REVALIDATE = "public, max-age=0, must-revalidate";
/** What changes without a content table (download counts, the year) is at most this old. */
const MAX_AGE_MS = HOUR;
const TOUCH_MS = 1_000;
/** Pages that wait for their best compression; more than a busy site has changed at once. */
const MAX_WAITING = 100;
/** After a rendering that had to fall back on samples, how long to serve the last good copy untried. */
const AWAY_MS = 1_000;

/**
 * The pages of the public site as ready buffers, by address. A page stays until a table that it
 * read changes; then it is made again on the next request, once, however many ask. While that
 * fails, its last good copy goes on being served.
 */
export class PageCache {
  #entries = new Map<string, Entry>();
  #making = new Map<string, Promise<Entry | RenderedPage>>();
  #generation = new Map<string, number>();
  #everything = 0;
  #bytes = 0;
  #awayUntil = 0;
  readonly #best = new BestCompression(MAX_WAITING);
  #distrusted = 0;
  readonly #maxBytes: number;
  /** How many times a page was really rendered, for tests and the benchmark. */
  renderings = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A page that may be sent as it is. */
  fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.stale) return undefined;
    const now = performance.now();
    if (now >= entry.until) return undefined;
    if (entry.quick) this.#improve(key, entry);
    // Who was asked for last is only needed roughly, and moving it costs on every request.
    if (now - entry.touched > TOUCH_MS) this.#touch(key, entry);
    return entry;
  }

  /**
   * The page, from the cache or made now; requests for the same page share one rendering.
   * Gives a RenderedPage when the page may not be kept.
   */
  async page(key: string, render: () => Promise<RenderedPage>): Promise<Entry | RenderedPage> {
    const previous = this.#entries.get(key);
    if (previous && (isFresh(previous) || performance.now() < this.#awayUntil))
      return this.#touch(key, previous);
    const making = this.#making.get(key);
    if (making) return making;
    const rendering = this.#make(key, previous, render).finally(() => this.#making.delete(key));
    this.#making.set(key, rendering);
    return rendering;
  }

  /** A content table changed: pages that read it are made again when next asked for. */
  invalidate(table: string): void {
    this.#generation.set(table, (this.#generation.get(table) ?? 0) + 1);
    for (const entry of this.#entries.values()) {
      if (entry.reads.includes(table)) entry.stale = true;
    }
  }

  /** Changes may have been missed: every page is made again when next asked for. */
  invalidateAll(): void {
    this.#everything++;
    for (const entry of this.#entries.values()) entry.stale = true;
  }

  /** What was read since then (`performance.now()`) may not be true: pages made of it are no good copies. */
  forgetSince(moment: number): void {
    this.#distrusted = performance.now();
    for (const [key, entry] of this.#entries) {
      if (entry.until - MAX_AGE_MS >= moment) this.#drop(key);
    }
  }

  /** The pages in which nothing is known to have changed, those that were asked for last first, up to so many bytes. */
  toKeep(maxBytes: number): KeptPage[] {
    const pages: KeptPage[] = [];
    let room = maxBytes;
    for (const [key, { stale, status, headers, reads, variants }] of [...this.#entries].reverse()) {
      const { body } = variants.identity;
      if (stale || status !== 200 || body.length > room) continue;
      room -= body.length;
      pages.push({ key, status, headers, reads, body: body.toString() });
    }
    return pages;
  }

  /** Pages of before this process: last good copies, which nobody is shown while they can be made anew. */
  bring(pages: readonly KeptPage[]): void {
    for (const { key, body, ...page } of [...pages].reverse()) {
      const bytes = Buffer.from(body);
      const entry = makeEntry({ ...page, body: bytes }, compressFast(bytes));
      this.#keep(key, Object.assign(entry, { stale: true, until: 0 }));
    }
  }

  /** How many pages and bytes are kept. */
  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#bytes };
  }

  async #make(
    key: string,
    previous: Entry | undefined,
    render: () => Promise<RenderedPage>,
  ): Promise<Entry | RenderedPage> {
    const began = performance.now();
    const before = this.#everything;
    const generations = new Map(this.#generation);
    this.renderings++;
    const page = await render().catch((error: unknown) => {
      if (previous) return undefined;
      throw error;
    });
    if (previous && (!page || page.degraded || page.status >= 500)) {
      this.#awayUntil = performance.now() + AWAY_MS;
      return previous;
    }
    if (!page) throw new Error("unreachable: a rendering without a result has a known page");
    const { reads } = page;
    const distrusted = began <= this.#distrusted;
    if (reads === null || page.degraded || page.status >= 500 || distrusted) {
      // What was there is not any more: it must not come back while the database is away.
      this.#drop(key);
      return page;
    }
    const entry = makeEntry({ ...page, reads }, compressFast(page.body));
    // A change that came while the page was being made is not in it.
    entry.stale =
      before !== this.#everything ||
      reads.some((table) => this.#generation.get(table) !== generations.get(table));
    this.#keep(key, entry);
    return entry;
  }

  /** Puts the best compression in the place of the quick one, when its turn comes. */
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

  #keep(key: string, entry: Entry): void {
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
  // The length tells the quick compression from the best: a strong ETag names exact bytes.
  const etag = `"${tag}-${encoding}-${body.length.toString(36)}"`;
  const shared = [
    ...page.headers.flat(),
    "cache-control",
    REVALIDATE,
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
