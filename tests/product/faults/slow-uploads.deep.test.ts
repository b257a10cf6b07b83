import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { say } from "../../support/browser/line.ts";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { type Product, startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

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
          "La connexion est trop lente : ce fichier n’arrive plus. Réessayez avec une meilleure connexion.",
      },
    ]);
    expect(stranger).toBeLessThan(15_000);
  }, 90_000);
});
