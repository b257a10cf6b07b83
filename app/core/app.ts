/**
 * The parts that are put together when a process starts. A layer that needs something of a notion above it declares
 * here what it needs (`interface App`), and `server/main.ts` provides it, so that imports still go down.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each part is declared by the layer that needs it.
export interface App {}

// In development this survives the reload of a module.
const holder = globalThis as { [key: symbol]: Partial<App> | undefined };
const APP = Symbol.for("site.app");

/** Provides parts of the app: all at the start of the product, in a test those that it needs. */
export function startApp(parts: Partial<App>): void {
  holder[APP] = { ...holder[APP], ...parts };
}

export const app = (): Partial<App> => holder[APP] ?? {};
