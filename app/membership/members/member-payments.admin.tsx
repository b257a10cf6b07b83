import { Link, useLocation } from "react-router";
import { newId } from "../../core/secrets/id.server.ts";
import { pick } from "../../core/values/pick.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { recordAt } from "../../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../../kit/form/view-dialog.tsx";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import { IfMay } from "../../kit/may.tsx";
import { useNotice } from "../../mail/use-notice.ts";
import { CashForm } from "../../payments/offline/cash-form.admin.tsx";
import { OrderLinks, orderLine } from "../../payments/payment-badges.admin.tsx";
import type { Route } from "./+types/member-payments.admin.ts";
import { findMemberPayments } from "./member-payments.staff.server.ts";
import { memberLabel, STATUS_CHOICES } from "./members.ts";

const MEMBERS = "/admin/members";
/** Where the treasury finds who stands at the desk. */
export const DESK = "/admin/payments/memberships";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { member, type, orders, due, renews } = await recordAt(
    context,
    params.id,
    findMemberPayments,
  );
  return {
    member: pick(member, ["id", "organisation", "first_name", "last_name", "email", "status"]),
    type: type && pick(type, ["name", "price", "currency"]),
    orders: orders.map(orderLine),
    due,
    renews,
    isRenewable: orders.length > 0 && (member.status === "active" || member.status === "expired"),
    // An idempotency key of this rendering of the button.
    pressed: newId(),
  };
}

/** What a member paid and owes, and the money that they bring to the desk; over the list of members, or the desk's. */
export default function MemberPaymentsAdmin({ loaderData }: Route.ComponentProps) {
  const { member, type, orders, due, renews, isRenewable, pressed } = loaderData;
  const notice = useNotice();
  const { id, email, status } = member;
  const list = useLocation().pathname.startsWith(DESK) ? DESK : MEMBERS;
  const name = memberLabel(member);
  const price = "refusal" in due ? "" : formatAmount("fr", due.amount, due.rates.price_currency);
  return (
    <ViewDialog
      title={`Paiements ${ofName(name)}`}
      list={list}
      actions={
        !("refusal" in due) && (
          <CashForm
            key={due.amount}
            action={list}
            fields={{ id, key: pressed }}
            due={due.amount}
            rates={due.rates}
          />
        )
      }
    >
      <Facts
        facts={[
          [
            "Membre",
            <IfMay key="member" to={MEMBERS} otherwise={name}>
              <Link to={`${MEMBERS}/${id}`} className="link">
                {name}
              </Link>
            </IfMay>,
          ],
          ["E-mail", email],
          ["Statut", wordOf(STATUS_CHOICES, status)],
          ["Type d’adhésion", type?.name ?? "Aucun"],
          ["À encaisser", price || null],
        ]}
      />
      {renews !== undefined && (
        <p className="rounded-control bg-amber p-3 text-ochre">
          {renews
            ? `Déjà membre : son adhésion active court jusqu’au ${formatDate("fr", renews)}. Ce paiement la renouvelle à partir de cette date.`
            : "Déjà membre : son adhésion active n’a pas de date de fin. N’encaissez que si la personne le sait."}
        </p>
      )}
      {"refusal" in due ? (
        <div className="rounded-control bg-sand p-3">
          <p>Rien à encaisser : {due.refusal}.</p>
          {isRenewable && (
            <p className="mt-2">
              <IfMay
                to={MEMBERS}
                otherwise="Pour un renouvellement, demandez d’abord une nouvelle fiche au secrétariat."
              >
                Pour un renouvellement, créez un nouveau membre avec les mêmes nom, e-mail et date
                de naissance, puis encaissez sur cette fiche : les jours qui restent sont gardés.
              </IfMay>
            </p>
          )}
        </div>
      ) : (
        <p className="text-muted">
          Une fois payée en entier, l’adhésion commence.{" "}
          {notice(
            "La personne en est avertie par e-mail, avec l’accès à son reçu.",
            "Ce site ne peut pas envoyer d’e-mail : donnez vous-même un reçu à la personne.",
          )}
        </p>
      )}
      <OrderLinks orders={orders} empty="Aucune commande pour le moment." />
    </ViewDialog>
  );
}
