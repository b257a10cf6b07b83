import type { EXPERIENCE_LEVELS } from "../apply/application-schema.ts";
import type { ENDINGS } from "./member-list.ts";
import type { MemberStatus, MemberType } from "./members.ts";

/** What the back office calls the kinds of members. */
export const TYPE_CHOICES = [
  { value: "player", label: "Joueur" },
  { value: "club", label: "Club" },
  { value: "partner", label: "Partenaire" },
] as const satisfies readonly { value: MemberType; label: string }[];

export const STATUS_CHOICES = [
  { value: "pending", label: "En attente", tone: "wait" },
  { value: "active", label: "Actif", tone: "good" },
  { value: "suspended", label: "Suspendu", tone: "bad" },
  { value: "expired", label: "Expiré", tone: "plain" },
] as const satisfies readonly { value: MemberStatus; label: string; tone: string }[];

export const ENDING_CHOICES = [
  { value: "soon", label: "Fin sous 30 jours" },
  { value: "lapsed", label: "Finie depuis peu" },
] as const satisfies readonly { value: (typeof ENDINGS)[number]; label: string }[];

/** What applicants said of their level. */
export const EXPERIENCE_WORDS: Record<(typeof EXPERIENCE_LEVELS)[number], string> = {
  beginner: "Débutant",
  intermediate: "Intermédiaire",
  advanced: "Avancé",
  professional: "Professionnel",
};
