import { createHash } from "node:crypto";
import { vi } from "vitest";

// A real hash costs a tenth of a second of processor at each sign-in. That the product's is the expensive one
// is proven in app/auth/passwords/password-hash.test.ts.

const cheapHash = (password: string) => createHash("sha256").update(password).digest("hex");

vi.mock("../../app/auth/passwords/password-hash.server.ts", () => ({
  hashPassword: async (password: string) => cheapHash(password),
  verifyPassword: async ({ hash, password }: { hash: string; password: string }) =>
    hash === cheapHash(password),
}));
