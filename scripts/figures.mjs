// How large the code is, against what it should be at most. npm run check prints it in one line.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const CODE = /\.(?:tsx?|mjs|css)$/;
const isTest = (file) => /\.(?:test|spec)\.tsx?$/.test(file);

function* filesOf(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(path);
    else yield path;
  }
}

const read = (file) => readFileSync(join(root, file), "utf8");
const linesIn = (text) => text.split("\n").length - 1;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The lines of its import statements, which stand together at the top. */
const importLines = (text) =>
  sum([...text.matchAll(/^import\b[^;]*;$/gm)].map(([statement]) => linesIn(`${statement}\n`)));

/** Functions that put a value into a module from outside. */
const SETTER = /^export function set[A-Z]\w*\([^)]*\): void/gm;
/** Where a literal is spread into another, so that the formatter breaks it elsewhere. */
const SPREAD = /\.\.\.(?:\{|\[)(?!\.\.\.)/g;

export function printFigures() {
  const files = [...filesOf("app"), ...filesOf("server")];
  const code = files.filter((file) => CODE.test(file) && !isTest(file));
  const texts = code.map(read);
  const perFolder = new Map();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1);
  }
  const docs = [...filesOf("docs")].filter((file) => file.endsWith(".md"));

  const FIGURES = [
    ["lines", sum(texts.map(linesIn)), 85_000],
    ["files", code.length, 900],
    ["in one folder", Math.max(...perFolder.values()), 35],
    [
      "files of highlights",
      files.filter((file) => /\/highlights?[.-]/.test(file) && !isTest(file)).length,
      8,
    ],
    ["import lines", sum(texts.map(importLines)), 7_000],
    ["setters of modules", sum(texts.map((text) => text.match(SETTER)?.length ?? 0)), 0],
    ["spread literals", sum(texts.map((text) => text.match(SPREAD)?.length ?? 0)), 0],
    [
      "words of docs",
      sum(
        docs.map(
          (file) =>
            read(file)
              .split(/\s+/)
              .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
        ),
      ),
      20_000,
    ],
  ];

  console.log(
    FIGURES.map(
      ([name, value, goal]) => `${name} ${value}${value > goal ? ` (goal ${goal})` : ""}`,
    ).join(", "),
  );
}
