import type { ProviderMode } from "./credentials.ts";

/** Where the providers answer. Nothing that is typed or received changes it. */
const HOSTS = {
  djomy: { test: "https://sandbox-api.djomy.africa", live: "https://api.djomy.africa" },
  paypal: { test: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" },
} as const;

export const hostOf = (provider: keyof typeof HOSTS, mode: ProviderMode): string =>
  HOSTS[provider][mode];

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** An address of this machine, as the simulators have: only there may plain http be spoken. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && LOOPBACK.includes(hostname);
}

/** Whether a payer may be sent there: by https, or on this machine where the provider itself is. */
export function isPayableAt(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  if (isLoopbackAddress(host)) return isLoopbackAddress(address);
  return new URL(address).protocol === "https:";
}
