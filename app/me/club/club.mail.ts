import { formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { CONTACT_LINK, composeMail, ME_LINK } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { formatInvitationCode } from "../../membership/clubs/clubs.ts";

const OF_PLAYER = {
  fr: "Vous recevez ce message parce que vous êtes titulaire d’une licence de la fédération.",
  en: "You are receiving this message because you hold a licence from the federation.",
};

const OF_CLUB = {
  fr: "Vous recevez ce message parce que vous êtes le contact d’un club de la fédération.",
  en: "You are receiving this message because you are the contact for a club of the federation.",
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
      en: "A club invites you to get your licence",
    },
    title: { fr: "Votre licence, payée par un club", en: "Your licence, paid for by a club" },
    parts: [
      {
        fr: `Le club ${club} vous invite à prendre votre licence officielle de joueur d’esport. Le club la paie\u202f: vous n’avez rien à payer.`,
        en: `The club ${club} invites you to get your official esports player licence. The club pays for it: you have nothing to pay.`,
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
        fr: "Pour accepter, confirmez une adresse e-mail\u202f: la vôtre, ou celle de votre responsable légal si vous êtes mineur.",
        en: "To accept, confirm an e-mail address: yours, or that of your parent or guardian if you are a minor.",
      },
      {
        fr: "Si cela ne vous intéresse pas, ou si vous ne connaissez pas ce club, ignorez ce message\u202f: rien ne se passera. Votre adresse est effacée dès que l’invitation est acceptée, retirée ou expirée.",
        en: "If you are not interested, or if you do not know this club, ignore this message: nothing will happen. Your address is erased as soon as the invitation is accepted, withdrawn or expired.",
      },
      CONTACT_LINK,
    ],
    reason: {
      fr: `Vous recevez ce message parce que le club ${club} nous a donné votre adresse pour vous inviter.`,
      en: `You are receiving this message because the club ${club} gave us your address to invite you.`,
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
      ? {
          fr: `Votre licence est renouvelée (${number})`,
          en: `Your licence is renewed (${number})`,
        }
      : { fr: `Votre licence de club (${number})`, en: `Your club licence (${number})` },
    title: isRenewal
      ? { fr: "Votre licence est renouvelée", en: "Your licence is renewed" }
      : { fr: "Bienvenue dans votre club", en: "Welcome to your club" },
    parts: [
      isRenewal
        ? {
            fr: "Votre club a renouvelé votre licence. Vous n’avez rien à payer.",
            en: "Your club has renewed your licence. You have nothing to pay.",
          }
        : isOwn
          ? {
              fr: "Vous avez accepté l’invitation de votre club. Votre licence garde son numéro et sa date de fin.",
              en: "You accepted your club’s invitation. Your licence keeps its number and its end date.",
            }
          : {
              fr: "Vous avez accepté l’invitation de votre club. Votre licence est active, et vous n’avez rien à payer.",
              en: "You accepted your club’s invitation. Your licence is active, and you have nothing to pay.",
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
        fr: "Le club voit votre nom, votre gamertag, le numéro et l’état de votre licence, et si vous êtes majeur ou mineur. Il ne voit rien d’autre. Vous pouvez quitter le club dans Mon espace.",
        en: "The club sees your name, your gamertag, your licence number and its status, and whether you are an adult or a minor. It sees nothing else. You can leave the club in My space.",
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
    subject: { fr: "Vous ne faites plus partie du club", en: "You are no longer in the club" },
    title: { fr: "Vous ne faites plus partie du club", en: "You are no longer in the club" },
    parts: [
      by === "player"
        ? { fr: `Vous avez quitté le club ${club}.`, en: `You have left the club ${club}.` }
        : by === "club"
          ? {
              fr: `Le club ${club} vous a retiré de ses joueurs.`,
              en: `The club ${club} has released you.`,
            }
          : {
              fr: `La fédération vous a retiré du club ${club}.`,
              en: `The federation has released you from the club ${club}.`,
            },
      {
        fr: "Votre licence garde son numéro et reste valable jusqu’à sa date de fin. Votre carte ne porte plus le nom du club\u202f: rouvrez-la avant de la montrer.",
        en: "Your licence keeps its number and stays valid until it ends. Your card no longer shows the name of the club: open it again before you show it.",
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
    subject: {
      fr: "Un joueur ne fait plus partie de votre club",
      en: "A player is no longer in your club",
    },
    title: {
      fr: "Un joueur ne fait plus partie de votre club",
      en: "A player is no longer in your club",
    },
    parts: [
      {
        fr: `${player} ne fait plus partie de votre club. Si le club payait sa licence, elle compte encore parmi les vôtres jusqu’à sa date de fin.`,
        en: `${player} is no longer in your club. If the club paid for their licence, it still counts among yours until its last day.`,
      },
      byStaff
        ? { fr: "C’est la fédération qui l’a retiré.", en: "The federation has released them." }
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
        fr: `${player} fait partie de votre club et demande à rejoindre ${club}, qui l’a invité. Acceptez ou refusez ce départ dans Mon espace.`,
        en: `${player} is in your club and asks to join ${club}, which invited them. Accept or refuse this departure in My space.`,
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
        en: "If you do not answer, the federation can decide in your place. After that date, the request ends.",
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
        : {
            fr: "Votre invitation attend l’accord d’un autre club",
            en: "Your invitation is waiting for another club to agree",
          },
    parts: [
      to === "player"
        ? {
            fr: `Vous avez demandé à rejoindre le club ${club}. Votre club actuel, ${data.former}, est prévenu et doit donner son accord. D’ici là, rien ne change pour votre licence.`,
            en: `You have asked to join the club ${club}. Your current club, ${data.former}, has been told and must agree. Until then, nothing changes for your licence.`,
          }
        : {
            fr: "Un joueur a accepté une de vos invitations. Il fait partie d’un autre club, qui doit donner son accord. D’ici là, la place reste prise.",
            en: "A player has accepted one of your invitations. They are in another club, which must agree. Until then, the place stays taken.",
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
            en: "You can withdraw your request in My space.",
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
  player: { fr: "Le joueur a retiré sa demande.", en: "The player withdrew the request." },
  club: { fr: "Le club a retiré son invitation.", en: "The club withdrew its invitation." },
  former: { fr: "Votre club a refusé.", en: "Your club refused." },
  staff: {
    fr: "La fédération a refusé, à la place du club.",
    en: "The federation refused on the club’s behalf.",
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
      fr: "Le changement de club n’aura pas lieu",
      en: "The move to another club is not going ahead",
    },
    parts: [
      to === "player"
        ? {
            fr: `Vous ne rejoindrez pas le club ${club}. Rien ne change pour votre licence ni pour votre club.`,
            en: `You are not joining the club ${club}. Nothing changes for your licence or your club.`,
          }
        : to === "former"
          ? {
              fr: `${player} ne rejoindra pas le club ${club} et reste dans votre club.`,
              en: `${player} is not joining the club ${club} and stays in your club.`,
            }
          : {
              fr: "Le joueur qui avait accepté votre invitation ne rejoindra pas votre club. La place est de nouveau disponible.",
              en: "The player who had accepted your invitation is not joining your club. The place is available again.",
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
        fr: `${player} fait maintenant partie de votre club : son ancien club a donné son accord.`,
        en: `${player} is now in your club: their former club has agreed.`,
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
        fr: `Vous n’avez plus de club : vous pouvez rejoindre ${club} sans attendre d’accord.`,
        en: `You are no longer in a club: you can join ${club} without waiting for anyone’s agreement.`,
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
        fr: "Nous vous avions écrit que l’adhésion de votre club avait pris fin. Votre club est de nouveau affilié, et la licence qu’il paie pour vous est valable comme avant.",
        en: "We had written to you that your club’s membership had ended. Your club is affiliated again, and the licence that it pays for you is valid as before.",
      },
      { facts: [[{ fr: "Licence", en: "Licence" }, data.number]] },
      ME_LINK,
    ],
    reason: OF_PLAYER,
  });
}

/** What a club paid ended before its day, because the club did. */
export function clubEndedMail(
  data: Addressee & { number: string; goesOn: boolean; isSuspended?: boolean },
): Mail {
  const { number, goesOn } = data;
  const end = data.isSuspended
    ? {
        fr: "La fédération a suspendu l’adhésion de votre club",
        en: "The federation has suspended your club’s membership",
      }
    : {
        fr: "L’adhésion de votre club a pris fin",
        en: "Your club’s membership has ended",
      };
  return composeMail({
    template: "club-ended",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: { fr: `${end.fr} (${number})`, en: `${end.en} (${number})` },
    title: end,
    parts: [
      goesOn
        ? {
            fr: `${end.fr}. La licence que vous avez payée vous-même reste valable jusqu’à sa date de fin.`,
            en: `${end.en}. The licence that you paid for yourself stays valid until it ends.`,
          }
        : {
            fr: `${end.fr}, et avec elle la licence qu’il payait pour vous. Votre numéro reste le vôtre\u202f: prenez votre licence vous-même quand vous voulez.`,
            en: `${end.en}, and with it the licence that it paid for. Your number stays yours: get your own licence whenever you like.`,
          },
      data.isSuspended && {
        fr: "Nous vous écrirons si la suspension est levée. Pour savoir pourquoi elle est prononcée, demandez à votre club ou écrivez à la fédération.",
        en: "We will write to you if the suspension is lifted. To find out why it was decided, ask your club or write to the federation.",
      },
      { facts: [[{ fr: "Licence", en: "Licence" }, number]] },
      goesOn
        ? null
        : { button: { fr: "Prendre ma licence", en: "Get my licence" }, to: "/membership" },
      data.isSuspended && {
        link: { fr: "Écrire à la fédération", en: "Write to the federation" },
        to: "/contact",
      },
      ME_LINK,
    ],
    reason: OF_PLAYER,
  });
}

const OF_OFFICER = {
  fr: "Vous recevez ce message parce qu’un club de la fédération a donné votre adresse pour agir en son nom.",
  en: "You are receiving this message because a club of the federation gave your address to act for it.",
};

/** Somebody may act for a club, or may no longer. */
export function clubOfficerMail(data: Addressee & { club: string; isNamed: boolean }): Mail {
  const { club, isNamed } = data;
  return composeMail({
    template: "club-officer",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    subject: isNamed
      ? { fr: "Un club vous donne accès à son espace", en: "A club gives you access to its space" }
      : { fr: "Vous n’agissez plus pour un club", en: "You no longer act for a club" },
    parts: isNamed
      ? [
          {
            fr: `Le club ${club} vous donne le droit d’agir pour lui\u202f: inviter des joueurs, tenir sa liste, acheter des licences.`,
            en: `The club ${club} lets you act for it: invite players, keep its list, buy licences.`,
          },
          {
            fr: "Entrez dans Mon espace avec cette adresse. Si vous ne connaissez pas ce club, ignorez ce message, ou renoncez à cet accès dans la fiche du club.",
            en: "Sign in to My space with this address. If you do not know this club, ignore this message, or give the access up in the club’s details.",
          },
          ME_LINK,
        ]
      : [
          {
            fr: `Le club ${club} vous a retiré l’accès à son espace. Rien ne change pour vos propres inscriptions, ni pour votre licence si vous en avez une.`,
            en: `The club ${club} removed your access to its space. Nothing changes for your own registrations, nor for your licence if you have one.`,
          },
          CONTACT_LINK,
        ],
    reason: OF_OFFICER,
  });
}

/** A club reads that somebody may act for it, in case it was not itself who said so. */
export function clubOfficerNamedMail(data: Addressee & { officer: string; address: string }): Mail {
  const { officer, address } = data;
  return composeMail({
    template: "club-officer-named",
    language: data.language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    subject: { fr: "Une personne peut agir pour votre club", en: "Somebody can act for your club" },
    parts: [
      {
        fr: `${officer} (${address}) peut maintenant agir pour votre club dans Mon espace. Si ce n’était pas vous, retirez cet accès dans la fiche du club.`,
        en: `${officer} (${address}) can now act for your club in My space. If this was not you, remove the access in the club’s details.`,
      },
      ME_LINK,
    ],
    reason: OF_CLUB,
  });
}
