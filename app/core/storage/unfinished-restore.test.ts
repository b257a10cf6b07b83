import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingError } from "../process/env.server.ts";
import { assertNoUnfinishedRestore, beginRestore, endRestore } from "./data-folder.server.ts";

test("a site does not start where a restore was cut short, and does once it came to its end", () => {
  const folder = mkdtempSync(join(tmpdir(), "fge-unfinished-"));
  assertNoUnfinishedRestore(folder);
  beginRestore(folder);
  expect(() => assertNoUnfinishedRestore(folder)).toThrow(SettingError);
  expect(() => assertNoUnfinishedRestore(folder)).toThrow(/^DATA_DIR[^\n]*interrompue[^\n]*$/);
  endRestore(folder);
  assertNoUnfinishedRestore(folder);
  rmSync(folder, { recursive: true });
});
