import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { MAIL_STATUSES } from "../mail/mail.ts";
import { listSentMails, type SentMail } from "../mail/sent-mails.staff.server.ts";
import { type ListSpec, parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/mails.admin.ts";
import { MAIL_STATUS_CHOICES, mailReason } from "./mail-reasons.ts";

const SPEC: ListSpec = {
  filters: { status: MAIL_STATUSES },
  sorts: ["created_at"],
  descending: true,
};

export const handle = { loadFailure: "Erreur lors du chargement des messages envoyés" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SPEC, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    ...(await listSentMails(db, query)),
  }));
}

const TONES = {
  queued: "wait",
  sent: "good",
  kept: "wait",
  failed: "bad",
  withheld: "wait",
} as const;

const COLUMNS = [
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: (row: SentMail) => formatMoment("fr", row.sent_at ?? row.created_at),
  },
  { title: "À", className: "main", cell: (row: SentMail) => row.recipient },
  {
    title: "Pourquoi",
    className: "wide",
    cell: (row: SentMail) => (
      <div>
        <p className="font-semibold">{mailReason(row.template)}</p>
        <p className="text-muted">{row.subject}</p>
      </div>
    ),
  },
  {
    title: "État",
    cell: (row: SentMail) => (
      <Badge tone={TONES[row.status]}>{wordOf(MAIL_STATUS_CHOICES, row.status)}</Badge>
    ),
  },
];

export default function MailsAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Messages envoyés"
        lead="À qui le site a écrit, et pourquoi. Ce que dit un message reste entre le site et la personne."
      />
      <ListPage
        list={loaderData}
        noun={["message", "messages"]}
        caption="Messages envoyés"
        search="Rechercher une adresse ou un objet"
        filters={[
          { name: "status", label: "État", all: "Tous les états", choices: MAIL_STATUS_CHOICES },
        ]}
        columns={COLUMNS}
        nameOf={({ subject }) => subject}
        empty={{
          title: "Aucun message",
          filtered: "Aucun message ne correspond à vos filtres.",
          first: "Le premier message envoyé par le site apparaîtra ici.",
        }}
      />
    </>
  );
}
