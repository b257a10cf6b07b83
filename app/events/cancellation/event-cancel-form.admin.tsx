import { useLocation } from "react-router";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, formatDate, formatMoment, several } from "../../i18n/format.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { recordAt, saveForm } from "../../kit/form/save.server.ts";
import { ViewDialog } from "../../kit/form/view-dialog.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { IfMay } from "../../kit/may.tsx";
import { deliveryText } from "../../mail/mail.server.ts";
import { useNotice } from "../../mail/use-notice.ts";
import { TextArea } from "../../ui/fields.tsx";
import { findEventForStaff } from "../events.staff.server.ts";
import type { Route } from "./+types/event-cancel-form.admin.ts";
import {
  cancelEvent,
  cancellationSchema,
  countEverybody,
  findReturns,
  formatConcerned,
  type OpenReturns,
} from "./cancellation.staff.server.ts";

const LIST = "/admin/events";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { event, concerned } = await recordAt(context, id, findWithConcerned);
  const { title, date, status } = event;
  const staff = context.get(staffContext);
  const returns = await asStaff(staff, (db) => findReturns(db, id));
  const isOwn = returns?.decided_by === staff.id;
  return { id, title, date, status, concerned, returns, isOwn, seen: formatConcerned(concerned) };
}

async function findWithConcerned(db: StaffDb, id: string) {
  const event = await findEventForStaff(db, id);
  return event && { event, concerned: await countEverybody(db, id) };
}

export function action({ request, context, params: { id }, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: cancellationSchema,
    returnTo: LIST + url.search,
    async save(db, value) {
      const { title } = await cancelEvent(db, id, value);
      const notice = deliveryText(
        "les inscrits sont prévenus",
        "ce site ne peut pas envoyer d’e-mail, les messages sont gardés sur le serveur",
      );
      return `« ${title} » est annulé : ${notice}`;
    },
  });
}

const LABELS = { cancellation_reason: "Motif", cancellation_reason_en: "Motif (anglais)" };
const DEFAULTS = { cancellation_reason: "", cancellation_reason_en: "" };

/** Cancels an event, after its numbers: who comes, and what goes back. */
export default function EventCancelForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, date, status, concerned, returns, isOwn, seen } = loaderData;
  // Whoever chose 'Annulé' in the list goes back there, and not through the form of the event.
  const { hash } = useLocation();
  if (returns) return <EventReturns id={id} title={title} returns={returns} isOwn={isOwn} />;
  const field = fieldsOf(DEFAULTS, actionData);
  return (
    <FormDialog
      title="Annuler l’événement"
      list={hash === "#list" ? LIST : `${LIST}/${id}`}
      defaults={DEFAULTS}
      state={actionData}
      labels={LABELS}
      submit="Annuler l’événement"
      isGrave
      dismiss="Fermer"
    >
      <p>
        <strong>{title}</strong>, {formatDate("fr", date)}
      </p>
      {status === "cancelled" ? (
        <p className="font-semibold">Cet événement est déjà annulé.</p>
      ) : (
        <Consequences {...concerned} />
      )}
      <TextArea
        {...field("cancellation_reason")}
        label={LABELS.cancellation_reason}
        hint="Chaque personne inscrite le lit, ainsi que les visiteurs de la page."
        rows={3}
        required
      />
      <TextArea
        {...field("cancellation_reason_en")}
        label={LABELS.cancellation_reason_en}
        rows={3}
      />
      <input type="hidden" name="seen" value={seen} />
    </FormDialog>
  );
}

function Consequences({ places, waiting, paid, owed, door }: Concerned) {
  const notice = useNotice();
  const sums = owed.map(({ amount, currency }) => formatAmount("fr", amount, currency));
  return (
    <ul className="list-disc space-y-1 pl-5">
      <li>
        {several(places, "place est libérée", "places sont libérées")}, la liste d’attente (
        {several(waiting, "personne", "personnes")}) est close, et les inscriptions aussi.
      </li>
      <li>
        {paid > 0
          ? `${several(paid, "personne a payé", "personnes ont payé")} : ${sums.join(" et ")} à rembourser. Ce qui a été payé en ligne repart chez l’opérateur, après l’accord d’une autre personne au-dessus du plafond. Ce que la fédération a reçu elle-même reste à approuver dans « Paiements », puis à remettre.`
          : "Personne n’a payé : rien n’est à rembourser."}
      </li>
      <li>
        Les paiements commencés sont annulés ; l’argent qui arriverait plus tard est remboursé.
      </li>
      <li>
        {notice(
          "Chaque personne inscrite est prévenue par e-mail, dans sa langue, avec le motif.",
          "Ce site ne peut pas envoyer d’e-mail : prévenez vous-même chaque personne inscrite.",
        )}
      </li>
      {door > 0 && (
        <li>
          {several(door, "personne tient l’entrée", "personnes tiennent l’entrée")}
          {notice(door > 1 ? " et l’apprennent par e-mail." : " et l’apprend par e-mail.", ".")}
        </li>
      )}
      <li>
        Cette action est difficile à annuler : pour que l’événement ait lieu quand même, il faudra
        le rouvrir{notice(", et chacun en sera prévenu aussi", "")}.
      </li>
    </ul>
  );
}

type Concerned = Route.ComponentProps["loaderData"]["concerned"];

type ReturnsProps = { id: string; title: string; returns: OpenReturns; isOwn: boolean };

/** What a cancelled event gives back, for one decision about all of it. */
function EventReturns({ id, title, returns, isOwn }: ReturnsProps) {
  const { submit, pending } = useIntent(LIST);
  const { total, name, from, seen } = returns;
  const sums = total
    .map(({ amount, currency }) => formatAmount("fr", amount, currency))
    .join(" et ");
  const press = (intent: string) => () => submit(intent, { id, sums: seen });
  return (
    <ViewDialog
      title={`Remboursements de « ${title} »`}
      list={`${LIST}/${id}`}
      actions={
        <>
          {from && (
            <button
              type="button"
              disabled={pending !== undefined}
              onClick={press("holdReturns")}
              className="button quiet mr-auto"
            >
              Retenir
            </button>
          )}
          <IfMay to={LIST} change="approveReturns">
            <button
              type="button"
              disabled={pending !== undefined}
              onClick={press("approveReturns")}
              className="button"
            >
              Approuver tout
            </button>
          </IfMay>
        </>
      }
    >
      <p>
        {name} a annulé cet événement : <strong>{sums}</strong> à rembourser.
      </p>
      <p className="text-muted">
        {from
          ? `Personne d’autre n’administre le site depuis plus de 24 heures : sans autre décision, les remboursements partent le ${formatMoment("fr", from)}.`
          : !returns.isMuch
            ? "Une partie de cette somme doit être remboursée à la main : une personne de la trésorerie doit tout approuver en une fois."
            : isOwn
              ? "Cette somme dépasse le plafond : une autre personne, dont le compte a plus de 24 heures, doit l’approuver en une fois."
              : "Cette somme dépasse le plafond : approuvez-la en une fois, après avoir vérifié l’annulation. La personne qui en a encaissé une partie ne peut pas l’approuver."}
      </p>
    </ViewDialog>
  );
}
