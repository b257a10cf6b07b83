import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../core/process/project-root.server.ts";

const ASSETS = "build/client/assets";

export type SignInScripts = {
  /** Comes with the sign-in screen. */
  script: string;
  /** Is fetched by that one, when it is needed. */
  ceremony: string;
};

let scripts: SignInScripts | undefined;

/** The addresses of the sign-in screen's scripts: built under names that change with them. */
export function signInScripts(): SignInScripts {
  scripts ??= { script: addressOf("sign-in.browser"), ceremony: addressOf("ceremony.browser") };
  return scripts;
}

function addressOf(name: string): string {
  if (import.meta.env.DEV) return `/app/auth/passkeys/${name}.ts`;
  const file = readdirSync(join(projectRoot, ASSETS)).find(
    (one) => one.startsWith(`${name}-`) && one.endsWith(".js"),
  );
  if (!file) throw new Error(`no ${name} in ${ASSETS}`);
  return `/assets/${file}`;
}
