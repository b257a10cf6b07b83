import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../core/process/project-root.server.ts";

const ASSETS = "build/client/assets";
let script: string | undefined;

/** The address of the viewer's script: built under a name that changes with it. */
export function viewerScript(): string {
  if (import.meta.env.DEV) return "/app/resources/viewer/viewer.ts";
  script ??= readdirSync(join(projectRoot, ASSETS)).find((name) => /^viewer-.+\.js$/.test(name));
  if (!script) throw new Error(`no viewer script in ${ASSETS}`);
  return `/assets/${script}`;
}
