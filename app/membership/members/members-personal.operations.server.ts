import { and, eq, inArray } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import {
  LANGUAGE_NAMES,
  type PersonalTable,
  words,
} from "../../core/database/doors/personal-table.server.ts";
import {
  GUARDIAN_DATA,
  GUARDIAN_RELATION_WORDS,
} from "../../guardians/guardian-columns.table.server.ts";
import { formatDate } from "../../i18n/format.ts";
import { members } from "./members.table.server.ts";

/** The personal data in a membership. */
export const memberData: PersonalTable = {
  table: members,
  title: words("Adhésion", "Membership"),
  owner: {
    by: "person",
    email: members.email,
    firstName: members.first_name,
    lastName: members.last_name,
    birthDate: members.birth_date,
    keys: [members.application_token, members.id],
  },
  fields: {
    organisation: words("Organisation", "Organisation"),
    first_name: words("Prénom", "First name"),
    last_name: words("Nom", "Last name"),
    email: words("E-mail", "E-mail"),
    phone: words("Téléphone", "Phone"),
    birth_date: words("Date de naissance", "Date of birth"),
    ...GUARDIAN_DATA,
    address: words("Adresse", "Address"),
    city: words("Ville", "City"),
    member_type: words("Membre", "Member"),
    status: words("Statut", "Status"),
    membership_start: words("Début d’adhésion", "Membership start"),
    membership_end: words("Fin d’adhésion", "Membership end"),
    lapsed_on: words("Terminée le", "Ended on"),
    licence_serial: words("Numéro d’ordre de la licence", "Licence serial number"),
    club: words("Numéro du club", "Number of the club"),
    experience: words("Niveau", "Level"),
    games: words("Jeux pratiqués", "Games played"),
    motivation: words("Motivation", "Motivation"),
    language: words("Langue des e-mails", "Language of e-mails"),
    terms_since: words(
      "Conditions acceptées, en vigueur depuis le",
      "Terms accepted, in force since",
    ),
    listed_since: words("Dans le registre public depuis le", "In the public register since"),
    created_at: words("Demande", "Applied on"),
  },
  values: {
    guardian_relation: GUARDIAN_RELATION_WORDS,
    language: LANGUAGE_NAMES,
    member_type: {
      player: words("Joueur", "Player"),
      club: words("Club", "Club"),
      partner: words("Partenaire", "Partner"),
    },
    status: {
      pending: words("En attente", "Pending"),
      active: words("Actif", "Active"),
      suspended: words("Suspendu", "Suspended"),
      expired: words("Expiré", "Expired"),
    },
    experience: {
      beginner: words("Débutant", "Beginner"),
      intermediate: words("Intermédiaire", "Intermediate"),
      advanced: words("Avancé", "Advanced"),
      professional: words("Professionnel", "Professional"),
    },
  },
  hidden: [
    "id",
    "membership_type_id",
    "order_id",
    "application_token",
    "browser",
    "is_duplicate",
    "is_test",
    "reminders_off",
    "is_sample",
    "search_text",
    "sort_name",
    "updated_at",
  ],
  // Else staff could bin them in this moment, and what lies in the bin would stay.
  async lock(db, ids) {
    await db
      .select({ id: members.id })
      .from(members)
      .where(inArray(members.id, [...ids]))
      .orderBy(members.id)
      .for("update");
  },
  ends: listActive,
};

/** Erasing a person ends their membership, paid or not. */
async function listActive(db: SystemDb, ids: readonly string[]) {
  const rows = await db
    .select({ end: members.membership_end })
    .from(members)
    .where(and(inArray(members.id, [...ids]), eq(members.status, "active")));
  return rows.map(({ end }) =>
    end === null
      ? words(
          "L’adhésion en cours : elle prend fin aussitôt.",
          "The current membership: it ends at once.",
        )
      : words(
          `L’adhésion en cours, valable jusqu’au ${formatDate("fr", end)} : elle prend fin aussitôt, avec les jours qui restent.`,
          `The current membership, valid until ${formatDate("en", end)}: it ends at once, with the days that are left.`,
        ),
  );
}
