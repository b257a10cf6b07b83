// What npm test, npm run check and npm run test:deep have in common: commands that are counted, and the closing line.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { projectEnv, root } from "./setup.mjs";

const reports = mkdtempSync(join(tmpdir(), "reports-"));
const total = { passed: 0, failed: 0, skipped: 0 };
/** Named once more at the end: what a long run printed may have been cut by then. */
const failures = [];
/** How long each test took: the slowest are printed at the end, so that they stay known. */
const times = [];
let reportCount = 0;
const SLOWEST = 10;

export function command(name, args, env = {}) {
  const began = Date.now();
  console.log(title(name, args));
  const { status } = spawnSync(name, args, { stdio: "inherit", ...surroundings(env) });
  console.log(seconds(began));
  return status === 0;
}

/** As `command`, beside others: what it prints is shown when it has ended. */
async function commandBeside(name, args) {
  const began = Date.now();
  const child = spawn(name, args, { stdio: ["ignore", "pipe", "pipe"], ...surroundings() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close").catch((error) => [error.code]);
  process.stdout.write(`${title(name, args)}\n${output}${seconds(began)}\n`);
  return code === 0;
}

const title = (name, args) => `\n== ${[name, ...args].join(" ")}`;
const seconds = (began) => `== ${((Date.now() - began) / 1000).toFixed(1)} s`;
/** Settings of the site, which whoever runs the tests may have for a site of their own: its database is not for tests. */
const SITE_SETTING =
  /^(?:PORT|HOST|PUBLIC_URL|DATA_DIR|MIGRATE|DATABASE|SESSION_SECRET|SMTP|ADMIN|S3|BACKUP|METRICS_TOKEN|TRUST_PROXY|STOP_SECONDS|PAYMENTS_SIMULATED|DJOMY|PAYPAL|LOG_LEVEL|SIMULATED_CLOCK)(?:_|$)/;
const withoutSite = Object.fromEntries(
  Object.entries(projectEnv).filter(([name]) => !SITE_SETTING.test(name)),
);
const surroundings = (env = {}) => ({
  cwd: root,
  env: { ...withoutSite, ...env },
  shell: process.platform === "win32",
});

/** A check that passes or fails as a whole. */
async function check(name, args) {
  if (await commandBeside(name, args)) {
    total.passed++;
  } else {
    total.failed++;
    failures.push([name, ...args].join(" "));
  }
}

/** A test run whose report says how many passed; a run that breaks without saying so is a failure. */
function suite(name, args, env, report, count) {
  const ok = command(name, args, env);
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  if (counted.passed + counted.failed === 0 || (!ok && counted.failed === 0)) {
    counted.failed++;
    failures.push([name, ...args.slice(0, 3), "broke"].join(" "));
  }
  for (const key of Object.keys(total)) total[key] += counted[key];
  failures.push(...(counted.names ?? []));
  times.push(...(counted.times ?? []));
}

/** Runs a project of vitest.config.ts, or some of its files. */
export function vitest(project, { files = [], env = {} } = {}) {
  const report = join(reports, `${project}-${reportCount++}.json`);
  const args = ["run", "--project", project, ...files];
  args.push("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  suite("vitest", args, env, report, ({ testResults }) => ({
    ...countsOf(testResults),
    names: testResults.flatMap(failedOf),
    times: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(root, name)}: ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  }));
}

function countsOf(results) {
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  return {
    passed: count("passed"),
    failed: results.flatMap(failedOf).length,
    skipped: count("skipped", "pending", "todo", "disabled"),
  };
}

/** A file that cannot even be read has no tests, and counts by itself. */
function failedOf({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [relative(root, name)];
  return failed.map(({ fullName }) => `${relative(root, name)}: ${fullName}`);
}

/** Runs the browser journeys, or some of their files. */
export function playwright({ files = [], env = {} } = {}) {
  const report = join(reports, `journeys-${reportCount++}.json`);
  suite("playwright", ["test", ...files], { TEST_REPORT: report, ...env }, report, (result) => ({
    passed: result.stats.expected,
    failed: result.stats.unexpected + result.stats.flaky,
    skipped: result.stats.skipped,
    names: result.suites
      .flatMap(specsIn)
      .filter(({ ok }) => !ok)
      .map(nameOfSpec),
    times: result.suites.flatMap(specsIn).map((spec) => ({
      name: nameOfSpec(spec),
      ms: Math.max(0, ...spec.tests.flatMap(({ results }) => results.map((run) => run.duration))),
    })),
  }));
}

/** Runs a script of tests that prints `N passed, N failed` as its last line. */
export function script(name, args) {
  const began = Date.now();
  console.log(title(name, args));
  const { stdout, status } = spawnSync(name, args, {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    ...surroundings(),
  });
  process.stdout.write(stdout ?? "");
  console.log(seconds(began));
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(stdout ?? "") ?? [];
  const broke = passed === undefined || (status !== 0 && failed === "0");
  total.passed += Number(passed ?? 0);
  total.failed += broke ? 1 : Number(failed);
  if (broke || failed !== "0") failures.push([name, ...args].join(" "));
}

const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)];
const nameOfSpec = ({ file, title }) => `${file}: ${title}`;

/** What a changed line can break without a database or a browser. Two at a time, as there are two cores. */
export async function checkSource() {
  const types = async () => {
    await check("react-router", ["typegen"]);
    // What it knows of files that did not change is kept.
    await check("tsc", ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/tsc.json"]);
  };
  const source = async () => {
    // The formatter, the linter and the order of imports in one pass.
    await check("biome", ["ci"]);
    await check("knip", ["--cache"]);
  };
  await Promise.all([types(), source()]);
  vitest("unit");
}

/** Prints the closing line and ends the process. */
export function finish() {
  rmSync(reports, { recursive: true, force: true });
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  if (slowest.length > 0) console.log("\nThe slowest tests:");
  for (const { name, ms } of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed > 0 ? 1 : 0);
}

/** Debian's Chromium without a window as root, Playwright's own elsewhere; nothing when there is one. */
export function ensureChromium() {
  if (existsSync("/usr/bin/chromium-headless-shell")) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const installed =
      command("apt-get", ["update", "-qq"]) &&
      command("apt-get", [
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium-headless-shell",
      ]);
    if (installed) return;
  }
  if (existsSync("/usr/bin/chromium")) return;
  command("playwright", ["install", "chromium"]);
}
