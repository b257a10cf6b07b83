import { existsSync } from "node:fs";
import { command } from "./suites.mjs";

/** Debian's Chromium as root, Playwright's own elsewhere; nothing when there is one. */
export function ensureChromium() {
  if (["/usr/bin/chromium", "/usr/bin/chromium-browser"].some(existsSync)) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const installed =
      command("apt-get", ["update", "-qq"]) &&
      command("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    if (installed) return;
  }
  command("playwright", ["install", "chromium"]);
}
