import { WARNED_REASON } from "../../auth/sign-in/warned.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { ONLINE_LABELS, type OnlineProvider } from "./credentials.ts";

type KeysChange = {
  recipient: string;
  name: string;
  provider: OnlineProvider;
  removed: boolean;
  by: string;
  at: Date;
};

/** Tells every administrator that somebody changed what the payments stand on. No key is in it. */
export function paymentKeysMail(change: KeysChange): Mail {
  const { recipient, name, provider, removed, by, at } = change;
  const label = ONLINE_LABELS[provider];
  const subject = `${label}\u202f: les clés de paiement ont été ${removed ? "retirées" : "changées"}`;
  return composeMail({
    template: "payment-keys",
    language: "fr",
    recipient,
    subject,
    preheader: subject,
    title: subject,
    parts: [
      { text: `Bonjour ${name},` },
      {
        text: removed
          ? `${by} a retiré les clés de ${label}. Personne ne peut plus payer en ligne de cette manière.`
          : `${by} a changé les clés de ${label}. L’argent des paiements en ligne va désormais sur le compte de ces clés.`,
      },
      { rows: [["Quand", formatMoment("fr", at)]] },
      {
        text: "Si cela vous surprend, retirez ces clés et parlez-en tout de suite avec une autre personne de l’administration.",
      },
      { button: "Voir les paiements en ligne", to: "/admin/payments/online" },
    ],
    reason: WARNED_REASON,
  });
}
