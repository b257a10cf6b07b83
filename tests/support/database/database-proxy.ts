import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What a client says at the end of what it sends at once: then it waits for an answer. */
const SYNC = "S".charCodeAt(0);
const SIMPLE_QUERY = "Q".charCodeAt(0);
/** With which the server ends its answer: six bytes, the last of which is the state of the transaction. */
const READY = Buffer.from("Z\0\0\0\u0005", "latin1");
const READY_BYTES = READY.length + 1;

/** Stands between the product and a PostgreSQL server: slow, gone, or gone in the middle of something. */
export class DatabaseProxy {
  /** The address of the server as a product should have it. */
  readonly url: string;
  /** Each piece of an answer comes so much later. */
  delayMs = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cutAt = 0;
  /** How often the server was asked something since `cutAt`. */
  exchanges = 0;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async before(url: string): Promise<DatabaseProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const own = (server.address() as AddressInfo).port;
    const proxy = new DatabaseProxy(server, Object.assign(new URL(url), { port: own }).href);
    server.on("connection", (client) => proxy.#join(client, connect(Number(port), hostname)));
    return proxy;
  }

  /** The answer to the `n`-th question from now on is lost, though the server did what it was asked. 0: none. */
  cutAt(n: number): void {
    this.#cutAt = n;
    this.exchanges = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, server: Socket): void {
    const both = [client, server];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      this.#sockets.add(socket.setNoDelay());
      socket.on("error", end).on("close", () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    let isLast = false;
    let tail: Uint8Array = Buffer.alloc(0);
    const questions = questionsIn();
    client.on("data", (chunk: Buffer) => {
      for (let asked = questions(chunk); asked > 0; asked--) {
        if (++this.exchanges === this.#cutAt) isLast = true;
      }
      server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (isLast) {
        tail = Buffer.concat([tail, chunk]).subarray(-READY_BYTES);
        if (!READY.equals(tail.subarray(0, -1))) return;
        end();
        return;
      }
      if (this.delayMs === 0) client.write(chunk);
      else setTimeout(() => client.destroyed || client.write(chunk), this.delayMs);
    });
  }
}

/** Counts the questions in what a client sends, piece by piece. The first message has no type. */
function questionsIn(): (chunk: Buffer) => number {
  let waiting = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    let asked = 0;
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const typed = started ? 1 : 0;
      if (waiting.length < typed + 4) return asked;
      const length = typed + waiting.readUInt32BE(typed);
      if (waiting.length < length) return asked;
      if (started && (waiting[0] === SYNC || waiting[0] === SIMPLE_QUERY)) asked++;
      started = true;
      waiting = waiting.subarray(length);
    }
  };
}
