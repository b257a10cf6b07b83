import { WARNED_REASON } from "../../auth/sign-in/warned.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { MoneySetting } from "../../records/history/undo-rules.ts";
import { SETTING_LABELS, SETTING_SCREENS } from "../../settings/settings.ts";
import type { MoneyChange } from "./money-settings.staff.server.ts";

type SettingChange = {
  recipient: string;
  name: string;
  key: MoneySetting;
  changes: readonly MoneyChange[];
  by: string;
  at: Date;
  /** From when a raised limit counts. */
  from?: Date;
};

/** Tells every administrator that somebody changed where money goes, at which rate, or who gives it back. */
export function moneySettingMail(change: SettingChange): Mail {
  const { recipient, name, key, changes, by, at, from } = change;
  const subject = `Un réglage d’argent a changé\u202f: ${SETTING_LABELS[key]}`;
  return composeMail({
    template: "money-setting",
    language: "fr",
    recipient,
    subject,
    preheader: subject,
    title: subject,
    parts: [
      { text: `Bonjour ${name},` },
      { text: `${by} a changé le réglage «\u202f${SETTING_LABELS[key]}\u202f».` },
      {
        rows: [
          ...changes.map(({ label, before, after }): [string, string] => [
            label,
            `${after} (avant\u202f: ${before})`,
          ]),
          ["Quand", formatMoment("fr", at)],
        ],
      },
      ...(from
        ? [{ text: `Le plafond relevé compte à partir du ${formatMoment("fr", from)}.` }]
        : []),
      {
        text: "Si cela vous surprend, remettez l’ancienne valeur et parlez-en tout de suite avec une autre personne de l’administration.",
      },
      { button: "Voir ce réglage", to: SETTING_SCREENS[key]?.to ?? "/admin" },
    ],
    reason: WARNED_REASON,
  });
}
