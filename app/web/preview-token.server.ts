import { createHash } from "node:crypto";

/** By what a token is found: it has 192 random bits, so nobody gets back from the hash to it. */
export const previewHash = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");
