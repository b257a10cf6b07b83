import { HOUR } from "../core/values/durations.ts";
import type { Language } from "../i18n/languages.ts";
import { type AskedLink, type AskedLinkTexts, askedLinkMail } from "../mail/asked-link.ts";
import type { Mail } from "../mail/mail.ts";
import { LINK_MS } from "./erasures.ts";

const HOURS = LINK_MS / HOUR;

const TEXTS = {
  fr: {
    subject: "Vos données à la fédération",
    preheader: "Le lien pour les lire, les télécharger ou en demander l’effacement.",
    title: "Lire vos données",
    asked:
      "Quelqu’un, sans doute vous, a demandé sur notre site à voir les données que la fédération garde pour cette adresse.",
    link: `Ce lien les ouvre pendant ${HOURS} heures. Si plusieurs personnes ont cette adresse, il montre celle dont la date de naissance est saisie.`,
    button: "Lire mes données",
    ignore: "Si ce n’était pas vous, ignorez ce message et ne le transmettez à personne.",
    reason:
      "Vous recevez ce message parce que cette adresse a été saisie sur notre site pour demander des données personnelles.",
  },
  en: {
    subject: "Your data at the federation",
    preheader: "The link to read it, download it or ask for its erasure.",
    title: "Read your data",
    asked:
      "Somebody, probably you, asked on our website to see the data that the federation keeps for this address.",
    link: `This link opens it for ${HOURS} hours. If several people use this address, it shows the one whose date of birth is entered.`,
    button: "Read my data",
    ignore: "If this was not you, ignore this message and do not forward it to anybody.",
    reason:
      "You receive this message because this address was entered on our website to ask for personal data.",
  },
} satisfies Record<Language, AskedLinkTexts>;

/** The link to what is held of an address. It is sent whether anything is. */
export const dataLinkMail = (to: AskedLink): Mail =>
  askedLinkMail(to, "data-link", "/privacy/data", TEXTS[to.language]);
