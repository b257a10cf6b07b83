import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { projectEnv, root } from "../../scripts/setup.mjs";
import type { Mutation, Tests } from "./mutation.ts";

/** How many tests passed, and the files in which one failed. */
export type Outcome = { passed: number; failed: string[] };

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

/** What git has or would take, and what was made of it. */
function filesOfCheckout(): string[] {
  const args = ["ls-files", "-co", "--exclude-standard", "-z"];
  const listed = execFileSync("git", args, { cwd: root, maxBuffer: 64 * 1024 ** 2 }).toString();
  return [...listed.split("\0").filter(Boolean), "build", ".react-router"].filter((file) =>
    existsSync(join(root, file)),
  );
}

/** The text with its fault. @throws Error when it is not clear where that belongs. */
export function broken({ name, file, find, replace }: Mutation, text: string): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${name}: its text stands ${count} times in ${file}`);
  return text.replace(find, () => replace);
}

/** A copy of the checkout, in which something may be broken. */
export class CopiedCheckout {
  readonly #folder = mkdtempSync(join(tmpdir(), "mutations-"));

  constructor() {
    for (const file of filesOfCheckout()) {
      cpSync(join(root, file), join(this.#folder, file), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(this.#folder, "node_modules"), "dir");
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Does something while the product has a fault; afterwards it has none. */
  async whileBroken<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, mutation.file);
    const build = join(this.#folder, "build");
    const kept = join(this.#folder, "build-without-fault");
    const text = readFileSync(path, "utf8");
    try {
      writeFileSync(path, broken(mutation, text));
      if (mutation.build) {
        cpSync(build, kept, { recursive: true });
        const module = JSON.stringify(join(this.#folder, "scripts/setup.mjs"));
        const script = `import(${module}).then(({ ensureBuilt }) => ensureBuilt())`;
        const { status, output } = await this.#run("node", ["-e", script]);
        if (status !== 0)
          throw new Error(`${mutation.name}: not built\n${output.trim().slice(-800)}`);
      }
      return await work();
    } finally {
      writeFileSync(path, text);
      if (existsSync(kept)) {
        rmSync(build, { recursive: true, force: true });
        cpSync(kept, build, { recursive: true });
        rmSync(kept, { recursive: true });
      }
    }
  }

  /** Runs tests; with `bail`, until the first fails. @throws Error when they cannot even begin. */
  async test({ suite, files, only }: Tests, bail: boolean, workers = 1): Promise<Outcome> {
    const missing = files.filter((file) => !existsSync(join(this.#folder, file)));
    if (missing.length > 0) throw new Error(`there is no ${missing.join(", ")}`);
    const report = join(this.#folder, "report.json");
    rmSync(report, { force: true });
    const { output } =
      suite === "browser"
        ? await this.#run(
            "playwright",
            [
              "test",
              ...files,
              `--workers=${workers}`,
              "--retries=0",
              ...(only ? ["-g", only] : []),
              ...(bail ? ["-x"] : []),
            ],
            { TEST_REPORT: report },
          )
        : await this.#run("vitest", [
            "run",
            "--project",
            suite,
            ...files,
            `--maxWorkers=${workers}`,
            "--reporter=json",
            `--outputFile=${report}`,
            ...(only ? ["-t", only] : []),
            ...(bail ? ["--bail=1"] : []),
          ]);
    const outcome = existsSync(report) && this.#read(readFileSync(report, "utf8"), suite, files);
    if (outcome && outcome.passed + outcome.failed.length > 0) return outcome;
    throw new Error(`${files.join(", ")}: no test ran\n${output.trim().slice(-800)}`);
  }

  #read(report: string, suite: Tests["suite"], files: readonly string[]): Outcome {
    if (suite === "browser") {
      const { stats } = JSON.parse(report) as PlaywrightReport;
      return { passed: stats.expected, failed: stats.unexpected > 0 ? [...files] : [] };
    }
    const { testResults } = JSON.parse(report) as VitestReport;
    const statuses = testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      passed: statuses.filter(({ status }) => status === "passed").length,
      failed: testResults
        .filter(({ status }) => status === "failed")
        .map(({ name }) => relative(this.#folder, name)),
    };
  }

  async #run(command: string, args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(command, args, {
      cwd: this.#folder,
      env: { ...projectEnv, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += text;
      });
    }
    const [status] = (await once(child, "close")) as [number | null];
    return { status, output };
  }
}
