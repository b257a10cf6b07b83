import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Read once by the product, at its first use: import this file before anything of the product runs.
process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "admin-"));

export const DATA_DIR = process.env.DATA_DIR;
