// What npm test and npm run check have in common: commands that are counted, and the closing line.
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
/** Failed once and passed at a second try, on a machine that was busy: no failure, and no secret. */
const flaky = [];

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
const surroundings = (env = {}) => ({
  cwd: root,
  env: { ...projectEnv, ...env },
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
  // Where there was a second try, it is that one which counts.
  if (counted.passed + counted.failed === 0 || (!(counted.ok ?? ok) && counted.failed === 0)) {
    counted.failed++;
    failures.push([name, ...args.slice(0, 3), "broke"].join(" "));
  }
  for (const key of Object.keys(total)) total[key] += counted[key];
  failures.push(...(counted.names ?? []));
  flaky.push(...(counted.flaky ?? []));
}

/** More files than this do not fail because a machine was busy. */
const MOST_SECOND_TRIES = 4;

export function vitest(project) {
  const report = join(reports, `${project}.json`);
  const args = (to) => ["--reporter=default", "--reporter=json", `--outputFile.json=${to}`];
  const run = ["run", "--project", project];
  suite("vitest", [...run, ...args(report)], {}, report, ({ testResults }) => {
    const failed = testResults.filter(({ status }) => status === "failed");
    const names = failed.map(({ name }) => relative(root, name));
    let results = testResults;
    let ok;
    if (names.length > 0 && names.length <= MOST_SECOND_TRIES) {
      const second = join(reports, `${project}-second.json`);
      ok = command("vitest", [...run, ...names, ...args(second)]);
      results = withSecondTry(testResults, second);
    }
    const failures = results.flatMap(failedOf);
    return {
      ...countsOf(results),
      ok,
      names: failures,
      flaky: failed.flatMap(failedOf).filter((name) => !failures.includes(name)),
    };
  });
}

/** A file that failed counts by its second try, when there was one. */
function withSecondTry(results, report) {
  if (!existsSync(report)) return results;
  const second = JSON.parse(readFileSync(report, "utf8")).testResults;
  return results.map((file) => second.find(({ name }) => name === file.name) ?? file);
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

export function playwright() {
  const report = join(reports, "journeys.json");
  suite("playwright", ["test"], { TEST_REPORT: report }, report, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    names: suites.flatMap(failedIn),
    flaky: suites.flatMap(flakyIn),
  }));
}

const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)];
const nameOfSpec = ({ file, title }) => `${file}: ${title}`;
const failedIn = (suite) =>
  specsIn(suite)
    .filter(({ ok }) => !ok)
    .map(nameOfSpec);
const flakyIn = (suite) =>
  specsIn(suite)
    .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
    .map(nameOfSpec);

/** What a changed line can break without a database or a browser. Two at a time, as there are two cores. */
export async function checkSource() {
  const types = async () => {
    await check("react-router", ["typegen"]);
    await check("tsc", []);
  };
  const source = async () => {
    // The formatter, the linter and the order of imports in one pass.
    await check("biome", ["ci"]);
    await check("knip", []);
  };
  await Promise.all([types(), source()]);
  vitest("unit");
}

/** Prints the closing line and ends the process. */
export function finish() {
  rmSync(reports, { recursive: true, force: true });
  if (flaky.length > 0) console.log(`\nPassed at the second try:\n${flaky.join("\n")}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed > 0 ? 1 : 0);
}
