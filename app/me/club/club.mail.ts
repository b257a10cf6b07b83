import { formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { CONTACT_LINK, composeMail, ME_LINK } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { formatInvitationCode } from "../../membership/clubs/clubs.ts";

const OF_PLAYER = {
  fr: "Vous recevez ce message parce que vous avez une licence de la fédération.",
  en: "You are receiving this message because you have a licence of the federation.",
};

const OF_CLUB = {
  fr: "Vous recevez ce message parce que vous répondez d’un club de la fédération.",
  en: "You are receiving this message because you answer for a club of the federation.",
};

type ClubInvitation = {
  language: Language;
  recipient: string;
  firstName: string;
  club: string;
  code: string;
  until: Date;
  /** The place, with which the mail is forgotten. */
  about_id?: string;
};

/** A club invites somebody whose address it gave; nobody knows who reads it. */
export function clubInvitationMail({ club, code, until, ...to }: ClubInvitation): Mail {
  return composeMail({
    template: "club-invitation",
    ...to,
    subject: {
      fr: "Un club vous invite à prendre votre licence",
      en: "A club invites you to take your licence",
    },
    title: { fr: "Votre licence, payée par un club", en: "Your licence, paid by a club" },
    parts: [
      {
        fr: `Le club ${club} vous invite à prendre votre licence officielle de joueur d’esport. Le club la paie\u202f: vous n’avez rien à payer.`,
        en: `The club ${club} invites you to take your official licence as an esports player. The club pays for it: you have nothing to pay.`,
      },
      {
        facts: [
          [{ fr: "Club", en: "Club" }, club],
          [
            { fr: "Invitation valable jusqu’au", en: "Invitation valid until" },
            formatDate(to.language, until),
          ],
          [{ fr: "Code", en: "Code" }, formatInvitationCode(code)],
        ],
      },
      { button: { fr: "Voir l’invitation", en: "See the invitation" }, to: `/join/${code}` },
      {
        fr: "Pour accepter, vous confirmez une adresse e-mail, la vôtre ou celle d’un parent si vous êtes mineur.",
        en: "To accept, you confirm an e-mail address, yours or that of a parent if you are a minor.",
      },
      {
        fr: "Si cela ne vous intéresse pas, ou si vous ne connaissez pas ce club, ignorez ce message\u202f: rien ne se passe. Votre adresse est effacée dès que l’invitation est acceptée, retirée ou finie.",
        en: "If this does not interest you, or if you do not know this club, ignore this message: nothing happens. Your address is erased as soon as the invitation is accepted, withdrawn or over.",
      },
      CONTACT_LINK,
    ],
    reason: {
      fr: `Vous recevez ce message parce que le club ${club} a donné votre adresse pour vous inviter.`,
      en: `You are receiving this message because the club ${club} gave your address to invite you.`,
    },
  });
}

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
    reason: OF_CLUB,
  });
}

const ANSWER_BY = { fr: "Réponse au plus tard le", en: "Answer by" };

type AskedMove = Addressee & {
  /** The other club, where to. */
  club: string;
  until: Date;
};

/** A club is asked whether one of its players may move to another. */
export function clubMoveAskedMail(data: AskedMove & { player: string; number: number }): Mail {
  const { language, club, player, until } = data;
  return composeMail({
    template: "club-move-asked",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    subject: {
      fr: "Un joueur demande à changer de club",
      en: "A player asks to move to another club",
    },
    parts: [
      {
        fr: `${player} est de votre club et demande à rejoindre ${club}, qui l’a invité. Sans votre accord, rien ne change.`,
        en: `${player} is in your club and asks to join ${club}, which invited them. Without your agreement nothing changes.`,
      },
      {
        facts: [
          [{ fr: "Joueur", en: "Player" }, player],
          [{ fr: "Demande à rejoindre", en: "Asks to join" }, club],
          [ANSWER_BY, formatDate(language, until)],
        ],
      },
      { button: { fr: "Répondre", en: "Answer" }, to: `/me/club/${data.number}` },
      {
        fr: "Si vous ne répondez pas, la fédération peut décider à votre place. Après cette date, la demande prend fin.",
        en: "If you do not answer, the federation can decide in your place. After that date the request ends.",
      },
      ME_LINK,
    ],
    reason: OF_CLUB,
  });
}

/** A player, or the club that they want to join, is told that the other club has to answer. */
export function clubMoveWaitingMail(
  data: AskedMove & ({ to: "player"; former: string } | { to: "club"; code: string }),
): Mail {
  const { language, club, until, to } = data;
  return composeMail({
    template: "club-move-waiting",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: to === "club" ? data.organisation : undefined,
    subject:
      to === "player"
        ? { fr: "Votre club doit donner son accord", en: "Your club has to agree" }
        : { fr: "Une invitation attend un accord", en: "An invitation waits for an agreement" },
    parts: [
      to === "player"
        ? {
            fr: `Vous demandez à rejoindre le club ${club}. Votre club ${data.former} est prévenu et doit donner son accord. Jusque-là, rien ne change pour votre licence.`,
            en: `You ask to join the club ${club}. Your club ${data.former} is told and has to agree. Until then nothing changes for your licence.`,
          }
        : {
            fr: "Un joueur a accepté une de vos invitations. Il est d’un autre club, qui doit donner son accord. La place reste prise jusque-là.",
            en: "A player accepted one of your invitations. They are in another club, which has to agree. The place stays taken until then.",
          },
      {
        facts: [
          to === "club" ? [{ fr: "Invitation", en: "Invitation" }, data.code] : null,
          [ANSWER_BY, formatDate(language, until)],
        ],
      },
      to === "player"
        ? {
            fr: "Vous pouvez retirer votre demande dans Mon espace.",
            en: "You can take your request back in My space.",
          }
        : null,
      ME_LINK,
    ],
    reason: to === "player" ? OF_PLAYER : OF_CLUB,
  });
}

type EndedMove = Addressee & {
  /** Who is told: the player, the club that was asked, or the one that invited. */
  to: "player" | "former" | "club";
  by: "player" | "club" | "former" | "staff" | "late";
  reason?: string;
  club: string;
  player: string;
  code: string;
};

const MOVE_ENDS = {
  player: { fr: "Le joueur a retiré sa demande.", en: "The player took the request back." },
  club: { fr: "Le club a retiré son invitation.", en: "The club withdrew its invitation." },
  former: { fr: "Votre club a refusé.", en: "Your club refused." },
  staff: {
    fr: "La fédération a refusé, à la place du club.",
    en: "The federation refused, in the place of the club.",
  },
  late: { fr: "La demande est restée sans réponse.", en: "The request was not answered." },
};

/** A move does not take place; the reason of a refusal is for the player alone. */
export function clubMoveEndedMail(data: EndedMove): Mail {
  const { to, by, club, player, code } = data;
  const why = to !== "player" && by === "former" ? null : MOVE_ENDS[by];
  return composeMail({
    template: "club-move-ended",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: to === "player" ? undefined : data.organisation,
    subject: {
      fr: "Le changement de club n’a pas lieu",
      en: "The move to another club does not take place",
    },
    parts: [
      to === "player"
        ? {
            fr: `Vous ne rejoignez pas le club ${club}. Rien ne change pour votre licence ni pour votre club.`,
            en: `You do not join the club ${club}. Nothing changes for your licence or for your club.`,
          }
        : to === "former"
          ? {
              fr: `${player} ne rejoint pas le club ${club} et reste de votre club.`,
              en: `${player} does not join the club ${club} and stays in your club.`,
            }
          : {
              fr: "Le joueur qui avait accepté votre invitation ne rejoint pas votre club. La place est libre.",
              en: "The player who had accepted your invitation does not join your club. The place is free.",
            },
      why,
      to === "player" && data.reason ? { quote: data.reason } : null,
      to === "club" ? { facts: [[{ fr: "Invitation", en: "Invitation" }, code]] } : null,
      ME_LINK,
    ],
    reason: to === "player" ? OF_PLAYER : OF_CLUB,
  });
}

/** A club is told that the player whom it waited for is of it. */
export function clubMoveAgreedMail(data: Addressee & { player: string }): Mail {
  const { player } = data;
  return composeMail({
    template: "club-move-agreed",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    subject: { fr: "Un joueur a rejoint votre club", en: "A player has joined your club" },
    parts: [
      {
        fr: `${player} est de votre club : son club a donné son accord.`,
        en: `${player} is in your club: their club agreed.`,
      },
      ME_LINK,
    ],
    reason: OF_CLUB,
  });
}

/** A player need not wait any more: they left the club that was asked, or it is over. */
export function clubMoveFreeMail(data: Addressee & { club: string; code: string }): Mail {
  const { club, code } = data;
  return composeMail({
    template: "club-move-free",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: { fr: "Vous pouvez rejoindre le club", en: "You can join the club" },
    parts: [
      {
        fr: `Vous n’êtes plus d’un autre club : vous pouvez rejoindre ${club} sans attendre d’accord.`,
        en: `You are no longer in another club: you can join ${club} without waiting for an agreement.`,
      },
      { button: { fr: "Voir l’invitation", en: "See the invitation" }, to: `/join/${code}` },
      ME_LINK,
    ],
    reason: OF_PLAYER,
  });
}

/** The club that had ended is one again, and so is the licence that it pays. */
export function clubResumedMail(data: Addressee & { number: string }): Mail {
  return composeMail({
    template: "club-resumed",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: {
      fr: `Votre licence est de nouveau valable (${data.number})`,
      en: `Your licence is valid again (${data.number})`,
    },
    title: { fr: "Votre licence est de nouveau valable", en: "Your licence is valid again" },
    parts: [
      {
        fr: "Nous vous avions écrit que l’adhésion de votre club avait pris fin. Votre club est de nouveau affilié, et la licence qu’il vous paie est valable comme avant.",
        en: "We had written to you that the membership of your club had ended. Your club is affiliated again, and the licence that it pays for you is valid as before.",
      },
      { facts: [[{ fr: "Licence", en: "Licence" }, data.number]] },
      ME_LINK,
    ],
    reason: OF_PLAYER,
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
