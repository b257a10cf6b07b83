import { Eye, Mail, MailCheck, MailOpen, Reply } from "lucide-react";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { ofName } from "../i18n/elision.ts";
import { formatMoment } from "../i18n/format.ts";
import { Counters, countWords } from "../kit/list/counters.tsx";
import {
  changeIntent,
  deleteIntent,
  runIntents,
  statusIntent,
} from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { DeleteButton } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/messages.admin.ts";
import {
  countMessages,
  deleteMessages,
  listMessages,
  type MessageRow,
  markRead,
  markReplied,
} from "./contact.staff.server.ts";
import { ReplyLink, StatusBadge } from "./message-controls.admin.tsx";
import { MESSAGE_LIST, STATUS_CHOICES } from "./messages.record.ts";

export const handle = { loadFailure: "Erreur lors du chargement des messages" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(MESSAGE_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    counts: await countMessages(db),
    ...(await listMessages(db, query)),
  }));
}

const read = (count: number) =>
  count > 1 ? `${count} messages marqués comme lus` : "Message marqué comme lu";
const replied = (count: number) =>
  count > 1 ? `${count} messages marqués comme répondus` : "Message marqué comme répondu";

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    read: changeIntent(markRead, read),
    reply: changeIntent(markReplied, replied),
    status: statusIntent(
      ["read", "replied"],
      (db, ids, status) => (status === "read" ? markRead(db, ids) : markReplied(db, ids)),
      (count, status) => (status === "read" ? read(count) : replied(count)),
    ),
    delete: deleteIntent(deleteMessages, (count) =>
      count > 1 ? `${count} messages supprimés avec succès` : "Message supprimé avec succès",
    ),
  });
}

const columns = [
  {
    title: "Expéditeur",
    className: "main",
    cell: ({ name, email }: MessageRow) => (
      <div className="wrap-anywhere md:w-[190px]">
        <p>{name}</p>
        <p className="font-normal text-muted">{email}</p>
      </div>
    ),
  },
  { title: "Sujet", className: "main", cell: (row: MessageRow) => <SubjectCell {...row} /> },
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: ({ created_at }: MessageRow) => formatMoment("fr", created_at),
  },
  { title: "Statut", cell: ({ status }: MessageRow) => <StatusBadge status={status} /> },
];

export default function MessagesAdmin({ loaderData }: Route.ComponentProps) {
  const { counts } = loaderData;
  return (
    <>
      <OfficeHead title="Messages de Contact" />
      <Counters
        counters={[
          { label: "Non lus", value: countWords(counts.unread), icon: Mail },
          { label: "Lus", value: countWords(counts.read), icon: MailOpen },
          { label: "Répondus", value: countWords(counts.replied), icon: MailCheck },
        ]}
      />
      <ListPage
        list={loaderData}
        noun={["message", "messages"]}
        caption="Messages de contact"
        search="Rechercher un nom, un e-mail ou un sujet"
        filters={[
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
        ]}
        columns={columns}
        nameOf={({ name, subject }) => `${name} : ${subject}`}
        highlighted={({ status }) => status === "unread"}
        actions={(row) => <RowActions {...row} />}
        bulk={{
          statuses: STATUS_CHOICES.filter(({ value }) => value !== "unread"),
          deleting: "masculine",
        }}
        empty={{
          title: "Aucun message",
          filtered: "Aucun message ne correspond à vos filtres.",
          first: "Les messages écrits sur la page Contact apparaîtront ici.",
        }}
      />
    </>
  );
}

function RowActions(row: MessageRow) {
  const { id, name, subject } = row;
  return (
    <>
      <RecordLink
        id={id}
        aria-label={`Voir le message ${ofName(name)}`}
        title="Voir"
        className="icon-button"
      >
        <Eye aria-hidden="true" size={17} />
      </RecordLink>
      <ReplyLink message={row} className="icon-button">
        <Reply aria-hidden="true" size={17} />
      </ReplyLink>
      <DeleteButton id={id} name={`${name} : ${subject}`} title="Supprimer ce message ?" />
    </>
  );
}

/** The whole row opens the message: its link lies over it. */
function SubjectCell({ id, subject, excerpt }: MessageRow) {
  return (
    <div className="wrap-anywhere">
      <RecordLink id={id} className="row-link hover:underline">
        {subject}
      </RecordLink>
      <p className="line-clamp-1 max-w-[60ch] font-normal text-muted">{excerpt}</p>
    </div>
  );
}
