import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/sent-mails.admin.ts";
import { MAIL_STATUS_CHOICES, SENT_MAIL_LIST } from "./mail.ts";
import { listOutbox, type OutboxMail, readMailKind } from "./sent-mails.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des messages envoyés" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SENT_MAIL_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const list = await listOutbox(db, query);
    const rows = list.rows.map((row) => ({ ...row, reason: readMailKind(row.template) }));
    return { query, ...list, rows };
  });
}

const TONES = {
  queued: "wait",
  sent: "good",
  kept: "wait",
  failed: "bad",
  withheld: "wait",
} as const;

type Row = OutboxMail & { reason: string };

const COLUMNS = [
  {
    title: "Date",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: (row: Row) => formatMoment("fr", row.sent_at ?? row.created_at),
  },
  { title: "À", className: "main", cell: (row: Row) => row.recipient },
  {
    title: "Pourquoi",
    className: "wide",
    cell: (row: Row) => (
      <div>
        <p className="font-semibold">{row.reason}</p>
        <p className="text-muted">{row.subject}</p>
      </div>
    ),
  },
  {
    title: "État",
    cell: (row: Row) => (
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
