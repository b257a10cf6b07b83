import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { loader } from "../../../app/files/admin/choose.route.ts";
import { photograph } from "../../files/samples.ts";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

const dataDir = mkdtempSync(join(tmpdir(), "fge-killed-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const ROUNDS = 6;
const TWO_HOURS_S = 7_200;
const settings = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};

/** Without the covers of the sample documents. */
const stored = () =>
  readdirSync(join(dataDir, "files/uploads")).filter((name) => !name.startsWith("samples-"));
const arriving = () => readdirSync(join(dataDir, "arrivals"));

/** As if nobody had started the product again for two hours: what is left over is no longer young. */
function age(folder: string): void {
  const then = Date.now() / 1_000 - TWO_HOURS_S;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then);
}

test("a process killed during uploads leaves no file without a record and no record without a file", async () => {
  const acknowledged: string[] = [];
  let cut = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct(settings);
    const staff = await StaffClient.signIn(product.url);
    // At another moment each time: while it arrives, while it is stored, while it is recorded; the later
    // rounds only once something was stored, however slow the machine is.
    const picture = await photograph(900, 700);
    let onStored = () => {};
    const first = round < ROUNDS / 2 ? undefined : new Promise<void>((done) => (onStored = done));
    const dying = Promise.resolve(first)
      .then(() => pause(40 + round * 55))
      .then(() => product.kill());
    // One upload that only ever arrives, beside some that come to their end.
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(Buffer.alloc(8_192, "a"));
        await pause(20);
      },
    });
    const hanging = staff.upload(slow, "lent.txt").catch(() => (cut += 1));
    try {
      for (let number = 0; number < 8; number++) {
        acknowledged.push((await staff.uploaded(picture, `photo-${round}-${number}.jpg`)).url);
        onStored();
      }
    } catch {
      cut += 1;
      onStored();
    }
    await dying;
    await hanging;
  }
  expect(cut, "uploads that were under way when it ended").toBeGreaterThan(ROUNDS);
  expect(arriving().length, "something to sweep").toBeGreaterThan(0);
  // The process of files notices within a moment that it is alone, and may write until then.
  await pause(1_000);
  age(join(dataDir, "arrivals"));
  age(join(dataDir, "files/uploads"));

  const product = await startProduct(settings);
  try {
    const staff = await StaffClient.signIn(product.url);
    const answer = await staff.get("/admin/files/choose?kind=any");
    const { files: records } = (await answer.json()) as Awaited<ReturnType<typeof loader>>;
    const recorded = records
      .map(({ file_url }) => file_url)
      .filter((url) => url.startsWith("/files/uploads/"))
      .map((url) => url.slice("/files/uploads/".length));
    for (const url of acknowledged) expect(recorded).toContain(url.split("/").at(-1));
    const stems = new Set(recorded.map((name) => name.replace(/\.\w+$/, "")));
    const stemOf = (name: string) => name.slice(0, 36);
    // Everything that was acknowledged is prepared meanwhile, in files of its own.
    for (let wait = 0; wait < 900; wait++) {
      if (!arriving().length && stored().every((name) => stems.has(stemOf(name)))) break;
      await pause(100);
    }
    expect(arriving()).toEqual([]);
    expect(stored().filter((name) => !stems.has(stemOf(name)))).toEqual([]);
    expect(recorded.filter((name) => !stored().includes(name))).toEqual([]);
  } finally {
    await product.stop();
  }
}, 240_000);
