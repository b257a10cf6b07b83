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

/**
 * All that is kept and shown of a caller's IP address: half of an IPv4 one, 32 bits of an IPv6 one. Enough to
 * recognise a place and not enough to find a person: `41.82.x.x`, `2c0f:f0d8:…`. Empty for anything else,
 * also for an IPv6 address whose first two groups are not written out. Limits count whole networks instead.
 */
export function addressPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.[\dx]{1,3}\.[\dx]{1,3}$/i.exec(address);
  if (v4) return `${v4[1]}.${v4[2]}.x.x`;
  const v6 = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):[0-9a-f:…]*$/i.exec(address);
  return v6 ? `${v6[1]}:${v6[2]}:…` : "";
}
