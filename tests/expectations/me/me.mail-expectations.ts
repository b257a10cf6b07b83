import {
  clubEndedMail,
  clubInvitationMail,
  clubLicenceMail,
  clubMoveAgreedMail,
  clubMoveAskedMail,
  clubMoveEndedMail,
  clubMoveFreeMail,
  clubMoveWaitingMail,
  clubOfficerMail,
  clubOfficerNamedMail,
  clubResumedMail,
  leftClubMail,
  playerLeftMail,
} from "../../../app/me/club/club.mail.ts";
import { meLinkMail } from "../../../app/me/me.mail.ts";

import type { MailExpectations } from "../../mail/sample-values.ts";

export default {
  toVisitors(language) {
    const to = { language, recipient: "aissatou@example.org" };
    const player = { language, email: "aissatou@example.org", first_name: "Aïssatou" };
    const club = { ...player, organisation: "Étoile de Labé" };
    const licence = { number: "FGE-004217-K", club: "Étoile de Labé" };
    const paid = { ...player, ...licence, token: "m4", until: "2030-05-01" };
    const move = { club: "Lions de Kankan", until: new Date("2030-05-01T12:00:00Z") };
    const ended = { ...player, ...move, player: "Ibrahima Sory Bah", code: "ABCD-EFGH-JKMN" };
    return {
      meLink: { mail: meLinkMail({ ...to, code: "042137", token: "m3" }), links: ["/me/m3"] },
      clubInvitation: {
        mail: clubInvitationMail({
          ...to,
          firstName: "Aïssatou",
          club: "Étoile de Labé",
          code: "ABCDEFGHJKMN",
          until: new Date("2030-05-01T12:00:00Z"),
        }),
        links: ["/join/ABCDEFGHJKMN", "/contact"],
      },
      clubLicence: { mail: clubLicenceMail(paid), links: ["/licences/m4", "/me"] },
      clubLicenceRenewed: {
        mail: clubLicenceMail({ ...paid, isRenewal: true }),
        links: ["/licences/m4", "/me"],
      },
      clubLicenceOwn: {
        mail: clubLicenceMail({ ...paid, isOwn: true }),
        links: ["/licences/m4", "/me"],
      },
      leftClub: { mail: leftClubMail({ ...player, ...licence, by: "player" }), links: ["/me"] },
      releasedByClub: { mail: leftClubMail({ ...player, ...licence, by: "club" }), links: ["/me"] },
      playerLeft: {
        mail: playerLeftMail({ ...club, player: "Ibrahima Sory Bah" }),
        links: ["/me"],
      },
      officerNamed: {
        mail: clubOfficerMail({ ...player, club: "Étoile de Labé", isNamed: true }),
        links: ["/me"],
      },
      officerDropped: {
        mail: clubOfficerMail({ ...player, club: "Étoile de Labé", isNamed: false }),
        links: ["/contact"],
      },
      clubNamedOfficer: {
        mail: clubOfficerNamedMail({ ...club, officer: "Ibrahima Bah", address: "i@example.org" }),
        links: ["/me"],
      },
      moveAsked: {
        mail: clubMoveAskedMail({ ...club, ...move, player: "Ibrahima Sory Bah", number: 7 }),
        links: ["/me/club/7", "/me"],
      },
      moveWaiting: {
        mail: clubMoveWaitingMail({ ...player, ...move, to: "player", former: "Étoile de Labé" }),
        links: ["/me"],
      },
      moveWaitingForClub: {
        mail: clubMoveWaitingMail({ ...club, ...move, to: "club", code: "ABCD-EFGH-JKMN" }),
        links: ["/me"],
      },
      moveRefused: {
        mail: clubMoveEndedMail({
          ...ended,
          to: "player",
          by: "former",
          reason: "La finale est samedi.",
        }),
        links: ["/me"],
      },
      moveRefusedByStaff: {
        mail: clubMoveEndedMail({ ...ended, ...club, to: "former", by: "staff", reason: "x" }),
        links: ["/me"],
      },
      moveLate: {
        mail: clubMoveEndedMail({ ...ended, ...club, to: "club", by: "late" }),
        links: ["/me"],
      },
      moveAgreed: {
        mail: clubMoveAgreedMail({ ...club, player: "Ibrahima Sory Bah" }),
        links: ["/me"],
      },
      moveFree: {
        mail: clubMoveFreeMail({ ...player, ...move, code: "ABCDEFGHJKMN" }),
        links: ["/join/ABCDEFGHJKMN", "/me"],
      },
      clubEnded: {
        mail: clubEndedMail({ ...player, ...licence, goesOn: false }),
        links: ["/membership", "/me"],
      },
      clubSuspended: {
        mail: clubEndedMail({ ...player, ...licence, goesOn: false, isSuspended: true }),
        links: ["/membership", "/contact", "/me"],
      },
      clubResumed: { mail: clubResumedMail({ ...player, ...licence }), links: ["/me"] },
      clubEndedOwn: {
        mail: clubEndedMail({ ...player, ...licence, goesOn: true }),
        links: ["/me"],
      },
    };
  },
} satisfies MailExpectations;
