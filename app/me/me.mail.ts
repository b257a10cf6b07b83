import { MINUTE } from "../core/values/durations.ts";
import type { Language } from "../i18n/languages.ts";
import { composeMail } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { SIGN_IN_MS } from "./me.ts";

const MINUTES = SIGN_IN_MS / MINUTE;

type MeLink = { language: Language; recipient: string; code: string; token: string };

/** The link and the code that open somebody's own space. They are sent whether the address is known. */
export function meLinkMail({ code, token, ...to }: MeLink): Mail {
  return composeMail({
    template: "me-link",
    ...to,
    subject: { fr: "Entrer dans Mon espace", en: "Sign in to My space" },
    preheader: {
      fr: `Un lien et un code, valables ${MINUTES} minutes.`,
      en: `A link and a code, valid for ${MINUTES} minutes.`,
    },
    title: { fr: "Mon espace", en: "My space" },
    parts: [
      {
        fr: "Quelqu’un, sans doute vous, a demandé sur notre site à entrer dans Mon espace avec cette adresse.",
        en: "Someone, probably you, asked on our website to sign in to My space with this address.",
      },
      {
        fr: "Sur l’appareil où vous l’avez demandé, saisissez ce code, ou ouvrez le lien dans le même navigateur.",
        en: "On the device where you asked for it, enter this code, or open the link in the same browser.",
      },
      {
        facts: [
          ["Code", code],
          [{ fr: "Valable", en: "Valid for" }, `${MINUTES} minutes`],
        ],
      },
      { button: { fr: "Entrer dans Mon espace", en: "Sign in to My space" }, to: `/me/${token}` },
      {
        fr: "Si ce n’était pas vous, ignorez ce message et ne donnez ce code à personne\u202f: la fédération ne le demande jamais.",
        en: "If this was not you, ignore this message and do not give this code to anyone: the federation never asks for it.",
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que cette adresse a été saisie sur notre site pour entrer dans Mon espace.",
      en: "You are receiving this message because this address was entered on our website to sign in to My space.",
    },
  });
}
