const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** The browser and system, as people call them. */
export function deviceLabel(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  return [find(BROWSERS) ?? "Navigateur inconnu", find(SYSTEMS)].filter(Boolean).join(" · ");
}

/** The front part of a network address, which is all that is kept of it. */
export const networkLabel = (prefix: string | null) => prefix || "réseau inconnu";
