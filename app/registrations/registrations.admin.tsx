import { Clock, DoorOpen, Download, ListOrdered, Ticket, UserCheck } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import * as z from "zod";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { env } from "../core/process/env.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { pick } from "../core/values/pick.ts";
import type { FederationEvent } from "../events/events.ts";
import { findMinorAge } from "../guardians/guardian.staff.server.ts";
import { ofName } from "../i18n/elision.ts";
import { formatDate, formatMoment, formatTime } from "../i18n/format.ts";
import { EmailText } from "../kit/email-text.tsx";
import { EventNav } from "../kit/event-tabs.tsx";
import { Counters, countWords } from "../kit/list/counters.tsx";
import { intent, runIntents, seenIntent, toggleOneIntent } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import { deliveryText } from "../mail/mail.server.ts";
import { NO_MAIL_NOTICE } from "../mail/use-notice.ts";
import { formatLicence } from "../membership/members/licence-number.ts";
import { cashFields } from "../payments/offline/cash-schema.ts";
import { parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/registrations.admin.ts";
import { sendTicketAgain } from "./admin/corrections.staff.server.ts";
import {
  CallPerson,
  Presence,
  RegistrationActions,
  StatusBadge,
} from "./admin/registration-controls.admin.tsx";
import { availability, formatCost } from "./admin/registration-labels.ts";
import { REGISTRATION_LIST } from "./admin/registration-list.ts";
import { STATUS_CHOICES } from "./admin/registration-status-labels.ts";
import {
  cancelByStaff,
  confirmByStaff,
  offerByStaff,
  recordCashPayment,
  showTicketLink,
  tellByStaff,
} from "./admin/staff-registration.staff.server.ts";
import { checkIn, undoCheckIn } from "./door/door.staff.server.ts";
import {
  countPlacesOfEvent,
  countRegistrations,
  findEventOf,
  listEventChoices,
  listRegistrations,
  type PlacesOfEvent,
  type RegistrationRow,
} from "./registrations.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des inscriptions" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(REGISTRATION_LIST, url.searchParams);
  const eventId = query.filters.event;
  return asStaff(context.get(staffContext), async (db) => {
    const places = eventId ? await countPlacesOfEvent(db, eventId) : undefined;
    const event = eventId ? await findEventOf(db, eventId) : undefined;
    const list = await listRegistrations(db, query);
    const minorAge = await findMinorAge(db);
    return {
      query,
      choices: await listEventChoices(db),
      event: event && pick(event, PANEL),
      places,
      counts: places ?? (await countRegistrations(db)),
      ...list,
      rows: list.rows.map((row) => lineOf(row, minorAge)),
    };
  });
}

/** A line of the list. The export and the screen of a registration have every phone number, the list those to call. */
function lineOf(full: RegistrationRow, minorAge: number) {
  const { phone, age, is_outside, is_untold, ...rest } = full;
  const { guardian_name, guardian_phone: _number, guardian_relation: _relation, ...row } = rest;
  const isMinor = age < minorAge;
  return {
    ...row,
    // Most have none of these: nothing is sent then.
    ...(isMinor && { is_minor: true }),
    ...(isMinor && guardian_name === null && { lacks_guardian: true }),
    ...(is_outside && { is_outside }),
    ...(is_untold && { phone }),
  };
}
type RegistrationLine = ReturnType<typeof lineOf>;

const one = z.object({ id: z.uuid() });

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleOneIntent(
      {
        run: checkIn,
        text: ({ first_name }) => `Présence ${ofName(first_name)} enregistrée avec succès`,
      },
      {
        run: undoCheckIn,
        text: ({ first_name }) => `Présence ${ofName(first_name)} retirée avec succès`,
      },
    ),
    cancel: seenIntent(
      one,
      async (db, { id }) => {
        const { reference } = await cancelByStaff(db, id);
        return `Inscription ${reference} annulée avec succès`;
      },
      "Erreur lors de l’annulation",
    ),
    offer: seenIntent(one, async (db, { id }) => {
      const { first_name } = await offerByStaff(db, id);
      return deliveryText(
        `Place proposée à ${first_name} avec succès`,
        `Place gardée pour ${first_name}. ${NO_MAIL_NOTICE}`,
      );
    }),
    tell: intent(one, async (db, { id }) => {
      const { first_name, until } = await tellByStaff(db, id);
      return `${first_name} a jusqu’au ${formatMoment("fr", until)} pour prendre sa place`;
    }),
    confirm: seenIntent(one, async (db, { id }) => {
      const { first_name } = await confirmByStaff(db, id);
      return `Place ${ofName(first_name)} confirmée avec succès`;
    }),
    link: intent(
      one,
      async (db, { id }) => {
        const path = await showTicketLink(db, id);
        const copy = env().PUBLIC_URL + path;
        return {
          text: "Lien à donner à la personne seulement. Cette lecture est notée au journal",
          copy,
        };
      },
      "Erreur lors de la lecture du lien",
    ),
    send: intent(
      one.extend({ key: z.uuid() }),
      async (db, { id, key }) => {
        const { email } = await sendTicketAgain(db, id, key);
        return deliveryText(
          `Message envoyé à ${email}`,
          "Ce site ne peut pas envoyer d’e-mail : le message est gardé sur le serveur",
        );
      },
      "Erreur lors de l’envoi",
    ),
    cash: intent(
      one.extend(cashFields),
      async (db, { id, ...cash }) => {
        const { first_name } = await recordCashPayment(db, id, cash);
        return `Paiement ${ofName(first_name)} enregistré avec succès`;
      },
      "Erreur lors de l’encaissement",
    ),
  });
}

const TOLD_CHOICES = [{ value: "no", label: "À prévenir d’une place" }];

const columns = [
  {
    title: "Participant",
    className: "main",
    cell: (row: RegistrationLine) => <NameCell {...row} />,
  },
  {
    title: "Événement",
    className: "brief",
    cell: (row: RegistrationLine) => (
      <div className="min-w-0 md:min-w-[180px]">
        <p className="line-clamp-2">{row.event_title}</p>
        <p className="text-muted max-sm:hidden">
          {row.price_name} · {formatCost(row.amount, row.currency)}
        </p>
      </div>
    ),
  },
  {
    title: "Référence",
    className: "spare whitespace-nowrap tabular-nums",
    cell: ({ reference }: RegistrationLine) => reference,
  },
  {
    title: "Statut",
    className: "brief md:min-w-[132px]",
    cell: (row: RegistrationLine) => <StatusBadge {...row} />,
  },
  { title: "Présence", className: "spare", cell: (row: RegistrationLine) => <Presence {...row} /> },
  {
    title: "Inscription",
    sort: "created_at",
    className: "spare whitespace-nowrap",
    cell: ({ created_at }: RegistrationLine) => (
      <div>
        <p>{formatDate("fr", created_at)}</p>
        <p className="text-muted">{formatTime("fr", created_at.toISOString().slice(11, 16))}</p>
      </div>
    ),
  },
];

export default function RegistrationsAdmin({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const { event, places, counts, choices } = loaderData;
  const search = params.toString();
  const query = search && `?${search}`;
  return (
    <>
      <OfficeHead
        title="Inscriptions"
        lead="Qui vient à quel événement : places, liste d’attente, présences."
        primary={{ label: "Nouvelle inscription", to: `new${query}` }}
      >
        <Link
          to={`/admin/registrations/door${event ? `?event=${event.id}` : ""}`}
          className="button quiet"
        >
          <DoorOpen aria-hidden="true" size={17} />
          Entrée
        </Link>
        <a href={`/admin/registrations/export${query}`} className="button quiet">
          <Download aria-hidden="true" size={17} />
          Exporter
        </a>
      </OfficeHead>
      {event && (
        <EventNav event={event.id} at="registrations">
          {event.title}
        </EventNav>
      )}
      {event && places && <EventPanel event={event} places={places} />}
      <Counters
        counters={[
          { label: "Confirmées", value: countWords(counts.confirmed), icon: Ticket },
          { label: "En attente de paiement", value: countWords(counts.held), icon: Clock },
          { label: "Liste d’attente", value: countWords(counts.waiting), icon: ListOrdered },
          { label: "Présents", value: countWords(counts.checked_in), icon: UserCheck },
        ]}
      />
      <ListPage
        list={loaderData}
        noun={["inscription", "inscriptions"]}
        caption="Inscriptions"
        search="Nom, e-mail, référence ou gamertag"
        filters={[
          {
            name: "event",
            label: "Événement",
            all: "Tous les événements",
            choices: choices.map(({ id, title, date }) => ({
              value: id,
              label: `${title}, ${formatDate("fr", date)}`,
            })),
          },
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
          { name: "told", label: "Message", all: "Prévenus ou non", choices: TOLD_CHOICES },
          {
            name: "presence",
            label: "Présence",
            all: "Présents ou non",
            choices: [
              { value: "in", label: "Présents" },
              { value: "out", label: "Attendus" },
            ],
          },
        ]}
        columns={columns}
        nameOf={({ first_name, last_name }) => `${first_name} ${last_name}`}
        actions={(row) => <RegistrationActions {...row} />}
        empty={{
          title: "Aucune inscription",
          filtered: "Aucune inscription ne correspond à vos filtres.",
          first: "Les inscriptions faites sur le site apparaîtront ici.",
        }}
      />
    </>
  );
}

function NameCell(row: RegistrationLine) {
  const { id, first_name, last_name, gamertag, licence_serial, email, phone, is_minor } = row;
  return (
    <div className="min-w-0 wrap-anywhere">
      <RecordLink id={id}>
        {first_name} {last_name}
      </RecordLink>
      {is_minor && (
        <>
          {" "}
          <Badge tone="plain">Mineur</Badge>
        </>
      )}
      {gamertag && <p className="text-muted">{gamertag}</p>}
      {licence_serial !== null && <p className="text-muted">{formatLicence(licence_serial)}</p>}
      <p className="text-muted max-sm:hidden">
        <EmailText email={email} />
      </p>
      {phone && <CallPerson id={id} phone={phone} />}
    </div>
  );
}

const PANEL = [
  "id",
  "title",
  "date",
  "time",
  "location",
  "max_participants",
  "current_participants",
] satisfies (keyof FederationEvent)[];

type Props = { event: Pick<FederationEvent, (typeof PANEL)[number]>; places: PlacesOfEvent };

/** The event that the list is filtered by, and how its places are taken. */
function EventPanel({ event, places }: Props) {
  const { date, time, location, max_participants: max, current_participants } = event;
  return (
    <section aria-label="Places" className="panel mb-5 grid gap-2 p-4">
      <p className="text-muted">
        {formatDate("fr", date)}
        {time && `, ${formatTime("fr", time)}`} · {location}
      </p>
      <p className="font-semibold">{availability(max, places)}</p>
      {max !== null && (
        <progress
          aria-label="Places prises"
          value={current_participants}
          max={max}
          data-full={current_participants >= max || undefined}
          className="w-full max-w-[480px]"
        />
      )}
    </section>
  );
}
