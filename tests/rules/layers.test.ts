import { describe, expect, test } from "vitest";
import { importsOf, isForTests, sourceFiles } from "../support/source.ts";

/**
 * The house, from the roof to the ground. An import goes down, or stays in its folder. Where folders share a
 * line, one goes only to another that stands to its right. A folder that is not named here, and tells the
 * back office of itself, is a notion that knows no other.
 */
const LAYERS = [
  ["web"],
  ["office"],
  ["backups", "pages", "community", "me", "people"],
  ["registrations", "licences", "membership"],
  [
    "events",
    "news",
    "payments",
    "resources",
    "partners",
    "about",
    "contact",
    "newsletter",
    "legal",
    "guardians",
  ],
  ["texts", "site"],
  ["auth", "files", "mail", "settings"],
  ["kit"],
  ["records"],
  ["ui", "core", "i18n"],
];
/** Notions on this line know no other notion: not even one to their right. */
const STRANGERS = LAYERS.findIndex((folders) => folders.includes("news"));

const isNotion = (folder: string) =>
  sourceFiles(`app/${folder}`).some((file) => file.endsWith(".office.ts"));

function floorOf(folder: string): number {
  const floor = LAYERS.findIndex((folders) => folders.includes(folder));
  return floor === -1 && isNotion(folder) ? STRANGERS : floor;
}
const folderOf = (file: string) => /^app\/([^/]+)\//.exec(file)?.[1];

/** Every import from one folder of `app/` into another, types included. */
const imports = sourceFiles("app")
  .flatMap(importsOf)
  .flatMap(({ from, target }) => {
    const [folder, other] = [folderOf(from), folderOf(target)];
    return folder && other && folder !== other ? [{ from, target, folder, other }] : [];
  });

function climbs(folder: string, other: string): boolean {
  const [floor, below] = [floorOf(folder), floorOf(other)];
  if (floor !== below) return below < floor;
  const folders = LAYERS[floor] ?? [];
  return floor === STRANGERS || folders.indexOf(other) < folders.indexOf(folder);
}

describe("the layers", () => {
  test("every folder of app/ stands on one of them", () => {
    const folders = new Set(sourceFiles("app").flatMap((file) => folderOf(file) ?? []));
    expect([...folders].filter((folder) => floorOf(folder) === -1)).toEqual([]);
  });

  test("no import climbs", () => {
    const offenders = imports
      .filter(({ folder, other }) => climbs(folder, other))
      .map(({ from, target }) => `${from} → ${target}`);
    expect(offenders).toEqual([]);
  });

  test("no two folders import each other", () => {
    const ways = new Set(imports.map(({ folder, other }) => `${folder} ${other}`));
    const pairs = [...ways].filter((way) => ways.has(way.split(" ").reverse().join(" ")));
    expect(pairs).toEqual([]);
  });

  test("no part of the product imports what is for tests", () => {
    const offenders = [...sourceFiles("app"), ...sourceFiles("server"), ...sourceFiles("database")]
      .filter((file) => !isForTests(file))
      .flatMap(importsOf)
      .filter(({ target }) => isForTests(target))
      .map(({ from, target }) => `${from} → ${target}`);
    expect(offenders).toEqual([]);
  });

  test("app/ imports nothing of server/, tests/ or bench/", () => {
    const offenders = sourceFiles("app")
      .filter((file) => !isForTests(file))
      .flatMap(importsOf)
      .filter(({ target }) => /^(server|tests|bench|scripts)\//.test(target))
      .map(({ from, target }) => `${from} → ${target}`);
    expect(offenders).toEqual([]);
  });
});
