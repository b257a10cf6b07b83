import { Link } from "react-router";
import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { formatDate } from "../../i18n/format.ts";
import { EmailText } from "../../kit/email-text.tsx";
import { recordAt } from "../../kit/form/save.server.ts";
import { ViewDialog } from "../../kit/form/view-dialog.tsx";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { IfMay } from "../../kit/may.tsx";
import { deliveryText } from "../../mail/mail.server.ts";
import { useNotice } from "../../mail/use-notice.ts";
import { findEventForStaff } from "../events.staff.server.ts";
import type { Route } from "./+types/event-door.admin.ts";
import {
  addToDoor,
  type DoorAccount,
  listDoorAccounts,
  removeFromDoor,
} from "./event-door.staff.server.ts";

const LIST = "/admin/events";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { event, accounts } = await recordAt(context, id, findWithAccounts);
  const { title, date, status } = event;
  return { id, title, date, isCancelled: status === "cancelled", accounts };
}

async function findWithAccounts(db: StaffDb, id: string) {
  const event = await findEventForStaff(db, id);
  return event && { event, accounts: await listDoorAccounts(db, id) };
}

const one = z.object({ account: z.uuid() });

/** What was done, and who tells the person of it. */
const doneWords = (text: string, isTold: boolean) =>
  isTold
    ? `${text}${deliveryText(". Un e-mail l’annonce", ". Ce site ne peut pas envoyer d’e-mail : dites-le vous-même")}`
    : text;

export function action({ request, context, params: { id } }: Route.ActionArgs) {
  return runIntents(request, context, {
    addToDoor: intent(one, async (db, { account }) => {
      const { name, isTold } = await addToDoor(db, id, account);
      return doneWords(`${name} tient l’entrée`, isTold);
    }),
    removeFromDoor: intent(one, async (db, { account }) => {
      const { name, isTold } = await removeFromDoor(db, id, account);
      return doneWords(`${name} ne tient plus l’entrée`, isTold);
    }),
  });
}

/** Who stands at the entrance of an event. */
export default function EventDoorAdmin({ loaderData }: Route.ComponentProps) {
  const { id, title, date, isCancelled, accounts } = loaderData;
  const notice = useNotice();
  return (
    <ViewDialog title="Qui tient l’entrée" list={`${LIST}/${id}`}>
      <p>
        <strong>{title}</strong>, {formatDate("fr", date)}
      </p>
      {isCancelled && (
        <p className="font-semibold">Cet événement est annulé : son entrée est fermée.</p>
      )}
      <p className="max-w-[70ch] text-muted">
        L’écran de l’entrée s’ouvre pour ces personnes la veille de l’événement et se ferme à la fin
        du lendemain. Elles y voient les noms, les billets et les présences de cet événement, et
        rien d’autre. {notice(TOLD, NO_MAIL_NOTICE)}
      </p>
      {accounts.length === 0 ? (
        <NoAccount />
      ) : (
        <ul className="grid divide-y divide-line border-y border-line">
          {accounts.map((account) => (
            <Account key={account.id} account={account} isClosed={isCancelled} />
          ))}
        </ul>
      )}
    </ViewDialog>
  );
}

const TOLD = "Chaque personne est prévenue par e-mail quand vous la placez ou la retirez.";
const NO_MAIL_NOTICE = "Ce site ne peut pas envoyer d’e-mail : prévenez vous-même chaque personne.";

function NoAccount() {
  return (
    <p>
      Aucun compte n’a le rôle Accueil.{" "}
      <IfMay to="/admin/staff" otherwise="Un administrateur peut le donner à quelqu’un.">
        <Link to="/admin/staff" className="link">
          Inviter quelqu’un, ou donner ce rôle
        </Link>
      </IfMay>
    </p>
  );
}

function Account({ account, isClosed }: { account: DoorAccount; isClosed: boolean }) {
  const { id, name, email, is_active, stands } = account;
  const { submit, pending } = useIntent();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          {name}{" "}
          {stands && (
            <span className="badge" data-tone={is_active ? "good" : "wait"}>
              À l’entrée
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          <EmailText email={email} />
        </p>
        {!is_active && (
          <p className="text-sm font-semibold text-blood">Compte désactivé : accès fermé.</p>
        )}
      </div>
      {stands ? (
        <button
          type="button"
          disabled={pending !== undefined}
          onClick={() => submit("removeFromDoor", { account: id })}
          aria-label={`Retirer ${name} de l’entrée`}
          className="button quiet text-blood"
        >
          Retirer
        </button>
      ) : (
        <button
          type="button"
          disabled={pending !== undefined || isClosed}
          onClick={() => submit("addToDoor", { account: id })}
          aria-label={`Placer à l’entrée : ${name}`}
          className="button"
        >
          Placer à l’entrée
        </button>
      )}
    </li>
  );
}
