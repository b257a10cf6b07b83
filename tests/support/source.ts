import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Every TypeScript file below a folder, as paths from the project's root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();
}

/** Tests that stand beside what they try: no part of the product. */
export const isForTests = (file: string): boolean =>
  /\.(?:test|spec)\.tsx?$|[.-]expectations\.ts$/.test(file);

export const read = (file: string): string => readFileSync(join(root, file), "utf8");

export type Import = { from: string; target: string; typeOnly: boolean };

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;

/** What a file imports: other files of ours as paths from the root, packages by name. */
export function importsOf(file: string): Import[] {
  return [...read(file).matchAll(IMPORT)].map((match) => {
    const target = match[2] ?? "";
    const resolved = target.startsWith(".")
      ? relative(root, join(root, dirname(file), target.replace(/\?.*$/, "")))
      : target;
    return { from: file, target: resolved, typeOnly: Boolean(match[1]) };
  });
}

/** Every file of ours that a file brings along at run time, itself included. */
export function reachableFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { target, typeOnly } of importsOf(file)) {
    if (!typeOnly && /^(app|server|database)\//.test(target) && /\.tsx?$/.test(target)) {
      reachableFrom(target, seen);
    }
  }
  return seen;
}
