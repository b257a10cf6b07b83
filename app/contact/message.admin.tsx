import { Check, Reply, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, redirect, useActionData, useFetcher, useSubmit } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { log } from "../core/log/log.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { recordAt } from "../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../kit/form/view-dialog.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import type { MissingAnswer } from "../kit/missing-answer.ts";
import { type Toast, toastCookie } from "../kit/toast.ts";
import type { Route } from "./+types/message.admin.ts";
import { deleteMessages, findMessage } from "./contact.staff.server.ts";
import { LIST, ReplyLink, StatusBadge } from "./message-controls.admin.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, email, subject, message, status, created_at } = await recordAt(
    context,
    params.id,
    findMessage,
  );
  return { id, name, email, subject, message, status, created_at };
}

/** Deletes the message and redirects to the list with a notice. */
export async function action({ params, context, url }: Route.ActionArgs) {
  const staff = context.get(staffContext);
  const toast = await asStaff(staff, (db) => deleteMessages(db, [params.id])).then(
    ({ batch }): Toast => ({ kind: "success", text: "Message supprimé avec succès", undo: batch }),
    (error: unknown): Toast => {
      log.error({ err: error }, "message not deleted");
      return { kind: "error", text: "Erreur lors de la suppression" };
    },
  );
  return redirect(LIST + url.search, { headers: { "set-cookie": toastCookie(toast) } });
}

/** One message, over the list. Opening it marks it as read. */
export default function MessageAdmin({ loaderData: message }: Route.ComponentProps) {
  useReading(message);
  return (
    <ViewDialog title={message.subject} list={LIST} actions={<MessageActions {...message} />}>
      <Facts
        facts={[
          ["Expéditeur", message.name],
          ["E-mail", message.email],
          ["Date", formatMoment("fr", message.created_at)],
          ["Statut", <StatusBadge key="status" status={message.status} />],
          [
            "Données",
            <Link key="data" to={`/admin/people/${message.id}`} className="link">
              Toutes ses données
            </Link>,
          ],
        ]}
      />
      <p className="rounded-control bg-sand p-4 whitespace-pre-wrap wrap-anywhere">
        {message.message}
      </p>
    </ViewDialog>
  );
}

type Message = Route.ComponentProps["loaderData"];

/** Marks the message as read in a request of its own, so that a prefetch does not. */
function useReading({ id, status }: Message) {
  const { submit } = useFetcher();
  const unread = status === "unread";
  useEffect(() => {
    if (unread) submit({ intent: "read", ids: id }, { method: "post", action: LIST });
  }, [unread, id, submit]);
}

function MessageActions(message: Message) {
  const { submit } = useIntent(LIST);
  const remove = useSubmit();
  const unanswered = useActionData<MissingAnswer>();
  const [asking, setAsking] = useState(false);
  const { id, name, subject, status } = message;
  return (
    <>
      {unanswered && (
        <p role="alert" className="w-full font-bold text-blood">
          {unanswered.problem}
        </p>
      )}
      <button
        type="button"
        className="button quiet mr-auto text-blood"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden="true" size={17} />
        Supprimer
      </button>
      {status === "unread" && (
        <button type="button" className="button quiet" onClick={() => submit("read", { ids: id })}>
          <Check aria-hidden="true" size={17} />
          Marquer comme lu
        </button>
      )}
      <ReplyLink message={message} className="button">
        <Reply aria-hidden="true" size={17} />
        Répondre
      </ReplyLink>
      {asking && (
        <ConfirmDialog
          title="Supprimer ce message ?"
          message={`« ${name} : ${subject} » ira dans la corbeille, où il reste 30 jours.`}
          close={() => setAsking(false)}
          confirm={() => remove(null, { method: "post", preventScrollReset: true })}
        />
      )}
    </>
  );
}
