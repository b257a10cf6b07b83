import { DoorOpen } from "lucide-react";
import { Link } from "react-router";
import type { OwnDoor } from "../../events/door/event-door.staff.server.ts";
import { doorOpensAt } from "../../events/events.ts";
import { formatDate, formatTime } from "../../i18n/format.ts";

/** Shown to an account of the door that no event is assigned to. */
export const NO_DOORS = {
  title: "Vous n’êtes à l’entrée d’aucun événement",
  text: "L’organisateur d’un événement peut vous placer à son entrée. L’écran s’ouvre ici la veille.",
};

/** The events whose entrance the account is assigned to: the open ones with a link, then those to come. */
export function AssignedDoors({ doors }: { doors: readonly OwnDoor[] }) {
  return (
    <section aria-labelledby="own-doors" className="panel mb-5 p-4">
      <h2 id="own-doors" className="mb-3 text-lg">
        Vos événements
      </h2>
      {doors.length === 0 ? (
        <>
          <p className="font-semibold">{NO_DOORS.title}</p>
          <p className="mt-1 text-muted">{NO_DOORS.text}</p>
        </>
      ) : (
        <ul className="grid gap-4">
          {doors.map((door) => (
            <Door key={door.id} door={door} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Door({ door }: { door: OwnDoor }) {
  const { id, title, date, time, end_date, location, isOpen } = door;
  const last = end_date && end_date !== date ? ` – ${formatDate("fr", end_date)}` : "";
  return (
    <li className="grid max-w-[560px] gap-2">
      <div className="wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">
          {formatDate("fr", date)}
          {last}
          {time && `, ${formatTime("fr", time)}`} · {location}
        </p>
      </div>
      {isOpen ? (
        <Link
          to={`/admin/registrations/door?event=${id}`}
          className="button min-h-16 justify-center text-lg"
        >
          <DoorOpen aria-hidden="true" size={24} />
          Ouvrir l’entrée
        </Link>
      ) : (
        <p className="text-sm">L’entrée s’ouvre le {formatDate("fr", doorOpensAt({ date }))}.</p>
      )}
    </li>
  );
}
