import { type Env, SettingError } from "../../core/process/env.server.ts";
import { generatePassword } from "../passwords/generate-password.server.ts";
import { weaknessOf } from "../passwords/password-strength.server.ts";
import { NOBODYS_ADDRESS } from "../passwords/passwords.ts";
import { createFirstAdministrator } from "./accounts.system.server.ts";

const NAME = "Administrateur";

/** An account, and the password that was drawn for it: to be shown once. */
export type GeneratedPassword = { email: string; password: string };

/**
 * A back office that nobody can enter is of no use: when there is no administrator, one is made, from
 * the settings, or with a password drawn for it, which is returned.
 */
export async function ensureAdministrator(
  settings: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
): Promise<GeneratedPassword | undefined> {
  const { ADMIN_EMAIL: email = NOBODYS_ADDRESS, ADMIN_PASSWORD } = settings;
  const password = ADMIN_PASSWORD ?? generatePassword();
  const created = await createFirstAdministrator({ name: NAME, email, password });
  return created && !ADMIN_PASSWORD ? { email, password } : undefined;
}

/**
 * Checks the password of the settings before anything is opened with it.
 * @throws SettingError when it is one that would be tried first.
 */
export async function checkAdministratorSetting({
  ADMIN_EMAIL: email = NOBODYS_ADDRESS,
  ADMIN_PASSWORD,
}: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">): Promise<void> {
  if (ADMIN_PASSWORD && (await weaknessOf(ADMIN_PASSWORD, { name: NAME, email }))) {
    throw new SettingError(
      "Réglage incorrect (wrong setting): ADMIN_PASSWORD est trop facile à deviner (is too easy to guess)",
    );
  }
}
