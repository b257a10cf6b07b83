import script from "../ui/enhance.browser.ts?inline-script";
import css from "../ui/public.css?inline";
import sharing from "../ui/sharing.browser.ts?inline-script";

/**
 * Tailwind says some things twice. Its variables are registered for new browsers and, behind a question, for
 * old ones: the second way does for all. A colour with an alpha stands as such, and again as a mixture, behind
 * another question: it is the same.
 */
const saidOnce = (text: string) =>
  text
    .replaceAll(/@supports \(color:color-mix[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, "")
    .replaceAll(/@property [^}]*\}/g, "")
    .replace(/(@layer properties\{)@supports .*?(\*,:before.*?\})\}\}/, "$1$2}");

/** What every public document carries inside itself; the CSP lists the hashes of all. */
export const publicCss: string = saidOnce(css.replaceAll(/\/\*![\s\S]*?\*\//g, "")).trim();
export const publicScript: string = script;
/** What only pages that can be passed on carry: the others are lighter without. */
export const sharingScript: string = sharing;
