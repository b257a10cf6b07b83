// The load: a process of its own that asks for one address over many kept connections, as fast as
// it is answered. It speaks HTTP by itself on plain sockets: all answers of a run are equally long,
// so that counting bytes is enough and the load stays far cheaper than the server it measures.
import { connect, type Socket } from "node:net";
import { offer } from "./child.ts";

export type Load = {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** What each answer must be; anything else counts as an error. */
  status: number;
};

export type LoadResult = {
  requests: number;
  errors: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
};

export type LoadApi = { run: (load: Load) => Promise<LoadResult> };

offer<LoadApi>({ run });

async function run(load: Load): Promise<LoadResult> {
  const request = Buffer.from(
    [
      `GET ${load.path} HTTP/1.1`,
      `host: localhost:${load.port}`,
      ...Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`),
      "\r\n",
    ].join("\r\n"),
  );
  const expected = Buffer.from(`HTTP/1.1 ${load.status} `);
  const latencies: number[] = [];
  let errors = 0;
  let over = false;

  const drive = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let length = 0;
      let received = 0;
      let sent = 0;
      let head = Buffer.alloc(0);
      const ask = () => {
        received = 0;
        head = Buffer.alloc(0);
        sent = performance.now();
        socket.write(request);
      };
      const answered = () => {
        latencies.push(performance.now() - sent);
        if (over) socket.end();
        else ask();
      };
      socket.on("data", (chunk: Buffer) => {
        if (received === 0 && !chunk.subarray(0, expected.length).equals(expected)) errors++;
        received += chunk.length;
        if (length === 0) {
          // Only the first answer is read: it says how long all of them are.
          head = Buffer.concat([head, chunk]);
          length = lengthOf(head);
        }
        if (length > 0 && received >= length) answered();
      });
      socket.once("error", () => errors++);
      socket.once("close", () => resolve());
      ask();
    });

  const sockets = await Promise.all(
    Array.from({ length: load.connections }, () => open(load.port)),
  );
  const began = performance.now();
  setTimeout(() => (over = true), load.seconds * 1_000);
  await Promise.all(sockets.map(drive));
  const took = (performance.now() - began) / 1_000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requests: latencies.length,
    errors,
    perSecond: latencies.length / took,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}

/** The length of a whole answer, head included; 0 while the head has not come in full. */
function lengthOf(received: Buffer): number {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return 0;
  const head = received.toString("latin1", 0, end);
  const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const bodiless = head.startsWith("HTTP/1.1 304");
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const last = received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    return last ? received.length : 0;
  }
  if (body === undefined && !bodiless) throw new Error(`an answer without a length:\n${head}`);
  return end + 4 + (bodiless ? 0 : Number(body));
}

const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}
