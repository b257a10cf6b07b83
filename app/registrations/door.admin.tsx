import { ArrowLeft, ScanLine } from "lucide-react";
import { Form, Link, useSubmit } from "react-router";
import * as z from "zod";
import { currentTime } from "../core/clock.ts";
import { asStaff } from "../core/database/doors.server.ts";
import { isId } from "../core/id.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatDate, formatMoment, isoDay } from "../i18n/format.ts";
import { intent, runIntents } from "../kit/intents.server.ts";
import { toggleOneIntent } from "../kit/list-intents.server.ts";
import { Empty } from "../kit/list-page.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { Badge } from "../kit/row-controls.tsx";
import type { Route } from "./+types/door.admin.ts";
import { LIST, Presence } from "./registration-controls.admin.tsx";
import {
  type Arrival,
  countPlacesOfEvent,
  findNextEvent,
  listArrivals,
  listEventChoices,
} from "./registrations.staff.server.ts";
import { Scanner } from "./scanner.admin.tsx";
import { checkIn, checkInAtDoor, undoCheckIn } from "./staff-registration.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des inscriptions" };

export function loader({ context, url }: Route.LoaderArgs) {
  const eventParameter = url.searchParams.get("event") ?? "";
  return asStaff(context.get(staffContext), async (db) => {
    const choices = await listEventChoices(db);
    const event = isId(eventParameter)
      ? eventParameter
      : await findNextEvent(db, isoDay(currentTime()));
    if (!event) return { choices, event: undefined };
    return {
      choices,
      event,
      places: await countPlacesOfEvent(db, event),
      arrivals: await listArrivals(db, event),
    };
  });
}

const scanned = z.object({ event: z.uuid(), code: z.string().trim().min(1).max(500) });

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    scan: intent(
      scanned,
      async (db, { event, code }) => {
        const { id, first_name, last_name, gamertag, price_name, is_test } = await checkInAtDoor(
          db,
          event,
          code,
        );
        const who = `${first_name} ${last_name}${gamertag ? ` (${gamertag})` : ""}`;
        const notice = (await listArrivals(db, event)).find((one) => one.id === id)?.notice;
        return `${is_test ? "Essai, " : ""}${who}, ${price_name} : présence enregistrée avec succès${notice ? `. ${notice}` : ""}`;
      },
      "Refusé",
    ),
    toggle: toggleOneIntent(
      {
        run: checkIn,
        text: ({ first_name }) => `Présence de ${first_name} enregistrée avec succès`,
      },
      {
        run: undoCheckIn,
        text: ({ first_name }) => `Présence de ${first_name} retirée avec succès`,
      },
    ),
  });
}

/** The entrance of an event: one field, which a scanner or a keyboard fills. */
export default function DoorAdmin({ loaderData }: Route.ComponentProps) {
  const { choices, event, places, arrivals } = loaderData;
  return (
    <>
      <OfficeHead
        title="Entrée"
        lead="Scannez le code du billet, ou tapez sa référence, puis Entrée."
      >
        <Link to={event ? `${LIST}?event=${event}` : LIST} className="button quiet">
          <ArrowLeft aria-hidden="true" size={17} />
          Inscriptions
        </Link>
      </OfficeHead>
      <EventChoice choices={choices} event={event} />
      {event ? (
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <Scanner key={event} event={event} />
          <section aria-labelledby="arrivals" className="panel p-4">
            <h2 id="arrivals" className="text-lg">
              {places.checked_in} / {places.confirmed} présents
            </h2>
            <Arrivals arrivals={arrivals} />
          </section>
        </div>
      ) : (
        <Empty
          title="Aucun événement à venir"
          first="Choisissez l’événement dont vous tenez l’entrée."
        />
      )}
    </>
  );
}

type ChoiceProps = Pick<Route.ComponentProps["loaderData"], "choices" | "event">;

function EventChoice({ choices, event }: ChoiceProps) {
  const submit = useSubmit();
  return (
    <Form className="panel mb-5 flex items-center gap-3 p-3">
      <ScanLine aria-hidden="true" size={22} className="shrink-0 text-leaf" />
      <label className="min-w-0 flex-1">
        <span className="sr-only">Événement</span>
        <select
          key={event}
          name="event"
          defaultValue={event ?? ""}
          onChange={({ currentTarget }) => submit(currentTarget.form)}
          className="min-h-10 w-full rounded-control border border-control bg-white px-3"
        >
          <option value="" disabled>
            Choisir l’événement…
          </option>
          {choices.map(({ id, title, date }) => (
            <option key={id} value={id}>
              {title}, {formatDate("fr", date)}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}

/** Who came last, with the way back for a wrong one. */
function Arrivals({ arrivals }: { arrivals: readonly Arrival[] }) {
  if (arrivals.length === 0) return <p className="mt-2 text-muted">Personne pour le moment.</p>;
  return (
    <ul className="mt-2 grid divide-y divide-line">
      {arrivals.map((one) => (
        <li key={one.id} className="flex items-center justify-between gap-3 py-2">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">
              {one.first_name} {one.last_name} {one.is_test && <Badge tone="bad">Essai</Badge>}
            </p>
            <p className="text-sm text-muted">
              {one.reference} · {formatMoment("fr", one.checked_in_at)}
            </p>
            {one.notice && (
              <p className="text-sm font-semibold text-blood">
                {one.notice}
                {one.guardian_phone && (
                  <>
                    {" "}
                    <a href={`tel:${one.guardian_phone}`} className="link">
                      Appeler
                    </a>
                  </>
                )}
              </p>
            )}
          </div>
          <Presence {...one} status="confirmed" />
        </li>
      ))}
    </ul>
  );
}
