import { BellOff, Download, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { ofName } from "../i18n/elision.ts";
import { formatDate, formatMoment } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { deleteIntent, runIntents, statusIntent } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge, DeleteButton } from "../kit/list/row-controls.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/newsletter.admin.ts";
import {
  ERASED_ADDRESS,
  LANGUAGE_CHOICES,
  STATUS_CHOICES,
  SUBSCRIBER_LIST,
} from "./newsletter.record.ts";
import {
  deleteSubscribers,
  listSubscribers,
  type SubscriberRow,
  unsubscribe,
} from "./newsletter.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des inscrits" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(SUBSCRIBER_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    ...(await listSubscribers(db, query)),
  }));
}

const ended = (count: number) =>
  count > 1 ? `${count} personnes désinscrites avec succès` : "Personne désinscrite avec succès";

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    status: statusIntent(["unsubscribed"], unsubscribe, ended),
    delete: deleteIntent(deleteSubscribers, (count) =>
      count > 1 ? `${count} inscrits supprimés avec succès` : "Inscrit supprimé avec succès",
    ),
  });
}

const columns = [
  {
    title: "E-mail",
    sort: "email",
    className: "main",
    cell: ({ email }: SubscriberRow) => (
      <p className="font-semibold wrap-anywhere">{email ?? ERASED_ADDRESS}</p>
    ),
  },
  {
    title: "WhatsApp",
    className: "tabular-nums",
    cell: ({ whatsapp }: SubscriberRow) => whatsapp ?? "—",
  },
  {
    title: "Langue",
    cell: ({ language }: SubscriberRow) => wordOf(LANGUAGE_CHOICES, language),
  },
  {
    title: "Inscription",
    sort: "created_at",
    className: "whitespace-nowrap",
    cell: ({ created_at }: SubscriberRow) => formatDate("fr", created_at),
  },
  { title: "Consentement", cell: (row: SubscriberRow) => <Consent {...row} /> },
  {
    title: "Statut",
    cell: ({ status }: SubscriberRow) => (
      <Badge tone={status === "active" ? "good" : "plain"}>{wordOf(STATUS_CHOICES, status)}</Badge>
    ),
  },
];

export default function NewsletterAdmin({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <>
      <OfficeHead
        title="Inscrits à la newsletter"
        lead="Qui reçoit les nouvelles de la fédération. Seule la personne elle-même peut se réinscrire."
      >
        <a href={`/admin/newsletter/export?${params}`} className="button quiet">
          <Download aria-hidden="true" size={17} />
          Exporter
        </a>
      </OfficeHead>
      <ListPage
        list={loaderData}
        noun={["inscrit", "inscrits"]}
        caption="Inscrits à la newsletter"
        search="Rechercher un e-mail ou un numéro"
        filters={[
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
        ]}
        columns={columns}
        nameOf={({ email }) => email ?? ERASED_ADDRESS}
        actions={({ id, email, status }) => (
          <>
            {status === "active" && email && <UnsubscribeButton id={id} email={email} />}
            {email && (
              <Link
                to={`/admin/people/${id}`}
                aria-label={`Toutes les données ${ofName(email)}`}
                title="Toutes ses données"
                className="icon-button"
              >
                <UserRoundSearch aria-hidden="true" size={17} />
              </Link>
            )}
            <DeleteButton id={id} name={email ?? ERASED_ADDRESS} title="Supprimer cet inscrit ?" />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES.slice(1),
          deleting: "masculine",
        }}
        empty={{
          title: "Aucun inscrit",
          filtered: "Aucun inscrit ne correspond à vos filtres.",
          first: "Les personnes qui s’inscrivent sur le site apparaîtront ici.",
        }}
      />
    </>
  );
}

/** When and where the person agreed; the sentence itself is a click away. */
function Consent({ consented_at, consent_channel, consent_text }: SubscriberRow) {
  return (
    <details className="md:max-w-[240px]">
      <summary className="underline underline-offset-2">sur {consent_channel}</summary>
      <p className="mt-1 text-muted">
        {formatMoment("fr", consented_at)} : « {consent_text} »
      </p>
    </details>
  );
}

function UnsubscribeButton({ id, email }: { id: string; email: string }) {
  const { submit, pending } = useIntent();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
        aria-label={`Désinscrire ${email}`}
        title="Désinscrire"
        className="icon-button"
      >
        <BellOff aria-hidden="true" size={17} />
      </button>
      {asking && (
        <ConfirmDialog
          title="Désinscrire cette personne ?"
          message={`${email} ne recevra plus la newsletter. Seule cette personne pourra se réinscrire.`}
          action="Désinscrire"
          close={() => setAsking(false)}
          confirm={() => submit("status", { ids: id, status: "unsubscribed" })}
        />
      )}
    </>
  );
}
