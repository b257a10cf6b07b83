import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { fingerprint, SITE_SOURCES } from "../../scripts/setup.mjs";
import { importsOf, reachableFrom, read } from "../support/source.ts";

/** npm alone takes a second to begin, when others use the machine. */
const NPM_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), "start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A site in small, with the product's own line for npm: a supervisor, and a server that says who it is and waits. */
function smallSite(): string {
  const supervise = JSON.stringify(
    pathToFileURL(join(import.meta.dirname, "../../scripts/supervise.mjs")),
  );
  const { start } = JSON.parse(read("package.json")).scripts;
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "scripts"), { recursive: true });
  write("package.json", JSON.stringify({ scripts: { start } }));
  write(
    "scripts/start.mjs",
    `import { endWithNpm, supervise } from ${supervise};
endWithNpm();
console.log("supervisor " + process.pid);
supervise(["server.mjs"]);`,
  );
  write(
    "server.mjs",
    `import { endWithSupervisor } from ${supervise};
endWithSupervisor();
setInterval(() => {}, 1_000);
console.log("server " + process.pid);`,
  );
  return folder;
}

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts it, and says what each process has for a number and when all of them have ended. */
async function started() {
  const child = spawn("npm", ["start"], { cwd: smallSite(), stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let output = "";
  // The pipe stays open as long as any of them may write into it.
  const ended = once(child, "close");
  await new Promise<void>((resolve) =>
    child.stdout.on("data", (text) => {
      output += text;
      if (/server \d+\n/.test(output)) resolve();
    }),
  );
  return { npm: child, supervisor: Number(/supervisor (\d+)/.exec(output)?.[1]), ended };
}

describe("who ends what npm start began", { timeout: NPM_MS }, () => {
  test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("%s to npm", async (signal) => {
    const { npm, ended } = await started();
    npm.kill(signal);
    await ended;
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("%s to the supervisor", async (signal) => {
    const { supervisor, ended } = await started();
    expect(supervisor).toBeGreaterThan(1);
    process.kill(supervisor, signal);
    await ended;
  });
});

describe("what a build is made of", () => {
  const sources = join(folder, "sources");
  const write = (name: string, text: string) => {
    mkdirSync(join(sources, "app"), { recursive: true });
    writeFileSync(join(sources, "app", name), text);
    return fingerprint(["app"], sources);
  };

  test("is its contents, whenever they were written", () => {
    const before = write("page.ts", "one");
    utimesSync(join(sources, "app/page.ts"), 0, 0);
    expect(fingerprint(["app"], sources)).toBe(before);
    expect(write("page.ts", "two")).not.toBe(before);
    expect(write("page.ts", "one")).toBe(before);
    expect(write("other.ts", "")).not.toBe(before);
  });

  test("has no tests and no notes in it", () => {
    const before = write("page.ts", "one");
    for (const name of ["page.test.ts", "page.data.test.ts", "page.spec.ts", "page.md"]) {
      expect(write(name, "a change"), name).toBe(before);
    }
  });

  test("has everything in it that the server brings along", () => {
    const isSource = (file: string) =>
      SITE_SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
    const brought = [...reachableFrom("server/main.ts")];
    const configured = importsOf("vite.config.ts")
      .map(({ target }) => target)
      .filter((target) => target.endsWith(".ts"));
    expect(brought.length).toBeGreaterThan(100);
    expect(configured.length).toBeGreaterThan(0);
    expect([...brought, ...configured].filter((file) => !isSource(file))).toEqual([]);
  });
});
