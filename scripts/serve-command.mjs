/**
 * What Node is given to serve the site. V8 lets the young part of each thread's heap grow to what the
 * machine has; with 8 MB a process holds 40 MB less, and 100 MB less with the embedded database.
 */
export const SERVE = ["--max-semi-space-size=8", "scripts/serve.mjs"];
