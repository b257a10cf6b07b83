import { checkFields, type FormValues, type Submission } from "../../core/values/check-fields.ts";
import { newPasswordSchema } from "./new-password.ts";
import { weaknessOf } from "./password-strength.server.ts";

type NewPassword = { password: string; again: string };

/** A new password as it was typed: long enough, twice the same, and none that would be tried first. */
export async function checkNewPassword(
  values: FormValues,
  owner: { name: string; email: string },
): Promise<Submission<NewPassword>> {
  const checked = checkFields(values, newPasswordSchema);
  if (!checked.ok) return checked;
  const weakness = await weaknessOf(checked.value.password, owner);
  return weakness ? { ok: false, values, errors: { password: weakness } } : checked;
}
