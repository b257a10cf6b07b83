// Runs on any Node from 20 on, with nothing installed: brings the project to where the rest can run.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, "node_modules", ".bin");

/** The environment in which the project's own Node and tools are found first. */
export const projectEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };

/** Runs a tool with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: projectEnv,
    shell: process.platform === "win32",
    ...options,
  });
  if (result.error) {
    console.error(`${command}: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0 && !options.mayFail) process.exit(result.status ?? 1);
  return result.status ?? 1;
}

/** Installs the locked packages when they are not there, or not those of the lock file. */
export function ensureInstalled() {
  const mark = join(root, "node_modules", ".installed");
  const wanted = hashOf([join(root, "package-lock.json"), join(root, "package.json")]);
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  console.log("Installation des dépendances (installing packages)…");
  // Not `npm ci`: it refuses a lock file that leaves out the binaries of another platform, and ours
  // can only name those that its registry had. What is locked is installed as locked all the same.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(mark, wanted);
}

/** What a build is made of: when none of it changed, neither did the build. */
const SOURCES = [
  ...["app", "server", "database/seed", "package-lock.json", "vite.config.ts"],
  ...["inline-script.plugin.ts", "plain-icons.plugin.ts"],
];

/** Builds when there is no build or a source changed since. */
export function ensureBuilt() {
  const mark = join(root, "build", ".sources");
  const files = SOURCES.flatMap((source) => filesBelow(join(root, source))).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const wanted = hashOf(files);
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  console.log("Construction (building)…");
  // The router empties build/ first, so the pictures come after it.
  run("react-router", ["build"], { stdio: ["ignore", "pipe", "inherit"] });
  run("node", ["database/seed/render-pictures.ts"]);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => filesBelow(join(path, entry.name)))
    .sort();
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}
