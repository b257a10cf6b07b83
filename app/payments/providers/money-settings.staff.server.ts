import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import { SOLO_APPROVAL_WAIT_MS } from "../../auth/staff/four-eyes.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { findSetting, writeSetting } from "../../settings/settings.operations.server.ts";
import type { MoneySetting } from "../../settings/settings.record.ts";
import { type RefundRules, type SiteSettings, withDefaults } from "../../settings/settings.ts";
import { differencesOfMoney, isRaised } from "./money-settings.ts";
import { moneySettingMail } from "./provider.mail.ts";

/** A setting of money as it stands. */
export async function readMoneySetting<Key extends MoneySetting>(
  db: StaffDb,
  key: Key,
): Promise<SiteSettings[Key]> {
  const stored = (await findSetting(db, key))?.setting_value;
  return withDefaults({ [key]: stored })[key];
}

/**
 * Writes a setting that steers money. What says where money goes, at which rate, or how much one person gives back
 * is told to everybody who administers the site; a raised limit counts after a day.
 * @throws EditConflict when somebody else wrote it since `version`.
 */
export async function saveMoneySetting<Key extends MoneySetting>(
  db: StaffDb,
  key: Key,
  value: SiteSettings[Key],
  version?: string,
  now = currentTime(),
): Promise<void> {
  const before = await readMoneySetting(db, key);
  const kept =
    key === "refunds" ? withFormer(before as RefundRules, value as RefundRules, now) : value;
  await writeSetting(db, key, kept as SiteSettings[Key], version);
  const changes = differencesOfMoney(key, before, value);
  if (changes.length === 0) return;
  const by = await nameOfStaff(db);
  const from =
    key === "refunds" && isRaised(before as RefundRules, value as RefundRules)
      ? new Date(now.getTime() + SOLO_APPROVAL_WAIT_MS)
      : undefined;
  for (const { id, name, email } of await listAlertedAdministrators(db, now)) {
    const mail = moneySettingMail({ recipient: email, name, key, changes, by, at: now, from });
    await queueMail(db, withKey(mail, key, now, id));
  }
}

/** The limits with those that were in force during the last day, which count as long as they are lower. */
function withFormer({ former = [], ...before }: RefundRules, value: RefundRules, now: Date) {
  const { limit_GNF, limit_XOF } = value;
  const since = new Date(now.getTime() - SOLO_APPROVAL_WAIT_MS);
  const recent = former.filter(({ until }) => new Date(until) > since);
  return { limit_GNF, limit_XOF, former: [...recent, { ...before, until: now.toISOString() }] };
}
