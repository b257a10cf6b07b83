import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../core/project-root.server.ts";

const ASSETS = "build/client/assets";
let script: string | undefined;

/** The address of the sign-in screen's script: built under a name that changes with it. */
export function signInScript(): string {
  if (import.meta.env.DEV) return "/app/auth/passkeys/sign-in.browser.ts";
  script ??= readdirSync(join(projectRoot, ASSETS)).find((name) =>
    /^sign-in\.browser-.+\.js$/.test(name),
  );
  if (!script) throw new Error(`no script of the sign-in screen in ${ASSETS}`);
  return `/assets/${script}`;
}
