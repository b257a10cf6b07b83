import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";

type AddressChange = { recipient: string; name: string; token: string };

/** Asks whoever reads a mailbox whether an account should have its address from now on. */
export function addressChangeMail({ recipient, name, token }: AddressChange): Mail {
  return composeMail({
    template: "address-change",
    language: "fr",
    recipient,
    subject: "Confirmez votre nouvelle adresse",
    preheader: "Ce lien est valable une heure et ne sert qu’une fois.",
    title: "Nouvelle adresse",
    parts: [
      { text: `Bonjour ${name},` },
      {
        text: "Vous avez demandé que votre compte de l’administration ait désormais cette adresse. Confirmez-le ; ce lien est valable une heure et ne sert qu’une fois.",
      },
      { button: "Confirmer cette adresse", to: `/admin/address/${token}` },
      { text: "Si ce n’était pas vous, ne faites rien : rien ne change." },
    ],
    reason: "Vous recevez ce message parce que quelqu’un a donné cette adresse pour son compte.",
  });
}
