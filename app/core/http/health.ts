import type { IncomingMessage, ServerResponse } from "node:http";
import { descriptors } from "../process/process.server.ts";
import { isStopping } from "../process/stopping.ts";
import { readiness } from "./readiness.ts";

/**
 * `/healthz`: the process is alive and takes requests. `/readyz`: it can do its work. Both say 503 while it stops,
 * so that a proxy sends what comes to another. Returns whether it answered.
 */
export function answerHealth(
  _request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): boolean {
  if (pathname !== "/healthz" && pathname !== "/readyz") return false;
  if (isStopping()) {
    send(response, 503, { status: "stopping" });
    return true;
  }
  if (pathname === "/healthz") {
    const count = descriptors();
    const free = count && { descriptors_left: count.most - count.open };
    send(response, 200, { status: "ok", ...free });
    return true;
  }
  void readiness().then((checks) => {
    const ready = checks.why === undefined;
    send(response, ready ? 200 : 503, { status: ready ? "ok" : "failed", ...checks });
  });
  return true;
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
