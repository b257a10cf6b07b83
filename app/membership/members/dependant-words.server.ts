import { several } from "../../i18n/format.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { TOLD_AFTER_MINUTES } from "../clubs/clubs.ts";

/** What one player, and what several of them, lose with the membership of their club, and that they are told. */
export function dependantSentences(): readonly [one: string, many: string] {
  const told = (words: string) =>
    deliveryText(
      ` et ${words} par e-mail ${TOLD_AFTER_MINUTES} minutes plus tard.`,
      "\u202f: prévenez-les.",
    );
  return [
    `joueur perd la licence que son club paie${told("est prévenu")}`,
    `joueurs perdent la licence que leur club paie${told("sont prévenus")}`,
  ];
}

/** The same with their number. */
export const dependantWords = (players: number): string =>
  several(players, ...dependantSentences());

/** Whoever is suspended by the menu of a list hears nothing of it: the reason is for staff to tell. */
export const SUSPENDED_WORDS = "Le titulaire n’en reçoit aucun e-mail\u202f: écrivez-lui le motif.";
