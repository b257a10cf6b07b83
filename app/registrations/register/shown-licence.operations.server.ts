import { and, eq, inArray } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import { DAY } from "../../core/values/durations.ts";
import type { FederationEvent } from "../../events/events.ts";
import { isValidLicence, type ShownState } from "../../licences/licence-state.ts";
import { readLicenceState } from "../../licences/licences.operations.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import type { Registration } from "../places/places.system.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { LIVE_STATUSES } from "../registrations.ts";
import type { Registrant } from "./registration-schema.ts";

/** A card says a year of birth: so many tries at a number from one network find no day of it. */
const TRIES = { count: 10, perMs: DAY };

/**
 * What is wrong with the licence that a form shows, if the event asks for one: one sentence whether the number is
 * unknown, its holder was born on another day or it is not valid on the day of the event, so that nothing can be probed.
 * Only whoever knows both reads that a licence is of no club.
 * @param network The network that it came from, whose tries are counted.
 * @param same Whose registration, of that licence, is the same person's.
 */
export async function refuseLicence(
  db: SystemDb,
  event: FederationEvent,
  { licence, birthDate }: Pick<Registrant, "licence" | "birthDate">,
  network: string | undefined,
  same: readonly Pick<Registration, "id">[],
): Promise<FieldErrors | undefined> {
  if (!event.asks_licence) return undefined;
  // The event has begun to ask since the form was opened.
  if (licence === null) return { licence: "validation.registration.licence" };
  const mayTry = network === undefined || allow("licence-tries", `${licence} ${network}`, TRIES);
  const state = mayTry && (await readLicenceState(db, licence, event, birthDate));
  if (state === "clubless") return { licence: "validation.registration.licenceClub" };
  if (!state || !isValidLicence(state))
    return { licence: "validation.registration.licenceInvalid" };
  const [other] = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.event_id, event.id),
        eq(eventRegistrations.licence_serial, licence),
        inArray(eventRegistrations.status, LIVE_STATUSES),
        eq(eventRegistrations.is_duplicate, false),
      ),
    );
  if (!other || same.some(({ id }) => id === other.id)) return undefined;
  return { licence: "validation.registration.licenceUsed" };
}

/**
 * How the licence of a registration stands on the day of its event; undefined where the event asks for none, or the
 * registration has none: it keeps its place.
 */
export async function readShownLicence(
  db: WriteDb,
  event: Pick<FederationEvent, "asks_licence" | "asks_club" | "date">,
  { licence_serial: serial }: Pick<Registration, "licence_serial">,
): Promise<ShownState | undefined> {
  if (!event.asks_licence || serial === null) return undefined;
  return readLicenceState(db, serial, event);
}
