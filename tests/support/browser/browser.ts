import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

/** Debian's Chromium, without a window where there is one, else what Playwright installed. */
export const chromiumPath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(
  existsSync,
);

/** Quiet and closed: no calls home, no sandbox (which root cannot have), no graphics card. */
export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGUMENTS });
}
