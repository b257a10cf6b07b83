import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { residentMegabytes } from "../../app/core/process/machine.server.ts";
import { type MediaLimits, MediaProcess } from "../../app/files/children/media.server.ts";
import { FileFault } from "../../app/files/children/media.ts";
import { newTemporaryPath } from "../../app/files/upload/temporary-files.server.ts";
import { someOf } from "../support/fuzz/repetitions.ts";
import { killProcess } from "../support/product/kill.ts";
import { endlessPage, formsInForms, hugePicture, largePicture, packedTwice } from "./attacks.ts";
import { photograph } from "./samples.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-media-"));
process.env.SESSION_SECRET = "a secret that no other process may have";
const ROOT = join(import.meta.dirname, "../..");
const CHILD = join(ROOT, "app/files/children/media.child.ts");

const started: MediaProcess[] = [];
const start = (limits: Partial<MediaLimits> = {}) => {
  const media = new MediaProcess(`test-${started.length}`, limits);
  started.push(media);
  return media;
};
afterEach(() => {
  for (const media of started) media.stop();
});
afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

async function arrived(bytes: Buffer): Promise<{ path: string; filename: string }> {
  const path = await newTemporaryPath();
  writeFileSync(path, bytes);
  return { path, filename: "a.jpg" };
}
const sample = () => {
  const file = join(ROOT, "database/seed/documents/files/statuts-de-la-federation.pdf");
  return arrived(readFileSync(file));
};
/** How much of a processor it has used, in hundredths of a second. */
const processorTicks = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[11]);
const isAlive = (pid: number) => existsSync(`/proc/${pid}/exe`);

const GROWING: [what: string, make: () => Buffer][] = [
  ["with a large picture", largePicture],
  ["packed twice", packedTwice],
];
test.each(someOf(GROWING, 1))(
  "a document %s, that grows outside of V8, takes the memory of its own process alone",
  async (_what, make) => {
    const attack = make();
    expect(attack.length).toBeLessThan(300_000);
    const media = start({ memoryMb: 350 });
    const before = residentMegabytes(process.pid) ?? 0;
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(media.pid ?? 0) ?? 0);
    }, 5);
    const ended = media.run("pdf", await arrived(attack));
    await expect(ended).rejects.toMatchObject({ end: "memory" });
    clearInterval(look);
    expect(peak).toBeGreaterThan(300);
    expect(peak).toBeLessThan(700);
    expect((residentMegabytes(process.pid) ?? 0) - before).toBeLessThan(100);
    // The next file finds a process of its own.
    expect(await media.run("pdf", await sample())).toEqual({ pages: 8, cover: true });
  },
  60_000,
);

test("one that never ends is ended by its time, and others wait no longer than that", async () => {
  const media = start({ withinMs: 1_000 });
  const [attack, next] = [await arrived(formsInForms()), await sample()];
  const [ended, made] = await Promise.allSettled([
    media.run("pdf", attack),
    media.run("pdf", next),
  ]);
  expect(ended).toMatchObject({ status: "rejected", reason: { end: "time" } });
  // Where the machine is busy, starting anew may take most of a second.
  if (made.status === "fulfilled") expect(made.value.pages).toBe(8);
  else expect(made.reason).toMatchObject({ end: "time" });
}, 30_000);

test.each([
  ["a picture that claims 100,000 by 100,000 pixels", hugePicture],
  ["a page ten thousand times as high as wide", endlessPage],
])(
  "%s costs no more than any other",
  async (_what, make) => {
    const media = start({ memoryMb: 400, withinMs: 30_000 });
    expect(await media.run("pdf", await arrived(make()))).toMatchObject({ pages: 1 });
  },
  40_000,
);

test("a process that is killed is a failure of that one file", async () => {
  const media = start();
  const running = media.run("pdf", await arrived(formsInForms()));
  const killed = expect(running).rejects.toMatchObject({ end: "died" });
  await vi.waitFor(() => expect(media.pid).toBeDefined());
  killProcess(media.pid);
  await killed;
  await expect(media.run("pdf", await sample())).resolves.toMatchObject({ pages: 8 });
}, 30_000);

test("one that is stopped says so: the file is not to blame", async () => {
  const media = start();
  const running = expect(media.run("pdf", await arrived(formsInForms()))).rejects.toMatchObject({
    end: "stopped",
  });
  await vi.waitFor(() => expect(media.pid).toBeDefined());
  media.stop();
  await running;
});

test("what arrives as it is being stopped is not lost with it: another one does it", async () => {
  const media = start();
  await media.run("pdf", await sample());
  media.stop();
  await expect(media.run("pdf", await sample())).resolves.toMatchObject({ pages: 8 });
});

test("it ends when there is nothing more to do, and at once when it holds much", async () => {
  const media = start({ idleMs: 300 });
  await media.run("pdf", await sample());
  const pid = media.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
  expect(media.pid).toBeUndefined();

  const large = start({ memoryMb: 300 });
  await large.run("pdf", await sample());
  await vi.waitFor(() => expect(large.pid).toBeUndefined(), { timeout: 5_000 });
}, 30_000);

describe("the process", () => {
  test("comes after all others, has neither settings nor secrets, and is the first to go", async () => {
    const media = start();
    await media.run("pdf", await sample());
    const pid = media.pid ?? 0;
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW);
    const names = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    expect(
      names.map((line) => line.split("=")[0]).filter((name) => !/^(NODE_|$)/.test(name ?? "")),
    ).toEqual(["PATH"]);
    expect(names.join()).not.toContain("secret");
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim()).toBe("1000");
  });

  test("reads nothing but its own code and what arrives", async () => {
    const secret = join(process.env.DATA_DIR ?? "", "secret.txt");
    writeFileSync(secret, "a secret");
    const reading = start().run("examine", { path: secret, filename: "secret.txt" });
    await expect(reading).rejects.toBeInstanceOf(FileFault);
    const inside = await arrived(Buffer.from("a text"));
    const { path } = inside;
    const made = await start().run("examine", { path, filename: "text.txt" });
    expect(made.type).toBe("text/plain");
  });

  test("ends itself where nobody sees its memory", async () => {
    const child = spawn(process.execPath, [CHILD, "200", "19", String(process.pid)], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { PATH: process.env.PATH },
    });
    const { path } = await arrived(largePicture());
    child.send({ task: "pdf", request: { path } });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
  }, 30_000);

  test("does not outlive the product, whatever it is busy with", async () => {
    const { path } = await arrived(formsInForms());
    const product = spawn(
      process.execPath,
      [
        "-e",
        `const child = require("node:child_process").fork(${JSON.stringify(CHILD)}, ["900", "19", String(process.pid)], { execArgv: [] });
         child.send({ task: "pdf", request: { path: ${JSON.stringify(path)} } });
         console.log(child.pid);
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    const [line] = (await once(product.stdout, "data")) as [Buffer];
    const pid = Number(String(line));
    await vi.waitFor(() => expect(processorTicks(pid)).toBeGreaterThan(40), { timeout: 20_000 });
    expect(isAlive(pid)).toBe(true);
    product.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
  }, 30_000);
});

test("a photograph of 12 megapixels stays far below the limit", async () => {
  const media = start({ memoryMb: 450 });
  const file = await arrived(await photograph());
  expect(await media.run("examine", file)).toMatchObject({ type: "image/jpeg", width: 4_000 });
  copyFileSync(`${file.path}-clean`, file.path);
  expect(await media.run("picture", file)).toBe(null);
}, 120_000);
