import type { ListSpec } from "../../records/list/list-query.ts";
import { valuesOf } from "../../records/record-fields.ts";

/** The kinds of members. */
export const TYPE_CHOICES = [
  { value: "player", label: "Joueur" },
  { value: "club", label: "Club" },
  { value: "partner", label: "Partenaire" },
] as const;
export const MEMBER_TYPES = valuesOf(TYPE_CHOICES);
export type MemberType = (typeof MEMBER_TYPES)[number];

export const STATUS_CHOICES = [
  { value: "pending", label: "En attente", tone: "wait" },
  { value: "active", label: "Actif", tone: "good" },
  { value: "suspended", label: "Suspendu", tone: "bad" },
  { value: "expired", label: "Expiré", tone: "plain" },
] as const;
export const MEMBER_STATUSES = valuesOf(STATUS_CHOICES);
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Memberships whose end is near, before it or after. */
export const ENDING_CHOICES = [
  { value: "soon", label: "Fin sous 30 jours" },
  { value: "lapsed", label: "Finie depuis peu" },
] as const;

/** Of members by their licence. */
export const LICENCE_CHOICES = [
  { value: "with", label: "Avec licence" },
  { value: "without", label: "Sans licence" },
  { value: "suspended", label: "Licence suspendue" },
] as const;

/** The most characters of a first or last name. */
export const MAX_NAME = 100;

/** Whether a membership belongs to an organisation; otherwise to a person. */
export const isOrganisation = (type: MemberType): boolean => type !== "player";

export type Named = { organisation?: string | null; first_name: string; last_name: string };

/** The person of a membership: the member, or who answers for the organisation. */
export const personName = ({ first_name, last_name }: Named): string =>
  `${first_name} ${last_name}`;

/** What a member is called: an organisation by its name, where it is known. */
export const memberLabel = (member: Named): string => member.organisation || personName(member);

/** Who has to act on an application. */
export const PENDING_CHOICES = [
  { value: "staff", label: "À étudier" },
  { value: "payer", label: "À payer par la personne" },
  { value: "club", label: "Changement de club" },
];

/** The filters and orders of the list of members and of its export. */
export const MEMBER_LIST: ListSpec = {
  filters: {
    type: MEMBER_TYPES,
    status: MEMBER_STATUSES,
    pending: valuesOf(PENDING_CHOICES),
    ending: valuesOf(ENDING_CHOICES),
    licence: valuesOf(LICENCE_CHOICES),
  },
  // Of the last day of the membership.
  days: ["from", "to"],
  numbers: ["club"],
  sorts: ["created_at", "name"],
  descending: true,
};

/** A suspension of a licence that holds; `until`: its last day, yyyy-mm-dd, null when it lasts until staff end it. */
export type LicenceSuspension = { until: string | null };
