import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import { isStopping } from "../../app/core/process/stopping.ts";

/** The limits of a request, in milliseconds. */
export type Limits = {
  /** How long the head of a request may take: Node's own limit. */
  headMs: number;
  /** How long its whole may take, unless it is an upload of staff: Node's own limit too. */
  bodyMs: number;
  /** How long a line may carry nothing while an answer is on it: its reader has gone, or only waits. */
  silenceMs: number;
};

export const LIMITS: Limits = { headMs: 60_000, bodyMs: 300_000, silenceMs: 120_000 };

/** How long a body that nobody wants may go on coming. */
const DRAIN_MS = 10_000;

/**
 * How much longer than we say a connection is kept. Whoever goes by what we say, and is a little late on a busy
 * machine, must not send a request just as we close.
 */
const KEPT_LONGER_MS = 10_000;

/** The methods that anything here answers. Any other is refused before an address is looked at. */
const METHODS = ["GET", "HEAD", "POST"];
const ALLOW = METHODS.join(", ");

/** How long a body may take, for each request that has one and is limited. */
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * While the process stops, each answer is the last on its connection, whenever its request came: whoever keeps
 * connections has none left by the time that we would have to close them, perhaps just as a request comes.
 */
class ClosingResponse extends ServerResponse {
  override writeHead(...head: [number, ...never[]]): this {
    if (isStopping()) this.shouldKeepAlive = false;
    return super.writeHead(...head);
  }
}

/**
 * The HTTP server, with limits of its own on bodies: Node has one for all requests, and 25 MB on a slow
 * line take longer than any stranger may.
 */
export function createLimitedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { headMs, silenceMs }: Limits = LIMITS,
): Server {
  const server = createServer(
    { headersTimeout: headMs, requestTimeout: 0, ServerResponse: ClosingResponse },
    answer,
  );
  server.timeout = silenceMs;
  server.keepAliveTimeoutBuffer = KEPT_LONGER_MS;
  // It is no request to Node, which would close the line without a word.
  server.on("connect", (_request, line) => {
    line.on("error", () => {});
    line.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${ALLOW}\r\nConnection: close\r\n\r\n`,
      () => line.destroy(),
    );
  });
  return server;
}

/** Refuses a method that no address knows; tells whether it did. */
export function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  headers: string[],
): boolean {
  if (METHODS.includes(request.method ?? "")) return false;
  response.writeHead(405, [...headers, "allow", ALLOW, "content-length", "0"]).end();
  return true;
}

/** Cuts the request when its body has not arrived in time. */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyMs }: Limits = LIMITS,
): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && !Number(length)) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) {
      request.destroy();
      return;
    }
    response.writeHead(408, { "content-length": 0 }).end();
    drainBody(request);
  }, bodyMs).unref();
  deadlines.set(request, timer);
  request.once("close", () => clearTimeout(timer));
}

/**
 * What nobody read of a body is let through: the answer to a form that is too large would otherwise
 * be lost with its connection, and so would the next request on it.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.complete) return;
  request.removeAllListeners("data").resume();
  setTimeout(() => request.complete || request.destroy(), DRAIN_MS).unref();
}

/** Lets a body take its time. Whoever reads it sees to it that it goes on coming. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
  // While what arrived is being stored, elsewhere perhaps, nothing is on the line either.
  request.socket.setTimeout(0);
}
