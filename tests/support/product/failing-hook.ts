// Loaded into a product before anything else of it: a request says which of its statements fails.
import { AsyncLocalStorage } from "node:async_hooks";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Engine } from "../../../app/core/database/engine.server.ts";
import { FailingEngine, type FailureKind } from "../database/failing-engine.ts";

const tried = new AsyncLocalStorage<true>();
const failing = new FailingEngine(() => tried.getStore() ?? false);

// Where app/core/app.ts keeps the parts of a process, its database among them.
type Parts = { database?: { engine?: Engine; watch?: unknown } };
let parts: Parts | undefined;
Object.defineProperty(globalThis, Symbol.for("site.app"), {
  get: () => parts,
  set(next: Parts) {
    const { engine } = next.database ?? {};
    // Other parts are put beside the same database, which is wrapped once.
    const isNew = engine && engine !== parts?.database?.engine;
    parts = isNew
      ? { ...next, database: { ...next.database, engine: failing.wrap(engine) } }
      : next;
  },
});

const emit = Server.prototype.emit as (this: Server, name: string, ...args: unknown[]) => boolean;
Server.prototype.emit = function (this: Server, name: string, ...args: unknown[]) {
  if (name !== "request") return emit.call(this, name, ...args);
  const [{ headers, url }, response] = args as [IncomingMessage, ServerResponse];
  if (url === "/x-failing") {
    response.end(JSON.stringify({ count: failing.count, tables: [...failing.tables] }));
    return true;
  }
  const at = headers["x-fail-at"];
  if (at === undefined) return emit.call(this, name, ...args);
  failing.arm(Number(at), headers["x-fail-kind"] as FailureKind);
  failing.takesBack = "x-fail-takes-back" in headers;
  return tried.run(true, () => emit.call(this, name, ...args));
};
