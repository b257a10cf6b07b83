import { sentOrKept } from "../../mail/mail.server.ts";
import { emailSchema, failureOf } from "../sign-in/sign-in.ts";
import { maySendCode } from "../sign-in/tries.system.server.ts";
import {
  type AccountRequest,
  type Change,
  good,
  withProof,
  wrong,
} from "./account-change.server.ts";
import { isAddressTaken, openAddressLink } from "./addresses.system.server.ts";

/**
 * Somebody asks to change the e-mail address of their own account. Nothing changes before the link that is sent
 * to the new one is opened.
 */
export async function changeAddress(input: AccountRequest): Promise<Change> {
  const { values, staff } = input;
  const formError = (error: string, status = 400) =>
    keepTypedEmail(input, wrong(input, { email: error }, status));
  const checked = emailSchema.safeParse(values.email);
  if (!checked.success) return formError("Email invalide");
  const email = checked.data;
  if (email === staff.email) return formError("C’est déjà l’adresse de votre compte");
  // No secret here: whoever may ask sees all accounts anyway.
  if (await isAddressTaken(email)) return formError("Cette adresse a déjà un compte");
  // Counts as one of the messages of this quarter of an hour, whatever follows.
  if (!maySendCode(staff.id)) return formError(failureOf(429, undefined).message, 429);
  const change = await withProof(
    input,
    (db) => openAddressLink(db, staff, email),
    () =>
      good(
        input,
        sentOrKept(
          `Un lien à confirmer a été envoyé à ${email}`,
          `Le lien à confirmer pour ${email} est gardé sur le serveur : aucun e-mail ne part de ce site`,
        ),
      ),
  );
  return change.state.done ? change : keepTypedEmail(input, change);
}

/** The address that was typed stays in the form. */
const keepTypedEmail = ({ values }: AccountRequest, change: Change): Change => ({
  ...change,
  state: { ...change.state, email: values.email },
});
