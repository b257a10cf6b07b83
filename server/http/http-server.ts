import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import { createServer as createSocket, type Server as SocketServer } from "node:net";
import type { Env } from "../../app/core/process/env.server.ts";
import { isStopping } from "../../app/core/process/stopping.ts";
import { MINUTE } from "../../app/core/values/durations.ts";

/** The limits of a request, in milliseconds. */
export type Limits = {
  /** How long the head of a request may take: Node's own limit. */
  headMs: number;
  /** How long the body may take, unless it is an upload of staff. */
  bodyMs: number;
  /** How long a connection may be silent while a response is being sent. */
  idleMs: number;
};

export const LIMITS: Limits = { headMs: MINUTE, bodyMs: 300_000, idleMs: 120_000 };

/** How long an unwanted body is drained before the connection is cut. */
const DRAIN_MS = 10_000;

/**
 * How much longer than announced an idle connection is kept, so that a client or proxy that is a little late
 * does not send a request just as we close it.
 */
const KEEP_ALIVE_MARGIN_MS = 10_000;

/** The methods that any address accepts; others are refused before the address is read. */
const METHODS = ["GET", "HEAD", "POST"];
const ALLOW = METHODS.join(", ");

/** The timers of requests whose body is limited in time. */
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * While the process stops, every response closes its connection, so that no idle connection is left that would be
 * closed just as a request arrives.
 */
class ClosingResponse extends ServerResponse {
  override writeHead(...args: [number, ...never[]]): this {
    if (isStopping()) this.shouldKeepAlive = false;
    return super.writeHead(...args);
  }
}

/**
 * The HTTP server. Node has one time limit for all bodies; staff who upload 25 MB over a slow connection need more
 * time than anybody else may take, so bodies are limited here.
 */
export function createLimitedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { headMs, idleMs }: Limits = LIMITS,
): Server {
  const server = createServer(
    { headersTimeout: headMs, requestTimeout: 0, ServerResponse: ClosingResponse },
    answer,
  );
  server.timeout = idleMs;
  server.keepAliveTimeoutBuffer = KEEP_ALIVE_MARGIN_MS;
  // CONNECT is not a request to Node, which would close the connection without an answer.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${ALLOW}\r\nConnection: close\r\n\r\n`,
      () => socket.destroy(),
    );
  });
  return server;
}

/** Answers 405 to a method that no address accepts; returns whether it did. */
export function rejectMethod(
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
 * Reads and discards the rest of a body: otherwise the answer to a form that is too large would be lost with its
 * connection, and so would the next request on it.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.complete) return;
  request.removeAllListeners("data").resume();
  setTimeout(() => request.complete || request.destroy(), DRAIN_MS).unref();
}

/** Lifts the time limit of a body, for a reader that has its own. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(deadlines.get(request));
  // The connection is also silent while the upload is being stored.
  request.socket.setTimeout(0);
}

/** An inherited socket, or the port and host to listen on. */
type ListenTarget = { fd: number } | { port: number; host: string };

/** The first descriptor that a service manager hands over, after stdin, stdout and stderr. */
const FIRST_INHERITED = 3;

/**
 * The socket that a service manager opened for us (systemd's socket activation): connections wait in it while
 * one process is replaced by the next, so that none is refused. The variables are deleted, so that our child
 * processes do not inherit it.
 * @throws Error when there are several sockets.
 */
export function takeInheritedSocket(environment: NodeJS.ProcessEnv): { fd: number } | undefined {
  const { LISTEN_FDS, LISTEN_PID } = environment;
  for (const name of ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]) delete environment[name];
  // The variables may have been meant for our parent process.
  if (!LISTEN_FDS || Number(LISTEN_PID) !== process.pid) return undefined;
  if (LISTEN_FDS === "1") return { fd: FIRST_INHERITED };
  throw new Error(`LISTEN_FDS=${LISTEN_FDS}: un seul socket est servi (one socket is served)`);
}

/** Where the site is to listen. A port of our own is tried first, so that a taken one fails at once. */
export async function findListenTarget({
  PORT,
  HOST,
}: Pick<Env, "PORT" | "HOST">): Promise<ListenTarget> {
  const inherited = takeInheritedSocket(process.env);
  if (inherited) return inherited;
  const target = { port: PORT, host: HOST };
  const probe = createSocket();
  await listen(probe, target);
  await new Promise((closed) => probe.close(closed));
  return target;
}

export function listen(server: SocketServer, target: ListenTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(target, () => resolve());
  });
}
