import script from "./line.browser.ts?inline-script";

/** What the sign-in screen carries inside itself; the CSP lists its hash. */
export const lineScript: string = script;
