import { HOUR } from "../core/values/durations.ts";
import type { Language } from "../i18n/languages.ts";
import { composeMail } from "../mail/layout.ts";
import type { Addressee, Mail } from "../mail/mail.ts";
import { LINK_MS } from "./erasures.ts";

const LINK_HOURS = LINK_MS / HOUR;

type DataLink = { language: Language; recipient: string; token: string };

/** The link to what is held of an address. It is sent whether anything is. */
export function dataLinkMail({ token, ...to }: DataLink): Mail {
  return composeMail({
    template: "data-link",
    ...to,
    subject: { fr: "Vos données à la fédération", en: "Your data at the federation" },
    preheader: {
      fr: "Le lien pour les consulter, les télécharger ou en demander l’effacement.",
      en: "The link to see it, download it or ask for its erasure.",
    },
    title: { fr: "Consulter vos données", en: "See your data" },
    parts: [
      {
        fr: "Quelqu’un, sans doute vous, a demandé sur notre site à voir les données que la fédération garde pour cette adresse.",
        en: "Someone, probably you, asked on our website to see the data that the federation keeps for this address.",
      },
      {
        fr: `Ce lien permet de les consulter pendant ${LINK_HOURS} heures. Si plusieurs personnes utilisent cette adresse, la page vous demandera d’abord qui vous êtes.`,
        en: `This link lets you see it for ${LINK_HOURS} hours. If several people use this address, the page will first ask who you are.`,
      },
      { button: { fr: "Consulter mes données", en: "See my data" }, to: `/privacy/data/${token}` },
      {
        fr: "Si ce n’était pas vous, ignorez ce message et ne le transmettez à personne.",
        en: "If this was not you, ignore this message and do not forward it to anyone.",
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que cette adresse a été saisie sur notre site pour demander des données personnelles.",
      en: "You are receiving this message because this address was entered on our website to ask for personal data.",
    },
  });
}

/** `refusal` is why staff refused; null when the data was erased. */
type ErasureDecided = Addressee & { refusal: string | null };

/** Tells whoever asked to be erased what became of it. */
export function erasureDecidedMail({ email, first_name, language, refusal }: ErasureDecided): Mail {
  const decision =
    refusal === null
      ? {
          fr: "Vous nous aviez demandé d’effacer vos données. C’est fait.",
          en: "You asked us to erase your data. This has been done.",
        }
      : {
          fr: "Vous nous aviez demandé d’effacer vos données. Nous ne pouvons pas le faire pour le moment.",
          en: "You asked us to erase your data. We cannot do so at the moment.",
        };
  return composeMail({
    template: "erasure-decided",
    language,
    recipient: email,
    firstName: first_name,
    subject:
      refusal === null
        ? { fr: "Vos données sont effacées", en: "Your data has been erased" }
        : { fr: "Votre demande d’effacement", en: "Your request for erasure" },
    preheader: decision,
    parts: [
      decision,
      ...(refusal === null
        ? [
            {
              fr: "Si vous avez payé quelque chose, les règles comptables nous obligent à garder votre nom et le montant pendant 10 ans, sans votre date de naissance, votre téléphone ni votre e-mail. Ce message lui-même est effacé de notre site après 90 jours.",
              en: "If you paid for something, accounting rules require us to keep your name and the amount for 10 years, without your date of birth, phone or e-mail. This message itself is erased from our website after 90 days.",
            },
          ]
        : [
            { facts: [[{ fr: "Pourquoi", en: "Why" }, refusal] as const] },
            {
              fr: "Vous pouvez nous répondre, ou refaire votre demande plus tard.",
              en: "You can reply to us, or ask again later.",
            },
          ]),
      { button: { fr: "Vos droits", en: "Your rights" }, to: "/privacy" },
    ],
    reason: {
      fr: "Vous recevez ce message parce que vous avez demandé l’effacement de vos données sur notre site.",
      en: "You are receiving this message because you asked for your data to be erased on our website.",
    },
  });
}
