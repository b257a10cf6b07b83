// The built product with a way in: the same server as `npm start`, in a process that tells how often
// it rendered and lets the benchmark change content, as another process or `psql` would.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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
  start(): Promise<{ PUBLIC_URL: string }>;
};

export type InsideApi = {
  /** How many pages were really rendered so far. */
  renderings: () => number;
  kept: () => { pages: number; bytes: number };
  invalidate: (table: string) => void;
  /** From now on every page is rendered for each request, and none is kept. */
  keepNothing: () => void;
  /** Runs one statement as the owner of the database, through the server's own connection. */
  execute: (statement: string) => Promise<Record<string, unknown>[]>;
  /** Seconds of work of every thread, so far. */
  worked: () => number;
  /** Bytes that the heap holds once all that nobody needs is cleared away. */
  settledHeap: () => number;
};

const built = new URL("../build/server/index.js", import.meta.url).href;
const { cache, start } = (await import(built)) as Main;
await start();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

// Where app/core/database/doors.server.ts keeps the database of the process.
type Held = { engine?: Engine };
const engineOf = () =>
  (globalThis as { [key: symbol]: Held | undefined })[Symbol.for("site.database")]?.engine;

offer<InsideApi>({
  renderings: () => cache.renderings,
  kept: () => cache.size,
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
  settledHeap: () => {
    collect();
    return process.memoryUsage().heapUsed;
  },
  worked: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  },
});
