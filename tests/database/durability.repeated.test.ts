import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { openEmbedded } from "../../app/core/database/embedded/embedded.server.ts";
import { FolderInUseError } from "../../app/core/database/embedded/folder-lock.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { unpackImage } from "../support/database/memory-database.ts";
import { type PostgresServer, startPostgres } from "../support/database/postgres-server.ts";
import { rowsOf } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";

// Power cuts are common where this runs. What was acknowledged is there afterwards, however often
// and whenever the process is killed: in the middle of writing, and in the middle of recovering.

const ROUNDS = repetitions(2, 100);
const ROUND_LIMIT_MS = 60_000;
const WRITER = join(import.meta.dirname, "writer.ts");

type Writer = {
  process: ChildProcessByStdio<null, Readable, null>;
  /** Resolves once the database is open in it. */
  opened: Promise<void>;
  /** Resolves once this many writes were acknowledged. */
  reached(count: number): Promise<void>;
  /** The ids whose commit it was told of, complete once `ended` resolves. */
  acknowledged: string[];
  ended: Promise<unknown>;
};

function startWriter(target: string): Writer {
  const child = spawn(process.execPath, [WRITER, target], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  const waiting = new Map<number, () => void>();
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "open") resolve();
      else waiting.get(acknowledged.push(line))?.();
    }
  });
  return {
    process: child,
    opened,
    reached: (count) => new Promise((done) => waiting.set(count, done)),
    acknowledged,
    ended: once(child, "close"),
  };
}

/** Somewhere in the writing: after so many writes, and at any instant of the next one. */
const anyMoment = async (writer: Writer) => {
  await writer.reached(1 + Math.floor(Math.random() * 60));
  await pause(Math.random() * 10);
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function lostOf(engine: Engine, acknowledged: Set<string>): Promise<string[]> {
  const rows = await engine.transaction((tx) =>
    rowsOf<{ id: string }>(tx, sql`select id from contact_messages`),
  );
  const present = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !present.has(id));
}

describe("embedded PostgreSQL", () => {
  const folder = mkdtempSync(join(tmpdir(), "fge-durability-"));
  beforeAll(() => unpackImage("migrated", folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    `kill -9 loses no acknowledged write (${ROUNDS} rounds)`,
    async () => {
      const acknowledged = new Set<string>();
      for (let round = 1; round <= ROUNDS; round++) {
        const writer = startWriter(folder);
        // One round in four dies while it opens, which is while it recovers from the last death.
        if (round % 4 === 0) await pause(200 + Math.random() * 400);
        else await anyMoment(writer);
        writer.process.kill("SIGKILL");
        await writer.ended;
        for (const id of writer.acknowledged) acknowledged.add(id);
        // The dead process left its lock behind: opening takes it over.
        const engine = await openEmbedded(folder);
        try {
          expect(await lostOf(engine, acknowledged), `round ${round}`).toEqual([]);
        } finally {
          await engine.close();
        }
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      console.info(
        `embedded: ${acknowledged.size} acknowledged writes, ${ROUNDS} kills, none lost`,
      );
    },
    ROUNDS * ROUND_LIMIT_MS,
  );

  test("a folder in use is refused at once, naming the process that has it", async () => {
    const writer = startWriter(folder);
    try {
      await writer.opened;
      const start = performance.now();
      const second = openEmbedded(folder);
      await expect(second).rejects.toThrow(FolderInUseError);
      await expect(second).rejects.toThrow(`${writer.process.pid}`);
      expect(performance.now() - start).toBeLessThan(500);
      // The refusal did not take the lock away from its owner.
      await expect(openEmbedded(folder)).rejects.toThrow(FolderInUseError);
    } finally {
      writer.process.kill("SIGKILL");
      await writer.ended;
    }
  });

  test("a folder that this process has open is refused too, until it is closed", async () => {
    const engine = await openEmbedded(folder);
    await expect(openEmbedded(folder)).rejects.toThrow(`${process.pid}`);
    await engine.close();
    await (await openEmbedded(folder)).close();
  });
});

describe("server PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    const engine = openServer(server.url);
    await engine.migrate(SCHEMA);
    await engine.close();
  });
  afterAll(() => server.remove());

  test(
    `kill -9 of the whole server loses no acknowledged write (${ROUNDS} rounds)`,
    async () => {
      const acknowledged = new Set<string>();
      for (let round = 1; round <= ROUNDS; round++) {
        const writer = startWriter(server.url);
        await anyMoment(writer);
        await server.kill9();
        await writer.ended;
        for (const id of writer.acknowledged) acknowledged.add(id);
        await server.restart();
        const engine = openServer(server.url);
        try {
          expect(await lostOf(engine, acknowledged), `round ${round}`).toEqual([]);
        } finally {
          await engine.close();
        }
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      console.info(`server: ${acknowledged.size} acknowledged writes, ${ROUNDS} kills, none lost`);
    },
    ROUNDS * ROUND_LIMIT_MS,
  );
});
