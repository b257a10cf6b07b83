import script from "../ui/enhance.browser.ts?inline-script";
import css from "../ui/public.css?inline";

/**
 * Tailwind registers its variables twice, for new browsers and, behind a question, for old ones. The second
 * way does for all of them, without the question.
 */
const registeredOnce = (text: string) =>
  text
    .replaceAll(/@property [^}]*\}/g, "")
    .replace(/(@layer properties\{)@supports .*?(\*,:before.*?\})\}\}/, "$1$2}");

/** What every public document carries inside itself; the CSP lists the hashes of both. */
export const publicCss: string = registeredOnce(css.replaceAll(/\/\*![\s\S]*?\*\//g, "")).trim();
export const publicScript: string = script;
