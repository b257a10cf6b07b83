import { access, constants } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ping } from "../app/platform/database/doors.server.ts";
import { env } from "../app/platform/env.server.ts";
import { descriptors } from "../app/platform/process.server.ts";

type Check = "ok" | "failed";
export type Readiness = { database: Check; storage: Check };

const CHECK_WITHIN_MS = 4_000;

async function check(work: Promise<unknown>): Promise<Check> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("late")), CHECK_WITHIN_MS).unref(),
  );
  return Promise.race([work, late]).then(
    () => "ok",
    () => "failed",
  );
}

/** What the product needs to work, really tried. */
export async function readiness(): Promise<Readiness> {
  const [database, storage] = await Promise.all([
    check(ping()),
    check(access(env().DATA_DIR, constants.W_OK)),
  ]);
  return { database, storage };
}

/** `/healthz`: the process lives. `/readyz`: it can do its work. Tells whether it answered. */
export function answerHealth(
  _request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): boolean {
  if (pathname === "/healthz") {
    const found = descriptors();
    const left = found && { descriptors_left: found.most - found.open };
    send(response, 200, { status: "ok", ...left });
    return true;
  }
  if (pathname === "/readyz") {
    void readiness().then((checks) => {
      const ready = Object.values(checks).every((result) => result === "ok");
      send(response, ready ? 200 : 503, { status: ready ? "ok" : "failed", ...checks });
    });
    return true;
  }
  return false;
}

function send(
  response: ServerResponse,
  status: number,
  body: Record<string, string | number>,
): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(text);
}
