import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { laterSchema } from "../database/database-restore.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PARTS = ["app", "build", "database", "scripts", "server", "package.json"];

/** The folder of a version of the built product that wants one table more. Its packages are those of this one. */
export function placeLaterVersion(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "fge-later-"));
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const schema = laterSchema({
    statements: "CREATE TABLE later (id int PRIMARY KEY);",
    oldestReader: "9999_later",
  });
  cpSync(schema.folder, join(folder, "database"), { recursive: true });
  schema.remove();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
