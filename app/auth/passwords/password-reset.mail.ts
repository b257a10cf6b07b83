import { composeStaffMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { passwordPath } from "./passwords.ts";

type PasswordReset = { recipient: string; name: string; token: string };

/** The link with which staff choose a new password. */
export function passwordResetMail({ token, ...to }: PasswordReset): Mail {
  return composeStaffMail({
    ...to,
    template: "password-reset",
    subject: "Choisir un nouveau mot de passe",
    preheader: "Ce lien est valable une heure et ne sert qu’une fois.",
    title: "Nouveau mot de passe",
    parts: [
      "Quelqu’un a demandé un nouveau mot de passe pour votre compte de l’administration. Ce lien est valable une heure et ne sert qu’une fois.",
      { button: "Choisir un mot de passe", to: passwordPath(token) },
      "Si ce n’était pas vous, ne faites rien : votre mot de passe actuel reste le bon.",
    ],
    reason:
      "Vous recevez ce message parce que cette adresse est celle d’un compte de l’administration.",
  });
}
