import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { SPEED } from "./budgets.ts";
import { type Inside, startInside } from "./inside.ts";
import { atMost, milliseconds, type Row } from "./table.ts";

const PUBLICATIONS = 10;
const ARTICLE = "01930000-0000-7000-8000-000000001001";
/** Addresses that read no article: an article that changes must leave them alone. */
const UNTOUCHED = ["/contact", "/en/contact", "/events", "/partners"];

/** From the change in the database to every process showing it, embedded and on a server. */
export async function publishRows(tell: (doing: string) => void): Promise<Row[]> {
  tell("publishing, embedded");
  const alone = await startInside();
  const embedded = await publish([alone], (statement) => alone.ask("execute", statement)).finally(
    () => alone.stop(),
  );
  tell("publishing, two processes on one PostgreSQL server");
  const postgres = await startPostgres();
  const processes: Inside[] = [];
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  try {
    processes.push(await startInside({ DATABASE_URL: postgres.url }));
    processes.push(await startInside({ DATABASE_URL: postgres.url }));
    await client.connect();
    const server = await publish(processes, async (statement) => {
      await client.query(statement);
    });
    return [
      atMost("Publish → visible, embedded", SPEED.publishMs, embedded.slowestMs, milliseconds),
      atMost(
        "Publish → visible on both of two processes, server",
        SPEED.publishMs,
        server.slowestMs,
        milliseconds,
      ),
      {
        ...atMost(
          "Untouched pages that were rendered again",
          0,
          embedded.renderedAgain + server.renderedAgain,
          String,
        ),
        budget: "0",
      },
    ];
  } finally {
    await client.end();
    for (const one of processes) await one.stop();
    await postgres.remove();
  }
}

async function publish(
  processes: Inside[],
  execute: (statement: string) => Promise<unknown>,
): Promise<{ slowestMs: number; renderedAgain: number }> {
  let slowestMs = 0;
  let renderedAgain = 0;
  for (let round = 0; round < PUBLICATIONS; round++) {
    for (const one of processes) await read(one, [`/news/${ARTICLE}`, ...UNTOUCHED]);
    const word = `Publié-${randomUUID()}`;
    await execute(`update news set title = '${word}' where id = '${ARTICLE}'`);
    const began = performance.now();
    await Promise.all(processes.map((one) => untilShown(one, word)));
    slowestMs = Math.max(slowestMs, performance.now() - began);
    for (const one of processes) {
      const before = await one.ask("renderings");
      await read(one, UNTOUCHED);
      renderedAgain += (await one.ask("renderings")) - before;
    }
  }
  return { slowestMs, renderedAgain };
}

async function read(inside: Inside, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await (await fetch(inside.url + address)).arrayBuffer();
}

async function untilShown(inside: Inside, word: string): Promise<void> {
  const limit = performance.now() + 10 * SPEED.publishMs;
  while (performance.now() < limit) {
    const answer = await fetch(`${inside.url}/news/${ARTICLE}`);
    if ((await answer.text()).includes(word)) return;
    await pause(2);
  }
  throw new Error(`a change was not shown within ${10 * SPEED.publishMs} ms`);
}
