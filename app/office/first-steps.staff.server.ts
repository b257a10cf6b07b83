import { and, eq, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { events } from "../events/events.table.server.ts";
import { LEGAL_DOCUMENTS } from "../legal/legal-documents.ts";
import { legalTexts } from "../legal/legal-texts.table.server.ts";
import { mailLeaves } from "../mail/mail.server.ts";
import { membershipTypes } from "../membership/membership-types.table.server.ts";
import { placeholdersIn } from "../settings/placeholders.ts";
import { listSettings } from "../settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../settings/settings.ts";
import { RECORDS } from "./notions.ts";
import { countSamples } from "./samples.staff.server.ts";

/** One step from an empty site to an open one: whether it is done is found out each time. */
export type FirstStep = { label: string; to: string; done: boolean };

/** The way from an empty site to an open one, in its order. It keeps nobody from anything. */
export async function readFirstSteps(db: StaffDb): Promise<FirstStep[]> {
  const settings = await listSettings(db);
  const contact = placeholdersIn(settings);
  const example = contact.map(({ value }) => value).join(", ");
  const settingsAt = "/admin/pages/settings";
  return [
    {
      label: "Le logo de la fédération",
      to: `${settingsAt}/logo`,
      done: settings.site_logo.main_logo !== DEFAULT_SETTINGS.site_logo.main_logo,
    },
    {
      label:
        contact.length > 0
          ? `Ses coordonnées, à la place des exemples que tout le monde lit : ${example}`
          : "Ses coordonnées",
      to: `${settingsAt}/contact`,
      done: contact.length === 0,
    },
    { label: "Un serveur de messagerie", to: "/admin/mails", done: mailLeaves() },
    {
      label: "La connexion en deux étapes d’un administrateur",
      to: "/admin/account",
      done: await hasSecondFactor(db),
    },
    {
      label: "Les textes légaux, relus et publiés par la fédération",
      to: "/admin/pages/legal",
      done: await hasLegalTexts(db),
    },
    {
      label: "Le paiement sur place : guichet ou numéro mobile money",
      to: `${settingsAt}/desk`,
      done: takesMoney(settings),
    },
    {
      label: "Un premier événement ou type d’adhésion de la fédération",
      to: "/admin/events",
      done: await hasOffer(db),
    },
    {
      label: "Les exemples, supprimés ou repris",
      to: "/admin/diagnostic",
      done: !(await hasSamples(db)),
    },
  ];
}

function takesMoney({ desk }: SiteSettings): boolean {
  const opens = Object.values(desk.hours).some((spans) => spans.length > 0);
  return opens || Boolean(desk.orange_money || desk.mtn_momo);
}

async function hasSecondFactor(db: StaffDb): Promise<boolean> {
  const { role, is_active, two_factor_enabled } = profiles;
  const admins = and(eq(role, "admin"), eq(is_active, true), eq(two_factor_enabled, true));
  return (await db.$count(profiles, admins)) > 0;
}

/** A version of each text that applies, or is announced. */
async function hasLegalTexts(db: StaffDb): Promise<boolean> {
  const rows = await db
    .selectDistinct({ document: legalTexts.document })
    .from(legalTexts)
    .where(eq(legalTexts.published, true));
  return rows.length === LEGAL_DOCUMENTS.length;
}

/** Members among them go with the others: there may be a million, and this is asked with every dashboard. */
const SAMPLED = RECORDS.filter(
  ({ table, samples }) => samples && !samples.goWith && table !== "members",
);

/** Whether there are examples that can be removed; those on which something real stands may stay. */
async function hasSamples(db: StaffDb): Promise<boolean> {
  const some = SAMPLED.map(
    ({ table }) => sql`exists (select 1 from ${sql.identifier(table)} where is_sample)`,
  );
  const { rows } = (await db.execute(
    sql`select ${sql.join(some, sql` or `)} as some`,
  )) as unknown as { rows: { some: boolean }[] };
  if (!rows[0]?.some) return false;
  return (await countSamples(db)).some(({ count }) => count > 0);
}

async function hasOffer(db: StaffDb): Promise<boolean> {
  const { rows } = (await db.execute(sql`select
    exists (select 1 from ${events} where not is_sample)
      or exists (select 1 from ${membershipTypes} where not is_sample) as offer`)) as unknown as {
    rows: { offer: boolean }[];
  };
  return rows[0]?.offer === true;
}
