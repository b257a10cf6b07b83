import { tmpdir } from "node:os";
import { join } from "node:path";

// Read once by the product, at its first use: import this file before anything of the product runs.
process.env.PUBLIC_URL = "https://fge.example";
process.env.SESSION_SECRET = "a secret of the tests, forty characters ";
process.env.DATA_DIR = join(tmpdir(), "mail-never-written");

export const PUBLIC_URL = "https://fge.example";
