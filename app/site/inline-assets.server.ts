import script from "../ui/enhance.browser.ts?inline-script";
import css from "../ui/public.css?inline";

/** What every public document carries inside itself; the CSP lists the hashes of both. */
export const publicCss: string = css.replaceAll(/\/\*![\s\S]*?\*\//g, "").trim();
export const publicScript: string = script;
