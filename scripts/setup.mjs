// Runs on any Node from 20 on, with nothing installed: brings the project to where the rest can run.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endOnSignal } from "./supervise.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, "node_modules", ".bin");

/** The environment in which the project's own Node and tools are found first. */
export const projectEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };

const surroundings = { cwd: root, env: projectEnv, shell: process.platform === "win32" };

/** Runs a tool with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { ...surroundings, stdio: "inherit", ...options });
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
  const wanted = fingerprint(["package-lock.json", "package.json"]);
  if (isMarked(mark, wanted)) return;
  process.stdout.write("Installation des paquets (installing packages)… ");
  const began = performance.now();
  // Not `npm ci`: it refuses a lock file that leaves out the binaries of another platform, and ours
  // can only name those that its registry had. What is locked is installed as locked all the same, so
  // what the registry says of a package need not be asked again.
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", [...args, "--prefer-offline"], { stdio: ["inherit", "ignore", "inherit"] });
  linkOwnNode();
  writeFileSync(mark, wanted);
  console.log(secondsSince(began));
}

/** Puts the project's Node where the rest looks for it: npm 9, which Debian 13 has, installs it without its link. */
function linkOwnNode() {
  const link = join(bin, "node");
  const { platform, arch } = process;
  const found = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`].find((name) =>
    existsSync(join(root, "node_modules", name, "bin", "node")),
  );
  if (found && !existsSync(link)) symlinkSync(join("..", found, "bin", "node"), link);
}

/** What the site is made of, save its pictures: when none of it changed, neither did the bundle. */
export const SITE_SOURCES = [
  "app",
  "server",
  "database/seed/seed.server.ts",
  "package-lock.json",
  "react-router.config.ts",
  "vite.config.ts",
  "inline-script.plugin.ts",
  "plain-icons.plugin.ts",
  "shared-chunk.plugin.ts",
];
const DRAW = "database/seed/render-pictures.ts";
const PICTURE_SOURCES = ["database/seed/pictures", DRAW, "package-lock.json"];

/** Builds the site, its pictures, or both: what is not there, or whose sources changed since. */
export async function ensureBuilt() {
  const build = join(root, "build");
  const site = { mark: join(build, ".sources"), wanted: fingerprint(SITE_SOURCES) };
  const pictures = { mark: join(build, ".pictures"), wanted: fingerprint(PICTURE_SOURCES) };
  const isSiteBuilt = isMarked(site.mark, site.wanted);
  const arePicturesDrawn = isMarked(pictures.mark, pictures.wanted);
  if (isSiteBuilt && arePicturesDrawn) return;

  const children = new Set();
  const forget = endOnSignal(children);
  const began = performance.now();
  if (!isSiteBuilt) {
    process.stdout.write("Construction du site (building the site)… ");
    // Drawn beside it, and put in their place after it: the router empties build/ first.
    const drawn = runBeside(children, "node", [DRAW, "--only-draw"]).then(() =>
      secondsSince(began),
    );
    await runBeside(children, "react-router", ["build"]);
    console.log(secondsSince(began));
    console.log(`Dessin des images en même temps (drawing the pictures meanwhile)… ${await drawn}`);
    await runBeside(children, "node", [DRAW]);
    writeFileSync(site.mark, site.wanted);
  } else {
    process.stdout.write("Dessin des images (drawing the pictures)… ");
    await runBeside(children, "node", [DRAW]);
    console.log(secondsSince(began));
  }
  writeFileSync(pictures.mark, pictures.wanted);
  forget();
}

/** As `run`, beside others: what it printed is only shown when it fails. */
function runBeside(children, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...surroundings, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => (output += text));
    child.on("error", ({ message }) => (output += `${command}: ${message}\n`));
    child.on("close", (code) => {
      children.delete(child);
      if (code === 0) return resolve();
      for (const other of children) other.kill();
      process.stderr.write(`\n${output}`);
      process.exit(1);
    });
  });
}

/** How long it took, as people write it. */
const secondsSince = (began) =>
  `${((performance.now() - began) / 1000).toFixed(1).replace(".", ",")} s`;

const isMarked = (mark, wanted) => existsSync(mark) && readFileSync(mark, "utf8") === wanted;

/** Tests and notes stand beside what they are about, and make no difference to what is built. */
const NOT_BUILT = /\.(?:test|spec)\.tsx?$|[.-]expectations\.ts$|\.md$/;

/** The same as long as the contents of these files and folders are, whenever they were written. */
export function fingerprint(sources, folder = root) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesBelow(join(folder, source)))) {
    if (NOT_BUILT.test(file)) continue;
    hash
      .update(`${file.slice(folder.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => filesBelow(join(path, entry.name)))
    .sort();
}

/** What others may write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Where Node keeps what it compiled, so that the next start is shorter: in the build, which every new one
 * empties. Undefined where there can be none, such as on a disk that cannot be written; what is kept is run,
 * so a folder that others may write is not used.
 */
export function compileFolder(folder = join(root, "build", ".compiled")) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid } = lstatSync(folder);
    const ours = [0, process.getuid?.() ?? 0].includes(uid);
    return ours && (process.platform === "win32" || (mode & WRITABLE_BY_OTHERS) === 0)
      ? folder
      : undefined;
  } catch {
    return undefined;
  }
}
