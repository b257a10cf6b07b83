import { describe, expect, test } from "vitest";
import { importsOf, read, sourceFiles } from "../support/source.ts";

// The simulators are written from the providers' documents. If they knew our code, they would agree with it
// where both are wrong.

const files = sourceFiles("simulators");

describe("the simulators", () => {
  test("know nothing of the product, nor of its tests", () => {
    expect(files.length).toBeGreaterThan(20);
    const strangers = files
      .flatMap(importsOf)
      .filter(({ target }) => !/^(simulators\/|node:|vitest$)/.test(target))
      .map(({ from, target }) => `${from} → ${target}`);
    expect(strangers).toEqual([]);
  });

  test("are in no part of the product", () => {
    const users = ["app", "server", "database"]
      .flatMap(sourceFiles)
      .filter((file) => !/\.test\.ts$/.test(file))
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith("simulators/"))
      .map(({ from }) => from);
    expect(users).toEqual([]);
  });
});

/** The cells of every row of the tables of a page. */
const rowsOf = (page: string): string[][] =>
  read(page)
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\| (?:-|What |Constant)/.test(line))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .map((cells) => cells.map((cell) => cell.trim()));

describe("what the simulators speak", () => {
  const rows = rowsOf("simulators/PROTOCOL.md");

  test("every line names a test that is there", () => {
    expect(rows.length).toBeGreaterThan(60);
    const missing = rows.filter(([, title = "", file = ""]) => {
      const text = read(`simulators/${file}`);
      return !(text.includes(`"${title}"`) || text.includes(`\`${title}\``));
    });
    expect(missing).toEqual([]);
  });

  test("every test of a simulator stands on a line", () => {
    const titles = files
      .filter((file) => /\.test\.ts$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/^ {2}(?:test\(|\}?\]?(?: as const)?\)\()"([^"]+)"/gm)].map(
          ([, title = ""]) => `${file.slice("simulators/".length)}: ${title}`,
        ),
      );
    const named = rows.map(([, title, file]) => `${file}: ${title}`);
    // The pages of operators, and what only tests in other processes use, are in no document.
    const own =
      /the operator (?:returns|takes)|^faults\.test\.ts: (?:plans|sets|says)|of a capture that nobody/;
    expect(titles.length).toBeGreaterThan(40);
    expect(titles.filter((title) => !named.includes(title) && !own.test(title))).toEqual([]);
  });
});

describe("what the providers have to confirm", () => {
  const homes = [
    "app/payments/providers/provider-assumptions.ts",
    "simulators/djomy/unconfirmed.ts",
    "simulators/paypal/unconfirmed.ts",
  ];
  const constants = homes.flatMap((home) =>
    [...read(home).matchAll(/^export const (\w+)/gm)].map(([, name]) => `${name} ${home}`),
  );
  const listed = rowsOf("docs/payments-to-confirm.md");

  test("is one constant each, listed with its home and a question", () => {
    const names = listed.map(([name = "", home]) => `${name.replaceAll("`", "")} ${home}`);
    expect(names.sort()).toEqual(constants.sort());
    expect(listed.filter(([, , question = ""]) => !/\?|\./.test(question))).toEqual([]);
  });

  test("is used: what nothing rests on need not be asked", () => {
    const elsewhere = [...sourceFiles("app"), ...files].filter((file) => !homes.includes(file));
    const text = elsewhere.map(read).join("\n");
    expect(
      constants.map((line) => line.split(" ")[0] ?? "").filter((name) => !text.includes(name)),
    ).toEqual([]);
  });
});
