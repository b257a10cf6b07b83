// The built product with a way in: the same server as `npm start`, in a process that tells how often
// it rendered and lets the benchmark change content, as another process or `psql` would.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { sql } from "drizzle-orm";
import type { Engine } from "../app/core/database/engine.server.ts";
import { offer } from "./child.ts";

type Main = {
  cache: {
    renderings: number;
    size: { pages: number; bytes: number };
    invalidate(table: string): void;
    fresh(key: string): unknown;
    page(key: string, render: () => Promise<unknown>): Promise<unknown>;
  };
  start(worker?: Worker): Promise<{ PUBLIC_URL: string }>;
  renderingOf(address: string): Promise<(() => string) | undefined>;
};

export type InsideApi = {
  /** How many pages were really rendered so far. */
  renderings: () => number;
  cacheSize: () => { pages: number; bytes: number };
  invalidate: (table: string) => void;
  /** From now on every page is rendered for each request, and none is kept. */
  keepNothing: () => void;
  /** Runs one statement as the owner of the database, through the server's own connection. */
  execute: (statement: string) => Promise<Record<string, unknown>[]>;
  /** Seconds of work of every thread, so far. */
  worked: () => number;
  /** Milliseconds of work of the serving thread and of the embedded database's, so far. */
  work: () => Promise<{ serving: number; database: number }>;
  /** Milliseconds that React alone works for a page. */
  reactAlone: (what: { address: string; times: number }) => Promise<number>;
  /** Milliseconds that this machine works for something that never changes. */
  calibration: () => number;
  /** Bytes that the heap holds once all that nobody needs is cleared away. */
  settledHeap: () => number;
};

const built = new URL("../build/server/index.js", import.meta.url).href;
const database = process.env.DATABASE_URL
  ? undefined
  : new Worker(new URL("../app/core/database/embedded/embedded.worker.ts", import.meta.url), {
      execArgv: [],
    });
const { cache, renderingOf, start } = (await import(built)) as Main;
await start(database);

const inMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
const served = () => inMs(process.threadCpuUsage());

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

// Where app/core/app.ts keeps the parts of the process; the product is built, so that its module is another.
type Parts = { database?: { engine?: Engine } };
const engineOf = () =>
  (globalThis as { [key: symbol]: Parts | undefined })[Symbol.for("site.app")]?.database?.engine;

offer<InsideApi>({
  renderings: () => cache.renderings,
  cacheSize: () => cache.size,
  invalidate: (table) => cache.invalidate(table),
  keepNothing() {
    cache.fresh = () => undefined;
    cache.page = (_key, render) => render();
  },
  async execute(statement) {
    const engine = engineOf();
    if (!engine) throw new Error("the database is not open");
    const result = await engine.transaction((tx) => tx.execute(sql.raw(statement)));
    return (result as unknown as { rows: Record<string, unknown>[] }).rows;
  },
  async work() {
    const usage = await database?.cpuUsage();
    return { serving: served(), database: usage ? inMs(usage) : 0 };
  },
  async reactAlone({ address, times }) {
    const render = await renderingOf(address);
    if (!render) throw new Error(`no page at ${address}`);
    for (let time = 0; time < times; time++) render();
    const before = served();
    for (let time = 0; time < times; time++) render();
    return (served() - before) / times;
  },
  calibration() {
    const before = served();
    const words = Array.from({ length: 20_000 }, (_, n) => String((n * 7_919) % 20_011));
    words.sort();
    return served() - before;
  },
  settledHeap: () => {
    collect();
    return process.memoryUsage().heapUsed;
  },
  worked: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  },
});
