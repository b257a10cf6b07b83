import { documentHeaders } from "../../core/http/security-headers.ts";
import { env } from "../../core/process/env.server.ts";
import { SPECULATION } from "../../site/frame/speculation.ts";
import { publicCss, publicScript } from "../../site/inline-assets.server.ts";
import script from "./control.browser.ts?inline-script";

/** Stands inside the page, so that a phone keeps both in one piece. */
export const controlScript: string = script;

/** As every document has them, with this script and the camera. */
export const controlHeaders = (): [string, string][] =>
  documentHeaders({
    inline: { css: publicCss, scripts: [publicScript, SPECULATION, script] },
    https: env().PUBLIC_URL.startsWith("https:"),
    camera: true,
  });
