import { vi } from "vitest";

// A worker is kept for many files, which saves starting it and reading the packages. What a file leaves in the
// product's modules or in the settings of the process is nothing to the next.
vi.resetModules();
delete (globalThis as { [key: symbol]: unknown })[Symbol.for("site.app")];
// The reader of PDFs adds it, and whoever sees it takes the process for a worker of a browser.
Reflect.deleteProperty(globalThis, "self");

const kept = globalThis as { settingsAtStart?: NodeJS.ProcessEnv };
kept.settingsAtStart ??= { ...process.env };
const { settingsAtStart } = kept;
for (const name of Object.keys(process.env))
  if (!(name in settingsAtStart)) delete process.env[name];
Object.assign(process.env, settingsAtStart);
