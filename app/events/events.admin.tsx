import { ExternalLink } from "lucide-react";
import { Link, redirect } from "react-router";
import * as z from "zod";
import { withConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { asStaff, type StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { staffContext } from "../core/staff-context.ts";
import { deleteUsedIntent, findPathUses } from "../files/admin/usage.server.ts";
import { countUses, usageWarning, usageWarnings } from "../files/admin/usage.ts";
import { formatDays, formatMoment, formatTime, several } from "../i18n/format.ts";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { intent, runIntents, statusIntent } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge, DeleteButton, EditLink, IconLink, StatusMenu } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { CreateLink, RecordLink } from "../kit/record-link.tsx";
import { Thumbnail } from "../kit/thumbnail.tsx";
import { toastCookie } from "../kit/toast.ts";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/events.admin.ts";
import { approveEventReturns, holdEventReturns } from "./cancellation/cancellation.staff.server.ts";
import { EVENT_LIST, STATUS_CHOICES, TYPE_CHOICES } from "./events.record.ts";
import {
  deleteEvents,
  type EventRow,
  findDeletions,
  findEventForStaff,
  findNeedOfReason,
  findNoticeOfStatus,
  listAllEvents,
  listTitles,
  setEventStatus,
} from "./events.staff.server.ts";
import { EVENT_STATUSES, type EventStatus, statusContradiction } from "./events.ts";

export const handle = { loadFailure: "Erreur lors du chargement des événements" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(EVENT_LIST, url.searchParams);
  const now = currentTime();
  return asStaff(context.get(staffContext), async (db) => {
    const { rows, ...list } = await listAllEvents(db, query);
    const noted = rows.map((row) => ({ ...row, note: statusContradiction(row, now) }));
    const uses = await findPathUses(db, rows.map(toPath));
    return { query, ...list, rows: noted, uses, deletions: await findDeletions(db, rows) };
  });
}

const toPath = ({ id }: Pick<EventRow, "id">) => ({ id, path: `/events/${id}` });

async function findUsedEvents(db: StaffDb, ids: readonly string[]) {
  const rows = await listTitles(db, ids);
  return { rows, uses: await findPathUses(db, rows.map(toPath)) };
}

const INTENTS = {
  status: statusIntent(EVENT_STATUSES, changeStatus, (count) =>
    count > 1 ? `Statut de ${count} événements mis à jour` : "Statut de l'événement mis à jour",
  ),
  approveReturns: intent(
    z.object({ id: z.uuid(), sums: z.string() }),
    async (db, { id, sums }) => {
      const wait = await approveEventReturns(db, id, sums);
      return wait
        ? `Personne d’autre ne peut approuver, les remboursements partent le ${formatMoment("fr", wait)}`
        : "Remboursements approuvés, ils partent dans la minute";
    },
    "Erreur lors de l’approbation",
  ),
  holdReturns: intent(
    z.object({ id: z.uuid(), sums: z.string() }),
    async (db, { id, sums }) => {
      await holdEventReturns(db, id, sums);
      return "Remboursements retenus";
    },
    "Erreur lors de la retenue",
  ),
  delete: deleteUsedIntent(findUsedEvents, {
    remove: deleteEvents,
    text: (count) =>
      count > 1 ? `${count} événements supprimés avec succès` : "Événement supprimé avec succès",
  }),
};

export function action(args: Route.ActionArgs) {
  return withConfirmation(args, ["approveReturns"], (request) =>
    runIntents(request, args.context, INTENTS),
  );
}

/** A cancellation needs a reason, and a reopened event writes to people: the screens of the event show whom, and ask. */
async function changeStatus(db: StaffDb, ids: readonly string[], status: EventStatus) {
  const [id] = ids;
  const event = ids.length === 1 && id !== undefined && (await findEventForStaff(db, id));
  if (event && status === "cancelled" && (await findNeedOfReason(db, event)))
    throw redirect(`/admin/events/${event.id}/cancel#list`);
  if (event && event.status === "cancelled" && (await findNoticeOfStatus(db, event.id, status))) {
    const text = `« ${wordOf(STATUS_CHOICES, status)} » est choisi, rien n’est encore enregistré : en enregistrant, vous lirez d’abord qui cela concerne.`;
    // Behind '#', since the address after '?' is the list's and stays there.
    throw redirect(`/admin/events/${event.id}#${status}`, {
      headers: { "set-cookie": toastCookie({ kind: "success", text }) },
    });
  }
  return setEventStatus(db, ids, status);
}

type ListedEvent = EventRow & { note?: string };

const columns = [
  {
    title: "Événement",
    sort: "title",
    className: "main",
    cell: (row: EventRow) => <TitleCell {...row} />,
  },
  {
    title: "Date et heure",
    sort: "date",
    className: "brief whitespace-nowrap",
    cell: ({ date, time, end_date }: EventRow) => (
      <div>
        <p>{formatDays("fr", date, end_date)}</p>
        {time && <p className="text-muted">{formatTime("fr", time)}</p>}
      </div>
    ),
  },
  {
    title: "Type",
    className: "spare",
    cell: ({ type }: EventRow) => <Badge tone="plain">{wordOf(TYPE_CHOICES, type)}</Badge>,
  },
  {
    title: "Participants",
    className: "spare",
    cell: (row: EventRow) => (
      <Link
        to={`/admin/registrations?event=${row.id}`}
        title="Voir les inscriptions"
        className="block hover:underline"
      >
        <span className="sr-only">Inscriptions à {row.title} : </span>
        <Participants {...row} />
      </Link>
    ),
  },
  {
    title: "Statut",
    className: "brief",
    cell: ({ id, title, status, note }: ListedEvent) => (
      <div>
        <StatusMenu id={id} name={title} value={status} choices={STATUS_CHOICES} />
        {note && <p className="mt-1 text-xs text-muted">{note}</p>}
      </div>
    ),
  },
];

const SAID = 3;

/** What is to be said of several events before they are deleted, in as many sentences as a question holds. */
function joinSentences(sentences: readonly (string | undefined)[]): string | undefined {
  const all = sentences.filter((one) => one !== undefined);
  const rest = all.length - SAID;
  const more = rest > 0 ? [`De même pour ${several(rest, "autre", "autres")}.`] : [];
  return [...all.slice(0, SAID), ...more].join(" ") || undefined;
}

export default function EventsAdmin({ loaderData }: Route.ComponentProps) {
  const { deletions, uses } = loaderData;
  return (
    <>
      <OfficeHead title="Gestion des Événements" primary={{ label: "Nouvel événement" }} />
      <ListPage
        list={loaderData}
        noun={["événement", "événements"]}
        caption="Événements"
        search="Rechercher un événement"
        filters={[
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
          { name: "type", label: "Type", all: "Tous les types", choices: TYPE_CHOICES },
        ]}
        columns={columns}
        nameOf={({ title }) => title}
        actions={({ id, title }) => (
          <>
            <IconLink
              href={`/events/${id}`}
              label={`Voir ${title} sur le site`}
              tip="Voir sur le site"
              icon={ExternalLink}
            />
            <EditLink id={id} name={title} />
            <DeleteButton
              id={id}
              name={title}
              title="Supprimer cet événement ?"
              consequences={joinSentences([usageWarning(uses[id]), deletions?.[id]?.told])}
              fields={{ uses: String(countUses(uses, [id])) }}
              inUse={deletions?.[id]?.inUse}
            />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "masculine",
          consequences: (ids) =>
            joinSentences([
              usageWarnings(
                loaderData.rows.filter(({ id }) => ids.includes(id)),
                uses,
              ),
              ...ids.map((id) => deletions?.[id]?.told),
            ]),
          fields: (ids) => ({ uses: String(countUses(uses, ids)) }),
          inUse: (ids) => joinSentences(ids.map((id) => deletions?.[id]?.inUse)),
        }}
        empty={{
          title: "Aucun événement",
          filtered: "Aucun événement ne correspond à vos filtres.",
          first: "Commencez par créer votre premier événement.",
          action: <CreateLink label="Nouvel événement" />,
        }}
      />
    </>
  );
}

function TitleCell({ id, title, location, image_url }: EventRow) {
  return (
    <div className="flex items-center gap-3">
      <Thumbnail src={image_url} kind="event" />
      <div className="min-w-0">
        <RecordLink id={id}>{title}</RecordLink>
        <p className="line-clamp-1 max-w-[48ch] text-muted">{location}</p>
      </div>
    </div>
  );
}

/** How many places are taken, of how many there are. */
function Participants({
  title,
  max_participants: max,
  current_participants: participants,
}: EventRow) {
  if (max === null) {
    return (
      <div>
        <p>Illimité</p>
        <p className="text-muted tabular-nums">
          {participants > 1 ? `${participants} inscrits` : `${participants} inscrit`}
        </p>
      </div>
    );
  }
  return (
    <div className="w-[110px]">
      <p className="tabular-nums">
        {participants} / {max}
      </p>
      <progress
        value={Math.min(participants, max)}
        max={max}
        data-full={participants >= max || undefined}
        aria-label={`Places prises : ${title}`}
        className="mt-1 block w-full"
      />
    </div>
  );
}
