import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingError } from "../process/env.server.ts";
import { assertWritable } from "./data-folder.server.ts";

test("a folder that cannot be written is named by its setting; one that can is left as it was", () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "fge-rights-"));
  assertWritable({ DATA_DIR });
  assertWritable({ DATA_DIR, BACKUP_DIR: join(DATA_DIR, "backups") });
  expect(readdirSync(DATA_DIR)).toEqual(["backups"]);
  // Whoever runs this may be root, whom no right stops: a file stands where the folder should be.
  const BACKUP_DIR = join(DATA_DIR, "file");
  writeFileSync(BACKUP_DIR, "");
  const refused = () => assertWritable({ DATA_DIR, BACKUP_DIR });
  expect(refused).toThrow(SettingError);
  expect(refused).toThrow(/^BACKUP_DIR [^\n]*EEXIST$/);
  rmSync(DATA_DIR, { recursive: true });
});
