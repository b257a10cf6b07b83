import { formatMoment } from "../../i18n/format.ts";
import { composeStaffMail, type Fact } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { MoneySetting } from "../../settings/settings.record.ts";
import { SETTING_LABELS, SETTING_SCREENS } from "../../settings/settings.ts";
import { ONLINE_LABELS, type OnlineProvider } from "./credentials.ts";
import type { MoneyChange } from "./money-settings.staff.server.ts";

/** To an administrator, about what somebody did. */
type Notice = { recipient: string; name: string; by: string; at: Date };

type SettingChange = Notice & {
  key: MoneySetting;
  changes: readonly MoneyChange[];
  /** From when a raised limit counts. */
  from?: Date;
};

/** Tells every administrator that somebody changed where money goes, at which rate, or who gives it back. */
export function moneySettingMail({ key, changes, by, at, from, ...to }: SettingChange): Mail {
  const label = SETTING_LABELS[key];
  return composeStaffMail({
    ...to,
    template: "money-setting",
    subject: `Un réglage d’argent a changé : ${label}`,
    parts: [
      `${by} a changé le réglage « ${label} ».`,
      {
        facts: [
          ...changes.map(
            (change): Fact => [change.label, `${change.after} (avant : ${change.before})`],
          ),
          ["Quand", formatMoment("fr", at)],
        ],
      },
      from && `Le plafond relevé compte à partir du ${formatMoment("fr", from)}.`,
      "Si cela vous surprend, remettez l’ancienne valeur et parlez-en tout de suite avec une autre personne de l’administration.",
      { button: "Voir ce réglage", to: SETTING_SCREENS[key]?.to ?? "/admin" },
    ],
  });
}

type KeysChange = Notice & { provider: OnlineProvider; removed: boolean };

/** Tells every administrator that somebody changed what the payments stand on. No key is in it. */
export function paymentKeysMail({ provider, removed, by, at, ...to }: KeysChange): Mail {
  const label = ONLINE_LABELS[provider];
  return composeStaffMail({
    ...to,
    template: "payment-keys",
    subject: `${label} : les clés de paiement ont été ${removed ? "retirées" : "changées"}`,
    parts: [
      removed
        ? `${by} a retiré les clés de ${label}. Personne ne peut plus payer en ligne de cette manière.`
        : `${by} a changé les clés de ${label}. L’argent des paiements en ligne va désormais sur le compte de ces clés.`,
      { facts: [["Quand", formatMoment("fr", at)]] },
      "Si cela vous surprend, retirez ces clés et parlez-en tout de suite avec une autre personne de l’administration.",
      { button: "Voir les paiements en ligne", to: "/admin/payments/online" },
    ],
  });
}
