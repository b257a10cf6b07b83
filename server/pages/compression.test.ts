import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { BestCompression, chooseEncoding, compressFast, type Encoded } from "./compression.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["identity", "identity"],
  ["", "identity"],
  [undefined, "identity"],
])("Accept-Encoding %s → %s", (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));

const text = (n: number) =>
  Buffer.from(
    Array.from(
      { length: 200 },
      (_, k) => `<p>Article ${(k * 7919 + n) % 1000} de Kankan</p>`,
    ).join(),
  );

/** Adds a task; what came of it, or undefined when it was not taken or not wanted any more. */
function add(queue: BestCompression, n: number, isWanted = () => true) {
  let claimed = false;
  const result = new Promise<Encoded>((done) => {
    claimed = queue.add({ identity: text(n), isWanted, finish: done });
  });
  return { taken: claimed, result };
}

test("each gets the smallest bytes, one after the other", async () => {
  const queue = new BestCompression(10);
  const order: number[] = [];
  const results = [1, 2, 3].map(async (n) => {
    const encoded = await add(queue, n).result;
    order.push(n);
    expect(brotliDecompressSync(encoded.br)).toEqual(text(n));
    expect(gunzipSync(encoded.gzip)).toEqual(text(n));
    expect(encoded.br.length).toBeLessThanOrEqual(compressFast(text(n)).br.length);
  });
  await Promise.all(results);
  expect(order).toEqual([1, 2, 3]);
});

test("no more wait than was said, and there is room again when they are done", async () => {
  const queue = new BestCompression(2);
  const tried = [1, 2, 3, 4, 5].map((n) => add(queue, n));
  // The first is not waiting any more: it is worked on.
  expect(tried.map(({ taken }) => taken)).toEqual([true, true, true, false, false]);
  await tried[2]?.result;
  const later = add(queue, 6);
  expect(later.taken).toBe(true);
  await later.result;
});

test("what nobody wants any more is left, before and after its work", async () => {
  const queue = new BestCompression(10);
  let done = 0;
  let wantedFirst = true;
  queue.add({ identity: text(1), isWanted: () => wantedFirst, finish: () => done++ });
  queue.add({ identity: text(2), isWanted: () => false, finish: () => done++ });
  wantedFirst = false;
  await add(queue, 3).result;
  expect(done).toBe(0);
});
