import { keyedHash, keyedHashes } from "../core/secrets/keys.server.ts";

const PURPOSE = "newsletter address";

/** What is kept of an address that left: nobody reads it back, and we know it when it comes again. */
export const addressHash = (email: string): string => keyedHash(PURPOSE, email);

/** The same under the secrets of before, under which older rows were hashed. */
export const addressHashes = (email: string): string[] => keyedHashes(PURPOSE, email);
