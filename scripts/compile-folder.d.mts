export function compileFolder(folder?: string): string | undefined;
