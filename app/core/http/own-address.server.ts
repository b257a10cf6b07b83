import { env } from "../process/env.server.ts";

/**
 * An address of this site without its origin, so that whoever came by another name of the host stays there: the CSP lets
 * no form end elsewhere. Undefined for an address of another site.
 */
export function ownAddress(url: string | null): string | undefined {
  const origin = env().PUBLIC_URL;
  return url?.startsWith(`${origin}/`) ? url.slice(origin.length) : undefined;
}
