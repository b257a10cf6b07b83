export const root: string;
export const projectEnv: NodeJS.ProcessEnv;
export function run(
  command: string,
  args: string[],
  options?: import("node:child_process").SpawnSyncOptions & { mayFail?: boolean },
): number;
export function ensureInstalled(): void;
export function ensureBuilt(): Promise<void>;
export const SITE_SOURCES: string[];
export function fingerprint(sources: string[], folder?: string): string;
export function compileFolder(folder?: string): string | undefined;
