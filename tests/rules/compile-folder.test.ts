import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compileFolder } from "../../scripts/setup.mjs";

const place = mkdtempSync(join(tmpdir(), "compile-folder-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("what Node compiled is kept in a folder for us alone, which is used again", () => {
  const folder = join(place, "new");
  expect(compileFolder(folder)).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(compileFolder(folder)).toBe(folder);
});

test("a folder that others may write is not used, nor one that a link leads to", () => {
  const open = join(place, "open");
  compileFolder(open);
  chmodSync(open, 0o777);
  expect(compileFolder(open)).toBeUndefined();
  const link = join(place, "link");
  symlinkSync(join(place, "new"), link);
  expect(compileFolder(link)).toBeUndefined();
});

test("where none can be made, the product starts without", () => {
  const file = join(place, "file");
  writeFileSync(file, "");
  expect(compileFolder(join(file, "below"))).toBeUndefined();
});
