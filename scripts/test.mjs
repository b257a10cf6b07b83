// npm test: everything that must hold, on a fresh machine. Ends with the line `N passed, N failed`.

import { ensureBuilt, ensureInstalled } from "./setup.mjs";
import { checkSource, ensureChromium, finish, playwright, vitest } from "./suites.mjs";

ensureInstalled();
ensureChromium();
await checkSource();
// Before the data, too: what a text links to may be a picture that the build draws.
await ensureBuilt();
vitest("data");
vitest("product");
playwright();
finish();
