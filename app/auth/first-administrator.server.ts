import type { Env } from "../platform/env.server.ts";
import { createFirstAdministrator } from "./accounts.system.server.ts";
import { drawPassword } from "./draw-password.server.ts";

/** Nobody's address: no mail will ever reach it, and none is lost on a stranger. */
const NOBODYS_ADDRESS = "admin@fge.example";

/** An account, and the password that was drawn for it: to be shown once. */
export type Drawn = { email: string; password: string };

/**
 * A back office that nobody can enter is of no use: when there is no administrator, one is made, from
 * the settings, or with a password drawn for it, which is returned.
 */
export async function ensureAdministrator(
  settings: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
): Promise<Drawn | undefined> {
  const { ADMIN_EMAIL: email = NOBODYS_ADDRESS, ADMIN_PASSWORD } = settings;
  const password = ADMIN_PASSWORD ?? drawPassword();
  const made = await createFirstAdministrator({ name: "Administrateur", email, password });
  return made && !ADMIN_PASSWORD ? { email, password } : undefined;
}
