import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingError } from "../process/env.server.ts";
import {
  beginRestore,
  endRestore,
  refuseUnfinishedRestore,
} from "./file-rights.server.ts";

test("a site does not start where a restore was cut short, and does once it came to its end", () => {
  const folder = mkdtempSync(join(tmpdir(), "fge-unfinished-"));
  refuseUnfinishedRestore(folder);
  beginRestore(folder);
  expect(() => refuseUnfinishedRestore(folder)).toThrow(SettingError);
  expect(() => refuseUnfinishedRestore(folder)).toThrow(/^DATA_DIR[^\n]*interrompue[^\n]*$/);
  endRestore(folder);
  refuseUnfinishedRestore(folder);
  rmSync(folder, { recursive: true });
});
