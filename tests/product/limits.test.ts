import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { type Product, startProduct } from "../support/product.ts";
import { exampleAddress, mappedRoutes } from "../support/site-map.ts";
import { StaffClient } from "../support/staff-client.ts";

const KB = 1024;
const settings = {
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};
let product: Product;
let staff: StaffClient;

beforeAll(async () => {
  product = await startProduct(settings);
  staff = await StaffClient.signIn(product.url);
});
afterAll(() => product?.stop());

/** A line on which something was written. */
async function say({ url }: Product, words: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const line = connect(Number(port), hostname);
  line.on("error", () => {});
  await once(line, "connect");
  line.write(words);
  return line;
}

describe("a method that nothing answers", () => {
  const statusOf = async (method: string, address: string) => {
    const host = new URL(product.url).host;
    const head = `${method} ${address} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`;
    const line = await say(
      product,
      `${head}cookie: ${staff.cookie}\r\norigin: ${product.url}\r\n\r\n`,
    );
    const [first] = (await once(line, "data")) as [Buffer];
    line.destroy();
    return {
      status: Number(/^HTTP\/1.1 (\d+)/.exec(String(first))?.[1]),
      allow: /^allow: (.*)\r$/im.exec(String(first))?.[1],
    };
  };

  test("is refused at every address, and it is said what is not", async () => {
    const own = (await mappedRoutes()).map(({ pattern }) => exampleAddress(pattern));
    const others = [
      "/healthz",
      "/pictures/logo.svg",
      "/files/samples/reglement-interieur.pdf",
      "/a.php",
    ];
    for (const address of [...own, ...others]) {
      for (const method of [
        "TRACE",
        "CONNECT",
        "PUT",
        "DELETE",
        "PATCH",
        "OPTIONS",
        "QUERY",
        "PURGE",
      ]) {
        const answer = await statusOf(method, address);
        expect(answer, `${method} ${address}`).toEqual({ status: 405, allow: "GET, HEAD, POST" });
      }
    }
    expect((await statusOf("TRACK", "/")).status).toBe(400);
  }, 120_000);

  test("a screen that takes nothing says so, and so does what only takes", async () => {
    expect(await statusOf("POST", "/about")).toEqual({ status: 405, allow: "GET, HEAD" });
    expect(await statusOf("POST", "/files/samples/reglement-interieur.pdf")).toEqual({
      status: 405,
      allow: "GET, HEAD",
    });
    expect(await statusOf("GET", "/admin/files/upload")).toEqual({ status: 405, allow: "POST" });
  });
});

describe("an upload", () => {
  /** A file that comes at this many kilobytes a second. */
  const at = (perSecond: number, seconds: number) => {
    let sent = 0;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        await pause(250);
        if (sent++ < seconds * 4) controller.enqueue(Buffer.alloc((perSecond * KB) / 4, "a"));
        else controller.close();
      },
    });
  };

  test("of 32 KB a second may take its time; one of 4 is cut with a word, and nobody else has any", async () => {
    const [steady, slow, stranger] = await Promise.all([
      staff.upload(at(32, 40), "patience.txt"),
      staff.upload(at(4, 60), "lent.txt"),
      // Whoever is not signed in is sent away at once, whatever they are still sending.
      (async () => {
        const head = "POST /admin/files/upload?filename=a.txt HTTP/1.1\r\nhost: x\r\n";
        const line = await say(product, `${head}content-length: 1000000\r\n\r\nabc`);
        const began = performance.now();
        line.resume();
        await once(line, "close");
        return performance.now() - began;
      })(),
    ]);
    expect(steady.at(-1)).toMatchObject({ progress: 100 });
    expect(slow).toEqual([
      {
        refused:
          "La connexion est trop lente : ce fichier n’arrive plus. Réessayez quand elle va mieux.",
      },
    ]);
    expect(stranger).toBeLessThan(15_000);
  }, 90_000);
});

test("a stop comes to its end within five seconds, whatever hangs, and closes the database", async () => {
  const stopped = await startProduct(settings);
  const client = await StaffClient.signIn(stopped.url);
  const { host } = new URL(stopped.url);
  const post = (address: string, more = "") =>
    `POST ${address} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\n${more}content-length: 1000\r\n\r\nemail=`;
  const own = `cookie: ${client.cookie}\r\norigin: ${stopped.url}\r\n`;
  for (const words of [
    post("/newsletter"),
    post("/admin/news/new", own),
    post("/admin/files/upload?filename=a.txt", own),
    "POST /newsletter HTTP/1.1\r\nhost:",
    "CONNECT x HTTP/1.1\r\nhost: x\r\n\r\n",
    "",
  ]) {
    await say(stopped, words);
  }
  await pause(300);
  const began = performance.now();
  process.kill(stopped.pid, "SIGTERM");
  const code = await stopped.ended;
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(code).toBe(0);
  expect(stopped.output()).not.toContain("not closed");
  // What PostgreSQL writes down last of all, at a place that its own tools read: shut down.
  const control = readFileSync(join(stopped.dataDir, "database/global/pg_control"));
  expect(control.readInt32LE(16)).toBe(1);
  await stopped.stop();
}, 60_000);
