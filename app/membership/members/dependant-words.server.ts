import { several } from "../../i18n/format.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { TOLD_AFTER_MINUTES } from "../clubs/clubs.ts";

/** What the players of a club lose with its membership, and that they are told. */
export const dependantWords = (players: number): string =>
  `${several(players, "joueur perd la licence que ce club paie", "joueurs perdent la licence que ce club paie")}${deliveryText(
    ` et ${players > 1 ? "sont prévenus" : "est prévenu"} par e-mail ${TOLD_AFTER_MINUTES} minutes plus tard`,
    "\u202f: prévenez-les",
  )}.`;

/** Whoever is suspended by the menu of a list hears nothing of it: the reason is for staff to tell. */
export const SUSPENDED_WORDS = "Le titulaire n’en reçoit aucun e-mail\u202f: écrivez-lui le motif.";
