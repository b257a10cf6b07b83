import { type Asking, type Change, good, withProof, wrong } from "./account-change.server.ts";
import { isAddressTaken, openAddressLink } from "./addresses.system.server.ts";
import { emailSchema, failureOf } from "./sign-in.ts";
import { maySendCode } from "./tries.system.server.ts";

/** Asks for another address: nothing changes before the link that is sent there comes back. */
export async function changeAddress(asking: Asking): Promise<Change> {
  const { typed, staff } = asking;
  const again = (error: string, status = 400) =>
    withTyped(asking, wrong(asking, { email: error }, status));
  const checked = emailSchema.safeParse(typed.email);
  if (!checked.success) return again("Email invalide");
  const email = checked.data;
  if (email === staff.email) return again("C’est déjà l’adresse de votre compte");
  if (await isAddressTaken(email)) return again("Cette adresse a déjà un compte");
  if (!maySendCode(staff.id)) return again(failureOf(429, undefined).message, 429);
  const change = await withProof(
    asking,
    (db) => openAddressLink(db, staff, email),
    () => good(asking, `Un lien à confirmer a été envoyé à ${email}`),
  );
  return change.state.done ? change : withTyped(asking, change);
}

/** The address that was typed is not lost. */
const withTyped = ({ typed }: Asking, change: Change): Change => ({
  ...change,
  state: { ...change.state, email: typed.email },
});
