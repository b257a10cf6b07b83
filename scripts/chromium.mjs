import { existsSync } from "node:fs";
import { command } from "./suites.mjs";

/** Debian's Chromium without a window as root, Playwright's own elsewhere; nothing when there is one. */
export function ensureChromium() {
  if (existsSync("/usr/bin/chromium-headless-shell")) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const installed =
      command("apt-get", ["update", "-qq"]) &&
      command("apt-get", [
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium-headless-shell",
      ]);
    if (installed) return;
  }
  if (existsSync("/usr/bin/chromium")) return;
  command("playwright", ["install", "chromium"]);
}
