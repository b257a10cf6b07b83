import { describe, expect, test } from "vitest";
import { isSuitable } from "../../scripts/licences/licence-rules.ts";
import { read } from "../support/source.ts";

type Locked = { version: string; license?: string; dev?: boolean; devOptional?: boolean };

const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, Locked>;
};

/** What the site itself stands on, on whatever system it is installed: the tools of developers are not. */
const own = Object.entries(packages).flatMap(([path, locked]) => {
  const name = /.*node_modules\/(.+)$/.exec(path)?.[1];
  return name && !locked.dev && !locked.devOptional ? [{ name, ...locked }] : [];
});

describe("the licence of every package that the site stands on", () => {
  test("is known, and suits us", () => {
    expect(own.length).toBeGreaterThan(150);
    const others = own
      .filter(({ name, license }) => !isSuitable(name, license))
      .map(({ name, version, license }) => `${name} ${version}: ${license ?? "unknown"}`);
    expect(others).toEqual([]);
  });

  test("suits us as it is written", () => {
    const licences = [
      ["anything", undefined, false],
      ["anything", "UNLICENSED", false],
      ["anything", "GPL-3.0-only", false],
      ["anything", "AGPL-3.0-or-later", false],
      ["anything", "LGPL-3.0-or-later", false],
      ["@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later", true],
      ["anything", "(MIT OR GPL-3.0-only)", true],
      ["anything", "MIT AND GPL-3.0-only", false],
      ["anything", "Apache-2.0 AND MIT", true],
      ["png-js", undefined, true],
      ["anything", "SEE LICENSE IN README.md", false],
    ] as const;
    for (const [name, licence, suits] of licences) {
      expect(isSuitable(name, licence), `${name} under ${licence}`).toBe(suits);
    }
  });
});
