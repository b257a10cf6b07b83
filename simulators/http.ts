import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Fault, FaultPlan } from "./faults.ts";

/** A request, read whole. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  raw: Buffer;
  /** Waits as long as a slow provider works: before anything is done, keys already taken. */
  work: () => Promise<void>;
};

export type Reply = { status: number; headers?: Record<string, string>; body: string };

export const json = (status: number, value: unknown, headers = {}): Reply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value),
});

export const html = (status: number, body: string): Reply => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  },
  body,
});

export const seeOther = (location: string): Reply => ({
  status: 303,
  headers: { location },
  body: "",
});

const LARGEST_BODY = 1_000_000;

async function readCall(request: IncomingMessage, fault?: Fault): Promise<Call> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error("too large");
    chunks.push(chunk);
  }
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://simulator");
  return {
    method: request.method ?? "GET",
    path: pathname,
    query: searchParams,
    headers: request.headers,
    raw: Buffer.concat(chunks),
    work: async () => {
      if (fault?.kind === "slow") await pause(fault.slowMs, undefined, { ref: false });
    },
  };
}

/** The value of a JSON body; undefined when it is none. */
export function jsonOf({ raw }: Call): unknown {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return undefined;
  }
}

export const formOf = ({ raw }: Call): URLSearchParams => new URLSearchParams(raw.toString("utf8"));

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isLoopback = ({ hostname }: URL): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

/** Whether browsers may be sent there: by https, or on this machine alone. */
export function isSafeAddress(address: unknown): boolean {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body);
}

/** Answers for ever, a little at a time, until the other side goes away. */
async function sendWithoutEnd(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"data":"');
  while (!response.destroyed) {
    response.write("x".repeat(16_384));
    await pause(5, undefined, { ref: false });
  }
}

const OUTAGE: Reply = {
  status: 503,
  headers: { "content-type": "text/plain" },
  body: "unavailable",
};

async function answerBadly(
  fault: Fault,
  response: ServerResponse,
  answer: () => Promise<Reply>,
  rateLimit: Reply,
): Promise<void> {
  switch (fault.kind) {
    case "silence-before":
      return;
    case "silence-after":
      await answer();
      return;
    case "error-before":
      return send(response, OUTAGE);
    case "error-after":
      await answer();
      return send(response, { ...OUTAGE, status: 500 });
    case "reset-before":
      response.destroy();
      return;
    case "reset-after":
      await answer();
      response.destroy();
      return;
    case "garbage":
      await answer();
      return send(response, html(200, "<!doctype html><title>OK</title>"));
    case "cut": {
      const { status, headers, body } = await answer();
      return send(response, { status, headers, body: body.slice(0, Math.ceil(body.length / 2)) });
    }
    case "endless":
      await answer();
      return sendWithoutEnd(response);
    case "rate-limit":
      return send(response, rateLimit);
    case "slow":
      return send(response, await answer());
  }
}

export type Simulator = {
  answer: (call: Call) => Promise<Reply>;
  /** What a call asks for, in the words of the fault menu. None for the pages of people. */
  operationOf: (call: Pick<Call, "method" | "path">) => string | undefined;
  rateLimit: Reply;
};

export type RunningSimulator = { url: string; server: Server; close: () => Promise<void> };

/** Listens on this machine alone. */
export async function listen(
  simulator: Simulator,
  faults: FaultPlan = new FaultPlan(),
  port = 0,
): Promise<RunningSimulator> {
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const operation = simulator.operationOf({ method: request.method ?? "GET", path });
    const fault = operation ? faults.take(operation) : undefined;
    const answer = async () => simulator.answer(await readCall(request, fault));
    const work = fault
      ? answerBadly(fault, response, answer, simulator.rateLimit)
      : answer().then((reply) => send(response, reply));
    work.catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve).once("error", reject);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, server, close };
}
