import { composeStaffMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { CODE_MINUTES } from "../second-factor/second-factor.ts";

type SignInCode = { recipient: string; name: string; code: string };

/** The second step of a sign-in, for who has no authenticator at hand. */
export function signInCodeMail({ code, ...to }: SignInCode): Mail {
  return composeStaffMail({
    ...to,
    template: "sign-in-code",
    // The code is in the body alone, which nobody reads in the outbox; notifications show its beginning.
    subject: "Votre code de connexion",
    preheader: `Code ${code}, valable ${CODE_MINUTES} minutes.`,
    title: "Code de connexion",
    parts: [
      { facts: [["Votre code", code]] },
      `Il est valable ${CODE_MINUTES} minutes. Ne le donnez à personne.`,
      "Si vous n’êtes pas en train de vous connecter, changez votre mot de passe : quelqu’un le connaît.",
    ],
    reason: "Vous recevez ce message parce qu’une connexion à votre compte est en cours.",
  });
}
