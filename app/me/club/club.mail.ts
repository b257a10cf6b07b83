import { formatDate } from "../../i18n/format.ts";
import { composeMail, ME_LINK } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";

const OF_PLAYER = {
  fr: "Vous recevez ce message parce que vous avez une licence de la fédération.",
  en: "You are receiving this message because you have a licence of the federation.",
};

type ClubLicence = Addressee & {
  club: string;
  /** 'FGE-004217-K' */
  number: string;
  /** Of the page of the card. */
  token: string;
  until: string | null;
  isRenewal?: boolean;
  /** The player pays for themselves. */
  isOwn?: boolean;
};

/** A player is of a club now, with a licence; or the club renewed it. */
export function clubLicenceMail(data: ClubLicence): Mail {
  const { language, club, number, until, isRenewal, isOwn } = data;
  return composeMail({
    template: "club-licence",
    language,
    recipient: data.email,
    firstName: data.first_name,
    subject: isRenewal
      ? { fr: `Votre licence continue (${number})`, en: `Your licence goes on (${number})` }
      : { fr: `Votre licence de club (${number})`, en: `Your club licence (${number})` },
    title: isRenewal
      ? { fr: "Votre licence continue", en: "Your licence goes on" }
      : { fr: "Vous êtes du club", en: "You are in the club" },
    parts: [
      isRenewal
        ? {
            fr: "Votre club renouvelle votre licence. Vous n’avez rien à payer.",
            en: "Your club renews your licence. You have nothing to pay.",
          }
        : isOwn
          ? {
              fr: "Vous avez accepté l’invitation de votre club. Votre licence garde son numéro et sa date.",
              en: "You accepted the invitation of your club. Your licence keeps its number and its date.",
            }
          : {
              fr: "Vous avez accepté l’invitation de votre club. Votre licence est active, et vous n’avez rien à payer.",
              en: "You accepted the invitation of your club. Your licence is active, and you have nothing to pay.",
            },
      {
        facts: [
          [{ fr: "Club", en: "Club" }, club],
          [{ fr: "Licence", en: "Licence" }, number],
          until
            ? [{ fr: "Valable jusqu’au", en: "Valid until" }, formatDate(language, until)]
            : null,
        ],
      },
      {
        button: { fr: "Voir ma carte de licence", en: "See my licence card" },
        to: `/licences/${data.token}`,
      },
      {
        fr: "Le club voit votre nom, votre gamertag, si vous êtes majeur, votre numéro et l’état de votre licence. Il ne voit rien d’autre. Vous pouvez le quitter dans Mon espace.",
        en: "The club sees your name, your gamertag, whether you are of age, your number and the state of your licence. It sees nothing else. You can leave it in My space.",
      },
      ME_LINK,
    ],
    reason: OF_PLAYER,
  });
}

/** A player is told that they are no longer of a club. */
export function leftClubMail(
  data: Addressee & { club: string; by: "player" | "club" | "staff" },
): Mail {
  const { club, by } = data;
  return composeMail({
    template: "club-left",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: { fr: "Vous n’êtes plus du club", en: "You are no longer in the club" },
    title: { fr: "Vous n’êtes plus du club", en: "You are no longer in the club" },
    parts: [
      by === "player"
        ? { fr: `Vous avez quitté le club ${club}.`, en: `You left the club ${club}.` }
        : by === "club"
          ? { fr: `Le club ${club} vous a retiré.`, en: `The club ${club} released you.` }
          : {
              fr: `La fédération vous a retiré du club ${club}.`,
              en: `The federation released you from the club ${club}.`,
            },
      {
        fr: "Votre licence garde son numéro et reste valable jusqu’à sa date. Votre carte ne dit plus le nom du club\u202f: ouvrez-la de nouveau avant de la montrer.",
        en: "Your licence keeps its number and stays valid until its date. Your card no longer says the name of the club: open it again before you show it.",
      },
      ME_LINK,
    ],
    reason: OF_PLAYER,
  });
}

/** A club is told that a player is no longer of it. */
export function playerLeftMail(data: Addressee & { player: string; byStaff?: boolean }): Mail {
  const { player, byStaff } = data;
  return composeMail({
    template: "club-player-left",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    subject: { fr: "Un joueur n’est plus de votre club", en: "A player is no longer in your club" },
    title: { fr: "Un joueur n’est plus de votre club", en: "A player is no longer in your club" },
    parts: [
      {
        fr: `${player} n’est plus de votre club. Si le club payait sa licence, elle compte encore jusqu’à sa dernière date.`,
        en: `${player} is no longer in your club. If the club paid their licence, it still counts until its last day.`,
      },
      byStaff
        ? { fr: "C’est la fédération qui l’a retiré.", en: "The federation released them." }
        : null,
      ME_LINK,
    ],
    reason: {
      fr: "Vous recevez ce message parce que vous répondez d’un club de la fédération.",
      en: "You are receiving this message because you answer for a club of the federation.",
    },
  });
}

/** What a club paid ended before its day, because the club did. */
export function clubEndedMail(data: Addressee & { number: string; goesOn: boolean }): Mail {
  const { number, goesOn } = data;
  return composeMail({
    template: "club-ended",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `L’adhésion de votre club a pris fin (${number})`,
      en: `The membership of your club has ended (${number})`,
    },
    title: {
      fr: "L’adhésion de votre club a pris fin",
      en: "The membership of your club has ended",
    },
    parts: [
      goesOn
        ? {
            fr: "L’adhésion de votre club a pris fin. La licence que vous aviez payée vous-même continue jusqu’à sa date.",
            en: "The membership of your club has ended. The licence that you paid for yourself goes on until its date.",
          }
        : {
            fr: "L’adhésion de votre club a pris fin, et avec elle la licence qu’il vous payait. Votre numéro reste le vôtre\u202f: prenez votre licence vous-même quand vous voulez.",
            en: "The membership of your club has ended, and with it the licence that it paid for you. Your number stays yours: take your licence yourself whenever you like.",
          },
      { facts: [[{ fr: "Licence", en: "Licence" }, number]] },
      goesOn
        ? null
        : { button: { fr: "Prendre ma licence", en: "Take my licence" }, to: "/membership" },
      ME_LINK,
    ],
    reason: OF_PLAYER,
  });
}
