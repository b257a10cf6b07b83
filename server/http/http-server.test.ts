import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { beginStopping } from "../../app/core/process/stopping.ts";
import { closeServer } from "../stop.ts";
import {
  allowSlowBody,
  createLimitedServer,
  type Limits,
  limitBody,
  rejectMethod,
  takeInheritedSocket,
} from "./http-server.ts";

const LIMITS: Limits = { headMs: 60_000, bodyMs: 300, idleMs: 60_000 };
const SLOW = { every: 40, pieces: 20 };

let server: Server;
const lines: Socket[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy();
  server.closeAllConnections();
  server.close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose answers are those of the product: the method, then the time of the body, then the rest. */
async function serve(answer: Answer, limits = LIMITS): Promise<void> {
  server = createLimitedServer((request, response) => {
    limitBody(request, response, limits);
    if (rejectMethod(request, response, [])) return;
    answer(request, response);
  }, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

/** A line to the server, on which something was written. */
async function say(words: string): Promise<Socket> {
  const line = connect((server.address() as AddressInfo).port, "127.0.0.1");
  lines.push(line);
  line.on("error", () => {});
  await once(line, "connect");
  line.write(words);
  return line;
}

/** Sends a body piece by piece, longer than it may last. What came back, and how long it took. */
async function sendSlowly(head: string) {
  const began = performance.now();
  const line = await say(`${head}\r\nhost: x\r\ncontent-length: ${SLOW.pieces}\r\n\r\n`);
  // What arrived counts, also when the server resets the line behind its answer.
  let answer = "";
  line.setEncoding("utf8").on("data", (piece) => (answer += piece));
  const closed = once(line, "close");
  for (let piece = 0; piece < SLOW.pieces && !line.destroyed; piece++) {
    await pause(SLOW.every);
    if (line.writable) line.write("a");
  }
  line.end();
  await closed;
  return { answer, ms: performance.now() - began };
}

const readBody: Answer = async (request, response) => {
  const body = await text(request).catch(() => undefined);
  if (body !== undefined) response.end(`read ${body.length}`);
};
/** Like most answers to strangers, it waits for the whole body before it begins. */
const readSlowly: Answer = (request, response) => {
  allowSlowBody(request);
  return readBody(request, response);
};

test.each(["POST / HTTP/1.1", "GET / HTTP/1.1"])(
  "a crowd of slow bodies of %s is cut, with an answer that says why",
  async (head) => {
    await serve(readBody);
    const results = await Promise.all(Array.from({ length: 50 }, () => sendSlowly(head)));
    for (const { answer } of results) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  },
);

test("a slow body is cut too when its answer has begun", async () => {
  await serve((request, response) => {
    response.write("begun");
    request.resume();
  });
  const { answer, ms } = await sendSlowly("POST / HTTP/1.1");
  expect(answer).toContain("begun");
  expect(ms).toBeLessThan(SLOW.every * SLOW.pieces * 2);
});

test("a slow body that is refused for its method does not go on for ever", async () => {
  await serve(readBody);
  const { answer, ms } = await sendSlowly("PUT / HTTP/1.1");
  expect(answer).toContain("405");
  expect(ms).toBeLessThan(SLOW.every * SLOW.pieces * 2);
});

test("a body that may take its time arrives whole", async () => {
  await serve(readSlowly);
  const { answer, ms } = await sendSlowly("POST / HTTP/1.1");
  expect(answer).toContain(`read ${SLOW.pieces}`);
  expect(ms).toBeGreaterThan(LIMITS.bodyMs);
});

test("what follows on the same line is limited again", async () => {
  let times = 0;
  await serve((request, response) => {
    if (times++ === 0) allowSlowBody(request);
    return readBody(request, response);
  });
  const line = await say("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\na");
  let answers = "";
  line.on("data", (piece) => (answers += piece));
  await pause(50);
  line.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\na");
  await vi.waitFor(() => expect(answers).toMatch(/200 OK.*408 Request Timeout/s));
});

test("a reader who stops reading is not waited for, one who reads slowly is", async () => {
  const large = Buffer.alloc(30 * 1024 ** 2);
  await serve((_request, response) => response.end(large), { ...LIMITS, idleMs: 400 });
  const stuck = await say("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  stuck.pause();
  const slow = await say("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  let bytes = 0;
  slow.on("data", async (piece) => {
    bytes += piece.length;
    slow.pause();
    await pause(2);
    slow.resume();
  });
  await once(slow, "close");
  expect(bytes).toBeGreaterThan(large.length);
  const left = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  expect(left).toBe(0);
}, 20_000);

test.each(["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY", "PROPFIND", "CONNECT"])(
  "%s is not allowed, and it is said what is",
  async (method) => {
    await serve((_request, response) => response.end("answered"));
    const line = await say(`${method} / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(await text(line)).toMatch(/^HTTP\/1.1 405 .*allow: GET, HEAD, POST\r\n/is);
  },
);

test("a server that stops finishes what can be finished, and cuts what only hangs", async () => {
  await serve((request, response) => {
    if (request.url === "/slow") setTimeout(() => response.end("finished"), 200);
    else readSlowly(request, response);
  });
  const finishing = text(await say("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n"));
  await say("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf");
  await say("POST / HTTP/1.1\r\nhost:");
  await say("");
  await say("CONNECT / HTTP/1.1\r\nhost: x\r\n\r\n");
  await pause(50);
  const began = performance.now();
  await closeServer(server, 600);
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(await finishing).toContain("finished");
});

test("a connection is kept longer than is said, for whoever is a little late with the next request", async () => {
  await serve((_request, response) => response.end("here"));
  server.keepAliveTimeout = 100;
  const kept = await say("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(kept, "data");
  await pause(1_500);
  kept.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  expect(await text(kept)).toMatch(/here$/);
});

test("while it stops each answer is the last on its connection, also to what came before", async () => {
  const answers: ServerResponse[] = [];
  await serve((request, response) => {
    if (request.url === "/later") answers.push(response);
    else response.end("at once");
  });
  const kept = await say("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const [first] = (await once(kept, "data")) as [Buffer];
  expect(String(first)).toContain("Connection: keep-alive");
  const later = await say("GET /later HTTP/1.1\r\nhost: x\r\n\r\n");
  while (answers.length === 0) await pause(5);
  beginStopping();
  // The connection that is kept is not closed under whoever is about to write on it.
  await pause(100);
  kept.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(await text(kept)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*at once$/is);
  answers[0]?.writeHead(200, ["content-length", "7"]).end("waiting");
  expect(await text(later)).toMatch(/Connection: close\r\n.*waiting$/is);
});

const own = String(process.pid);

test("a socket that was opened for us is served, once", () => {
  const environment = { LISTEN_FDS: "1", LISTEN_PID: own, LISTEN_FDNAMES: "site", PORT: "3000" };
  expect(takeInheritedSocket(environment)).toEqual({ fd: 3 });
  expect(environment).toEqual({ PORT: "3000" });
  expect(takeInheritedSocket(environment)).toBeUndefined();
});

test("one that was meant for another process is not", () => {
  expect(takeInheritedSocket({ LISTEN_FDS: "1", LISTEN_PID: "1" })).toBeUndefined();
  expect(takeInheritedSocket({ LISTEN_FDS: "1" })).toBeUndefined();
  expect(takeInheritedSocket({})).toBeUndefined();
});

test("several are refused, since one alone would be answered", () => {
  expect(() => takeInheritedSocket({ LISTEN_FDS: "2", LISTEN_PID: own })).toThrow("LISTEN_FDS=2");
});
