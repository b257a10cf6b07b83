import { Link } from "react-router";
import type { FederationEvent } from "../../events/events.ts";
import { formatDate, formatTime } from "../../i18n/format.ts";
import type { PlacesOfEvent } from "../registrations.staff.server.ts";
import { availability } from "./registration-labels.ts";

/** What the panel shows of an event. */
export const PANEL = [
  ...(["id", "title", "date", "time", "location"] as const),
  ...(["max_participants", "current_participants"] as const),
] satisfies (keyof FederationEvent)[];

type Props = { event: Pick<FederationEvent, (typeof PANEL)[number]>; places: PlacesOfEvent };

/** The event that the list is about, and who has its places. */
export function EventPanel({ event, places }: Props) {
  const { id, title, date, time, location, max_participants: max, current_participants } = event;
  return (
    <section aria-labelledby="of-event" className="panel mb-5 grid gap-2 p-4">
      <h2 id="of-event" className="text-lg">
        <Link to={`/admin/events/${id}`} className="hover:underline">
          {title}
        </Link>
      </h2>
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
