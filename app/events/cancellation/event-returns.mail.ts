import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { composeStaffMail } from "../../mail/layout.ts";
import { type Mail, oneLine } from "../../mail/mail.ts";
import type { Concerned } from "../door/ticket-office.ts";

type Returns = {
  recipient: string;
  name: string;
  event: { id: string; title: string };
  owed: Concerned["owed"];
  by: string;
  /** Where nobody else administers the site. */
  until?: Date;
};

/** Tells every administrator that the money of a cancelled event waits for a second decision, or for a day. */
export function eventReturnsMail({ event, owed, by, until, ...to }: Returns): Mail {
  const sums = owed
    .map(({ amount, currency }) => formatAmount("fr", amount, currency))
    .join(" et ");
  return composeStaffMail({
    ...to,
    template: "event-returns",
    subject: `« ${oneLine(event.title)} » annulé : ${sums} à rendre`,
    parts: [
      until
        ? `${by} a annulé cet événement. Personne d’autre n’administre le site : les remboursements partent après une journée d’attente.`
        : `${by} a annulé cet événement. Les remboursements partent quand une autre personne les approuve, tous à la fois.`,
      {
        facts: [["À rendre", sums], until && ["Partent le", formatMoment("fr", until)]],
      },
      until
        ? "Si cela vous surprend, changez tout de suite votre mot de passe et retenez les remboursements sur l’écran de l’événement."
        : "Les inscrits sont déjà prévenus de l’annulation.",
      { button: "Voir les remboursements", to: `/admin/events/${event.id}/cancel` },
    ],
  });
}
