// npm test: everything that must hold, on a fresh machine. Ends with the line `N passed, N failed`.
import { existsSync } from "node:fs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";
import { checkSource, command, finish, playwright, vitest } from "./suites.mjs";

/** Debian's Chromium as root, Playwright's own elsewhere; nothing when there is one. */
function ensureChromium() {
  if (["/usr/bin/chromium", "/usr/bin/chromium-browser"].some(existsSync)) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const installed =
      command("apt-get", ["update", "-qq"]) &&
      command("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if (installed) return;
  }
  command("playwright", ["install", "chromium"]);
}

ensureInstalled();
ensureChromium();
await checkSource();
// Before the data, too: what a text links to may be a picture that the build draws.
await ensureBuilt();
vitest("data");
vitest("product");
playwright();
finish();
