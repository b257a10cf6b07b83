import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, afterEach, expect, test } from "vitest";
import { keyOf } from "../../app/core/storage/storage.server.ts";
import { temporaryFolder } from "../../app/files/upload/temporary-files.server.ts";
import {
  discardUpload,
  receiveFile,
  validateFile,
} from "../../app/files/upload/upload-validation.server.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { gifWithScript, photograph, pngBomb, streamOf } from "./samples.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-files-"));
const MB = 1024 ** 2;

async function take(bytes: Uint8Array | string, filename: string, max = 25 * MB) {
  const received = await receiveFile(streamOf(bytes), max);
  try {
    return await validateFile(received, filename);
  } catch (error) {
    await discardUpload(received);
    throw error;
  }
}

const left = () => (existsSync(temporaryFolder()) ? readdirSync(temporaryFolder()) : []);
afterEach(() => rmSync(temporaryFolder(), { recursive: true, force: true }));
afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

test("what is no file of ours is refused with a reason, and leaves nothing", () =>
  checkEach<readonly [make: () => Buffer | string, name: string, reason: RegExp]>(
    (
      [
        ["nothing at all", () => "", "vide.txt", /vide/],
        [
          "HTML under a picture's name",
          () => "<html><script>alert(1)</script>",
          "photo.jpg",
          /type accepté/,
        ],
        ["a program", () => `MZ${"\0".repeat(500)}`, "outil.exe", /type accepté/],
        [
          "a program under a text's name",
          () => `abc\0def${"\0".repeat(50)}`,
          "lisez.txt",
          /type accepté/,
        ],
        ["HTML as such", () => "<!doctype html><p>bonjour", "page.html", /type accepté/],
        [
          "a picture of 30,000 by 30,000 in a few bytes",
          () => pngBomb(30_000, 30_000),
          "x.png",
          /abîmée|pixels/,
        ],
        ["a picture of 30,000 pixels on one side", () => pngBomb(30_000, 100), "x.png", /pixels/],
        [
          "a picture that breaks off",
          () => pngBomb(4_000, 4_000).subarray(0, 90),
          "x.png",
          /abîmée|accepté/,
        ],
      ] as const
    ).map(([what, ...one]) => [what, one]),
    async ([make, name, reason]) => {
      await expect(take(make(), name)).rejects.toThrow(reason);
      expect(left()).toEqual([]);
    },
  ));

test("what is too large is refused while it arrives, and leaves nothing", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  await expect(receiveFile(endless, MB)).rejects.toThrow("Ce fichier dépasse 1\u202fMo.");
  expect(sent).toBeLessThan(3 * MB);
  expect(left()).toEqual([]);
});

test("a line that breaks half-way leaves nothing", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1_000)),
    pull: (controller) => controller.error(new Error("gone")),
  });
  await expect(receiveFile(broken, MB)).rejects.toThrow();
  expect(left()).toEqual([]);
});

/** So many pieces of a hundred bytes, one each 20 ms. */
function trickle(pieces: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await pause(20);
      if (sent++ < pieces) controller.enqueue(new Uint8Array(100));
      else controller.close();
    },
  });
}

test("what comes too slowly is refused in words, and leaves nothing", async () => {
  const began = performance.now();
  const pace = { bytes: 5_000, windowMs: 300 };
  await expect(receiveFile(trickle(Number.POSITIVE_INFINITY), MB, pace)).rejects.toThrow(
    "trop lente",
  );
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(left()).toEqual([]);
});

test("what stops coming is refused, however fast it was", async () => {
  const stuck = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(500_000)),
  });
  const received = receiveFile(stuck, MB, { bytes: 1_000, windowMs: 200 });
  await expect(received).rejects.toThrow("trop lente");
  expect(left()).toEqual([]);
});

test("what comes slowly enough may take its time", async () => {
  const received = await receiveFile(trickle(40), MB, { bytes: 500, windowMs: 300 });
  expect(received.size).toBe(4_000);
});

test("a photograph loses its place and its device, and keeps its size", async () => {
  const original = await photograph();
  expect((await sharp(original).metadata()).exif).toBeDefined();
  const claimed = await take(original, "IMG_0001.JPG");
  expect(claimed).toMatchObject({
    type: "image/jpeg",
    extension: "jpg",
    width: 4_000,
    height: 3_000,
  });
  const stored = await sharp(claimed.path).metadata();
  expect(stored.exif).toBeUndefined();
  expect(readFileSync(claimed.path).includes("Telephone")).toBe(false);
});

test("a script behind a picture's own data is gone", async () => {
  const claimed = await take(await gifWithScript(), "anime.gif");
  expect(claimed.type).toBe("image/gif");
  expect(readFileSync(claimed.path).includes("alert")).toBe(false);
});

test("the content decides the type, not the name", async () => {
  const claimed = await take(await photograph(40, 30), "photo.png");
  expect(claimed).toMatchObject({ type: "image/jpeg", extension: "jpg" });
});

test("an SVG is kept as an SVG: it is only ever saved, never shown as a page", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect(await take(svg, "logo.svg")).toMatchObject({ type: "image/svg+xml", extension: "svg" });
});

test("an address that climbs out of the files leads nowhere", () => {
  const addresses = [
    "/files/../secret",
    "/files/a/../../b",
    "/files//etc",
    "/files/%2e%2e/x",
    "/files/a%00b",
    "/files/a\\b",
  ];
  expect(addresses.filter((address) => keyOf(address) !== undefined)).toEqual([]);
});
