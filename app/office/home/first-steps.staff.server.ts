import { and, eq, sql } from "drizzle-orm";
import { readBackupHistory } from "../../backups/nightly/backup-runs.system.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { events } from "../../events/events.table.server.ts";
import { LEGAL_DOCUMENTS } from "../../legal/legal-documents.ts";
import { legalTexts } from "../../legal/legal-texts.table.server.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { membershipTypes } from "../../membership/types/membership-types.table.server.ts";
import { createRecord, updateRecord } from "../../records/records.staff.server.ts";
import { listSettings } from "../../settings/settings.staff.server.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import {
  DEFAULT_SETTINGS,
  placeholdersIn,
  SETTING_SCREENS,
  type SiteSettings,
} from "../../settings/settings.ts";
import { RECORDS } from "../frame/notions.ts";
import { countSamples } from "./samples.staff.server.ts";

/** One step from an empty site to an open one. Whether it is done is checked on every visit. */
export type FirstStep = {
  /** What the log calls it. */
  name: string;
  label: string;
  /** What is still to be done. */
  detail?: string;
  to: string;
  done: boolean;
  /** Essential: until it is done, visitors are misled or the site is in danger. */
  matters?: true;
};

/** The list as the dashboard has it. */
type FirstSteps = {
  steps: FirstStep[];
  /** Hidden, and no step that was done then is undone since. */
  isAway: boolean;
};

const KEY = "first_steps";
const LABEL = SETTING_SCREENS[KEY]?.label ?? KEY;

/** The steps from an empty site to an open one, in their order. None of them is required. */
export async function readFirstSteps(db: StaffDb): Promise<FirstStep[]> {
  const settings = await listSettings(db);
  const backups = await readBackupHistory(db);
  const contact = placeholdersIn(settings);
  const example = contact
    .filter(({ field }) => field !== "address_en" || contact.length === 1)
    .map(({ value }) => value)
    .join(" · ");
  const settingsAt = "/admin/pages/settings";
  return [
    {
      name: "Logo",
      label: "Le logo de la fédération",
      to: `${settingsAt}/logo`,
      done: settings.site_logo.main_logo !== DEFAULT_SETTINGS.site_logo.main_logo,
    },
    {
      name: "Coordonnées",
      matters: true,
      label: "Les coordonnées de la fédération",
      detail: contact.length > 0 ? `Tout le monde lit encore des exemples : ${example}` : undefined,
      to: `${settingsAt}/contact`,
      done: contact.length === 0,
    },
    {
      name: "Messagerie",
      matters: true,
      label: "Un serveur de messagerie",
      to: "/admin/mails",
      done: isMailConfigured(),
    },
    {
      name: "Deux étapes",
      matters: true,
      label: "La validation en deux étapes d’un administrateur",
      to: "/admin/account",
      done: await hasSecondFactor(db),
    },
    {
      name: "Clé de secours",
      matters: true,
      label: "La clé de secours des sauvegardes, imprimée et vérifiée",
      detail: backups.hasKeys
        ? "La clé est créée : saisissez-la depuis la feuille imprimée"
        : "Sans elle, aucune sauvegarde n’est faite",
      to: "/admin/backups",
      done: backups.hasKeys && backups.keyShownAt !== undefined,
    },
    {
      name: "Textes légaux",
      matters: true,
      label: "Les textes légaux, relus et publiés par la fédération",
      to: "/admin/pages/legal",
      done: await hasLegalTexts(db),
    },
    {
      name: "Guichet",
      label: "Le paiement sur place : guichet ou numéro mobile money",
      to: `${settingsAt}/desk`,
      done: hasOfflinePayment(settings),
    },
    {
      name: "Offre",
      label: "Un premier événement ou type d’adhésion de la fédération",
      to: "/admin/events",
      done: await hasOffer(db),
    },
    {
      name: "Exemples",
      label: "Les exemples, supprimés ou repris",
      to: "/admin/diagnostic",
      done: !(await hasSamples(db)),
    },
  ];
}

const isOpen = ({ done }: FirstStep) => !done;

/** The list, and whether it stands on the dashboard. */
export async function readFirstStepsList(db: StaffDb): Promise<FirstSteps> {
  const steps = await readFirstSteps(db);
  const row = await findHiddenSteps(db);
  const hidden = Array.isArray(row?.setting_value) ? row.setting_value : [];
  const open = steps.filter(isOpen);
  // A step that was done when the list was hidden, and is open again, shows the list again.
  return { steps, isAway: open.length > 0 && open.every(({ name }) => hidden.includes(name)) };
}

async function findHiddenSteps(db: StaffDb) {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.setting_key, KEY));
  return row;
}

/**
 * Hides the list from the dashboard, with the steps that are still open.
 * @throws AppError 'conflict' while something that matters is not done
 */
export async function hideFirstSteps(db: StaffDb): Promise<void> {
  const open = (await readFirstSteps(db)).filter(isOpen);
  const essential = open.filter(({ matters }) => matters).map(({ name }) => name);
  if (essential.length > 0) throw new AppError("conflict", `il reste ${essential.join(", ")}`);
  await saveHiddenSteps(
    db,
    open.map(({ name }) => name),
  );
}

/** Puts the list on the dashboard again. */
export const showFirstSteps = (db: StaffDb): Promise<void> => saveHiddenSteps(db, []);

async function saveHiddenSteps(db: StaffDb, setting_value: readonly string[]): Promise<void> {
  const row = await findHiddenSteps(db);
  if (row) return updateRecord(db, siteSettings, row.id, { setting_value }, { label: LABEL });
  await createRecord(db, siteSettings, { setting_key: KEY, setting_value }, LABEL);
}

function hasOfflinePayment({ desk }: SiteSettings): boolean {
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
  const rows = await rowsOf<{ some: boolean }>(
    db,
    sql`select ${sql.join(some, sql` or `)} as some`,
  );
  if (!rows[0]?.some) return false;
  return (await countSamples(db)).some(({ count }) => count > 0);
}

async function hasOffer(db: StaffDb): Promise<boolean> {
  const rows = await rowsOf<{ offer: boolean }>(
    db,
    sql`select
    exists (select 1 from ${events} where not is_sample)
      or exists (select 1 from ${membershipTypes} where not is_sample) as offer`,
  );
  return rows[0]?.offer === true;
}
