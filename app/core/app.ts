/**
 * The parts that are assembled when a process starts. A layer that needs something of a layer above declares it here
 * (`interface App`), and `server/main.ts` provides it, so that imports still go down.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each part is declared by the layer that needs it.
export interface App {}

// In development this survives the reload of a module.
const holder = globalThis as { [key: symbol]: Partial<App> | undefined };
const APP = Symbol.for("site.app");

/** Provides parts of the app: all at a start, in a test those that it needs. */
export function startApp(parts: Partial<App>): void {
  holder[APP] = { ...holder[APP], ...parts };
}

export const app = (): Partial<App> => holder[APP] ?? {};
