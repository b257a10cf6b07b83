import { eq } from "drizzle-orm";
import { toBuffer } from "qrcode";
import { currentTime } from "../core/clock.ts";
import { asSystem } from "../core/database/doors.server.ts";
import { env } from "../core/env.server.ts";
import { eventColumns } from "../events/event-packages.operations.server.ts";
import { events } from "../events/events.table.server.ts";
import { type FederationEvent, isToCome } from "../events/events.ts";
import { pathIn } from "../i18n/languages.ts";
import type { Enclose, Enclosure, LeavingMail } from "../mail/enclosures.server.ts";
import { eventReminderMail } from "./event-reminder.mail.ts";
import type { Registration } from "./places.system.server.ts";
import { type PrintedTicket, printTicket } from "./printed-ticket.server.ts";
import { CODE_CID, hasEntrance, type MailedEvent } from "./registration-mail.ts";
import { eventRegistrations } from "./registrations.table.server.ts";

// The code and the paper of a ticket are made when the mail leaves: neither they nor its address stand
// anywhere else.

type TicketHolder = {
  registration: Omit<PrintedTicket, "event" | "address"> & { ticket_token: string };
  event: MailedEvent;
};
type Place = { registration: Registration; event: FederationEvent };

/** What goes with the mails that are a ticket, which leave as long as that is good. */
export const ticketEnclosures: Readonly<Record<string, Enclose>> = {
  "registration-confirmed": (id, mail) => enclose(id, mail, isStillTheirs),
  "event-reminder": (id, mail) =>
    enclose(id, mail, (place) => isStillTheirs(place, mail) && isStillSo(place, mail)),
};

async function enclose(
  id: string,
  mail: LeavingMail,
  isTrue: (place: Place, mail: LeavingMail) => boolean,
): Promise<readonly Enclosure[] | "untrue"> {
  const place = await findPlace(id);
  if (!place || !isTrue(place, mail)) return "untrue";
  return hasEntrance(place.event) ? ticketOf(place, mail) : [];
}

async function findPlace(id: string): Promise<Place | undefined> {
  const [place] = await asSystem("registrations.enclose", (db) =>
    db
      .select({ registration: eventRegistrations, event: eventColumns })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(eq(eventRegistrations.id, id)),
  );
  return place;
}

const isStillTheirs = ({ registration, event }: Place, { recipient }: LeavingMail): boolean =>
  registration.status === "confirmed" &&
  event.status !== "cancelled" &&
  registration.email.toLowerCase() === recipient.toLowerCase();

/** Whether a reminder says what it would say now: another is written in its place where there is one to write. */
function isStillSo({ registration, event }: Place, mail: LeavingMail): boolean {
  if (!isToCome(event, currentTime())) return false;
  const now = eventReminderMail({ ...registration, event });
  return now.subject === mail.subject && now.text_body === mail.text_body;
}

/** The code and the paper of a ticket. */
export async function ticketOf(
  { registration, event }: TicketHolder,
  { language }: Pick<LeavingMail, "language">,
): Promise<Enclosure[]> {
  const { reference, ticket_token } = registration;
  const address = env().PUBLIC_URL + pathIn(language, `/tickets/${ticket_token}`);
  return [
    {
      filename: `${reference}.png`,
      contentType: "image/png",
      content: await toBuffer(address, { errorCorrectionLevel: "M", scale: 6 }),
      cid: CODE_CID,
    },
    {
      filename: `${reference}.pdf`,
      contentType: "application/pdf",
      content: await printTicket({ ...registration, event, address }, language),
    },
  ];
}
