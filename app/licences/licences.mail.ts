import { formatDate } from "../i18n/format.ts";
import { composeMail, ME_LINK } from "../mail/layout.ts";
import type { Addressee, Mail } from "../mail/mail.ts";
import { PHOTO_REASONS, type PhotoReason } from "./photos/photos.ts";

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

const about = ({ number }: Pick<LicenceMail, "number">) =>
  [{ fr: "Licence", en: "Licence" }, number] as const;

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

type PhotoMail = Omit<LicenceMail, "token">;

const MY_SPACE = { button: { fr: "Mon espace", en: "My space" }, to: "/me" };

/** Staff accepted the photograph that somebody sent. */
export function photoAcceptedMail(data: PhotoMail): Mail {
  return composeMail({
    template: "licence-photo-accepted",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `Votre photo est sur la carte (${data.number})`,
      en: `Your photograph is on the card (${data.number})`,
    },
    title: { fr: "Votre photo est acceptée", en: "Your photograph is accepted" },
    parts: [
      {
        fr: "La fédération a vérifié la photo de votre licence. Elle est maintenant sur la carte, et toute personne qui scanne le code de la carte la voit. Vous pouvez la remplacer ou la retirer à tout moment dans Mon espace.",
        en: "The federation has checked the photograph for your licence. It is now on the card, and anyone who scans the card’s code sees it. You can replace or remove it at any time in My space.",
      },
      { facts: [about(data)] },
      MY_SPACE,
    ],
    reason: REASON,
  });
}

/** Staff refused the photograph that somebody sent: why, and how to send another. */
export function photoRefusedMail(
  data: PhotoMail & { reason: PhotoReason; note: string | null },
): Mail {
  const { fr, en } = PHOTO_REASONS[data.reason];
  return composeMail({
    template: "licence-photo-refused",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `Votre photo n’est pas acceptée (${data.number})`,
      en: `Your photograph is not accepted (${data.number})`,
    },
    title: { fr: "Votre photo n’est pas acceptée", en: "Your photograph is not accepted" },
    parts: [
      { fr, en },
      ...(data.note === null ? [] : [{ quote: data.note }]),
      {
        fr: "Nous avons effacé cette photo. Vous pouvez en envoyer une autre dans Mon espace. La licence est aussi valable sans photo.",
        en: "We have deleted this photograph. You can send another one in My space. The licence is also valid without a photograph.",
      },
      { facts: [about(data)] },
      MY_SPACE,
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
