import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import { SOLO_APPROVAL_WAIT_MS } from "../../auth/staff/four-eyes.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { formatAmount } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { writeSetting } from "../../settings/settings.staff.server.ts";
import type { MoneySetting, RefundRules, SiteSettings } from "../../settings/settings.ts";
import { moneySettingMail } from "../payments.mail.ts";
import { readSetting } from "./offer.operations.server.ts";

/**
 * Changes of receiving numbers, rate and limits are mailed to every administrator; a raised limit counts after a day.
 * @throws EditConflict when somebody else wrote it since `version`.
 */
export async function saveMoneySetting<Key extends MoneySetting>(
  db: StaffDb,
  key: Key,
  value: SiteSettings[Key],
  version?: string,
  now = currentTime(),
): Promise<void> {
  const before = await readSetting(db, key);
  const stored =
    key === "refunds" ? withFormer(before as RefundRules, value as RefundRules, now) : value;
  await writeSetting(db, key, stored as SiteSettings[Key], version);
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

/** With the limits of the last day, which count as long as they are lower. */
function withFormer({ former = [], ...before }: RefundRules, value: RefundRules, now: Date) {
  const { limit_GNF, limit_XOF } = value;
  const since = new Date(now.getTime() - SOLO_APPROVAL_WAIT_MS);
  const recent = former.filter(({ until }) => new Date(until) > since);
  return { limit_GNF, limit_XOF, former: [...recent, { ...before, until: now.toISOString() }] };
}

type Part = { label: string; words: (value: unknown) => string };

const text = (value: unknown) => (value ? String(value) : "rien");

const amountIn = (currency: "GNF" | "XOF") => (value: unknown) =>
  formatAmount("fr", Number(value), currency);

/** The parts whose changes are mailed. */
const PARTS: Readonly<Record<MoneySetting, Readonly<Record<string, Part>>>> = {
  exchange_rate: { gnf: { label: "Francs guinéens pour 1 euro", words: text } },
  refunds: {
    limit_GNF: { label: "Plafond en GNF", words: amountIn("GNF") },
    limit_XOF: { label: "Plafond en FCFA", words: amountIn("XOF") },
  },
  paypal: {
    minimum: {
      label: "PayPal à partir de",
      words: (value) => formatAmount("fr", Number(value), "EUR"),
    },
  },
  desk: {
    orange_money: { label: "Numéro Orange Money", words: text },
    mtn_momo: { label: "Numéro MTN MoMo", words: text },
    account_name: { label: "Nom du compte", words: text },
    rate_tolerance: { label: "Écart de change accepté, en %", words: String },
  },
};

export type MoneyChange = { label: string; before: string; after: string };

/** The changed parts; nothing when only other parts of the setting changed. */
export function differencesOfMoney<Key extends MoneySetting>(
  key: Key,
  before: SiteSettings[Key],
  after: SiteSettings[Key],
): MoneyChange[] {
  const partOf = (setting: SiteSettings[Key], name: string) =>
    (setting as Record<string, unknown>)[name] ?? "";
  return Object.entries(PARTS[key]).flatMap(([name, { label, words }]) => {
    const [was, is] = [partOf(before, name), partOf(after, name)];
    return was === is ? [] : { label, before: words(was), after: words(is) };
  });
}

const isRaised = (before: RefundRules, after: RefundRules): boolean =>
  after.limit_GNF > before.limit_GNF || after.limit_XOF > before.limit_XOF;
