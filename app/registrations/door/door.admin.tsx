import { ArrowLeft, ScanLine } from "lucide-react";
import { data, Form, Link, useSubmit } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { holds } from "../../core/values/permissions.ts";
import { pick } from "../../core/values/pick.ts";
import { keepsDoor } from "../../events/door/event-door.operations.server.ts";
import { formatDate, formatMoment, isoDay } from "../../i18n/format.ts";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { toggleOneIntent } from "../../kit/list/list-intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { IfMay } from "../../kit/may.tsx";
import { OfficeHead } from "../../kit/page-head.tsx";
import { LIST, Presence } from "../admin/registration-controls.admin.tsx";
import { checkIn, checkInAtDoor, undoCheckIn } from "../admin/staff-registration.staff.server.ts";
import { NONE } from "../register/own-doors.tsx";
import {
  countPlacesOfEvent,
  type EventChoice as EventChoiceRow,
  findNextEvent,
  listEventChoices,
} from "../registrations.staff.server.ts";
import type { Route } from "./+types/door.admin.ts";
import {
  type Arrival,
  findAtDoor,
  findNearestDoor,
  listArrivals,
  listOpenDoors,
} from "./door.staff.server.ts";
import { AgeNotice, DoorSearch } from "./door-search.admin.tsx";
import { Scanner } from "./scanner.admin.tsx";

export const handle = { loadFailure: "Erreur lors du chargement des inscriptions" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("event") ?? "";
  const words = (url.searchParams.get("q") ?? "").slice(0, WORDS_LENGTH);
  const isWhole = holds(context.get(rightsContext), "registrations.edit");
  const today = isoDay(currentTime());
  const result = await asStaff(context.get(staffContext), async (db) => {
    const choices = isWhole ? await listEventChoices(db) : await listOpenDoors(db);
    const next = isWhole ? await findNextEvent(db, today) : findNearestDoor(choices, today);
    const event = isId(asked) ? asked : next;
    if (!event) return { choices, isWhole, desk: undefined };
    if (!(await keepsDoor(db, event))) return undefined;
    const desk = {
      event,
      words,
      places: pick(await countPlacesOfEvent(db, event), ["confirmed", "checked_in"]),
      arrivals: await listArrivals(db, event, isWhole),
      findings: words.trim() ? await findAtDoor(db, event, words, isWhole) : undefined,
    };
    return { choices, isWhole, desk };
  });
  if (!result) throw data(null, 403);
  return result;
}

/** As long as what the field takes. */
const WORDS_LENGTH = 80;

const scanned = z.object({ event: z.uuid(), code: z.string().trim().min(1).max(500) });

export function action({ request, context }: Route.ActionArgs) {
  const rights = context.get(rightsContext);
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
        const isWhole = holds(rights, "registrations.edit");
        const notice = (await listArrivals(db, event, isWhole)).find(
          (one) => one.id === id,
        )?.notice;
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

/** The entrance of an event: one field, which a scanner or a keyboard fills, and who comes without a ticket. */
export default function DoorAdmin({ loaderData }: Route.ComponentProps) {
  const { choices, isWhole, desk } = loaderData;
  return (
    <>
      <OfficeHead
        title="Entrée"
        lead="Scannez le code du billet, ou tapez sa référence, puis Entrée."
      >
        <IfMay to={LIST}>
          <Link to={desk ? `${LIST}?event=${desk.event}` : LIST} className="button quiet">
            <ArrowLeft aria-hidden="true" size={17} />
            Inscriptions
          </Link>
        </IfMay>
      </OfficeHead>
      {(isWhole || choices.length > 0) && <EventChoice choices={choices} event={desk?.event} />}
      {desk ? (
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <Scanner key={desk.event} event={desk.event} />
            <DoorSearch key={`${desk.event} ${desk.words}`} {...desk} />
          </div>
          <section aria-labelledby="arrivals" className="panel p-4">
            <h2 id="arrivals" className="text-lg">
              {desk.places.checked_in} / {desk.places.confirmed} présents
            </h2>
            <Arrivals arrivals={desk.arrivals} />
          </section>
        </div>
      ) : isWhole ? (
        <Empty
          title="Aucun événement à venir"
          first="Choisissez l’événement dont vous tenez l’entrée."
        />
      ) : (
        <Empty title={NONE.title} first={NONE.text} />
      )}
    </>
  );
}

type ChoiceProps = { choices: readonly EventChoiceRow[]; event: string | undefined };

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
            <AgeNotice {...one} />
          </div>
          <Presence {...one} status="confirmed" />
        </li>
      ))}
    </ul>
  );
}
