import { formatDate } from "../i18n/format.ts";
import { composeMail, ME_LINK } from "../mail/layout.ts";
import type { Addressee, Mail } from "../mail/mail.ts";

type LicenceMail = Addressee & {
  /** 'FGE-004217-K' */
  number: string;
  /** Of the page of the card. */
  token: string;
};

const REASON = {
  fr: "Vous recevez ce message parce que vous êtes titulaire d’une licence de la fédération.",
  en: "You are receiving this message because you hold a licence from the federation.",
};

const about = ({ number }: LicenceMail) => [{ fr: "Licence", en: "Licence" }, number] as const;

const card = ({ token }: LicenceMail) => ({
  button: { fr: "Voir ma carte de licence", en: "See my licence card" },
  to: `/licences/${token}`,
});

/** Staff send the link to the card, or a new card replaces an earlier one. */
export function licenceCardMail(data: LicenceMail & { replaces?: boolean }): Mail {
  return composeMail({
    template: "licence-card",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `Votre carte de licence (${data.number})`,
      en: `Your licence card (${data.number})`,
    },
    title: { fr: "Votre carte de licence", en: "Your licence card" },
    parts: [
      data.replaces
        ? {
            fr: "La fédération a remplacé votre carte de licence. Les cartes précédentes ne sont plus acceptées\u202f: ouvrez la nouvelle ici, et imprimez-la si vous le souhaitez.",
            en: "The federation has replaced your licence card. Earlier cards are no longer accepted: open the new one here, and print it if you like.",
          }
        : {
            fr: "Voici votre carte de licence, à montrer sur votre téléphone ou à imprimer.",
            en: "Here is your licence card, to show on your phone or to print.",
          },
      { facts: [about(data)] },
      card(data),
      ME_LINK,
    ],
    reason: REASON,
  });
}

/** Staff suspended a licence: why, how long, and how to appeal. */
export function licenceSuspendedMail(
  data: LicenceMail & { reason: string; from: string; until: string | null },
): Mail {
  const { language, reason, from, until } = data;
  return composeMail({
    template: "licence-suspended",
    language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `Votre licence est suspendue (${data.number})`,
      en: `Your licence is suspended (${data.number})`,
    },
    title: { fr: "Votre licence est suspendue", en: "Your licence is suspended" },
    parts: [
      {
        fr: "La fédération a suspendu votre licence. Pendant la suspension, elle n’est pas acceptée lors d’un contrôle. Vous gardez votre numéro.",
        en: "The federation has suspended your licence. During the suspension, it is not accepted at checks. You keep your number.",
      },
      {
        facts: [
          about(data),
          [{ fr: "À partir du", en: "From" }, formatDate(language, from)],
          [
            { fr: until === null ? "Durée" : "Jusqu’au", en: "Until" },
            until === null
              ? {
                  fr: "jusqu’à nouvelle décision de la fédération",
                  en: "the federation decides otherwise",
                }
              : formatDate(language, until),
          ],
        ],
      },
      { fr: "Le motif\u202f:", en: "The reason:" },
      { quote: reason },
      {
        fr: "Vous pouvez contester cette décision\u202f: répondez à ce message dans les 15 jours, en expliquant pourquoi et en joignant vos preuves. Une personne qui n’a pas pris part à la décision vous lira.",
        en: "You can appeal against this decision: reply to this message within 15 days, explaining why and attaching your evidence. Someone who took no part in the decision will read it.",
      },
      { link: { fr: "Écrire à la fédération", en: "Write to the federation" }, to: "/contact" },
    ],
    reason: REASON,
  });
}

/** Staff ended a suspension. */
export function licenceResumedMail(data: LicenceMail): Mail {
  return composeMail({
    template: "licence-resumed",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `La suspension de votre licence est levée (${data.number})`,
      en: `The suspension of your licence has ended (${data.number})`,
    },
    title: { fr: "La suspension est levée", en: "The suspension has ended" },
    parts: [
      {
        fr: "La fédération a levé la suspension de votre licence.",
        en: "The federation has lifted the suspension of your licence.",
      },
      { facts: [about(data)] },
      card(data),
    ],
    reason: REASON,
  });
}
