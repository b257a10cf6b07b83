import { and, eq, gt } from "drizzle-orm";
import { toBuffer } from "qrcode";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { events } from "../../events/events.table.server.ts";
import { type FederationEvent, isToCome } from "../../events/events.ts";
import { eventColumns } from "../../events/packages/event-packages.operations.server.ts";
import { pathIn } from "../../i18n/languages.ts";
import type {
  Attachment,
  MailCheck,
  Outgoing,
  OutgoingMail,
} from "../../mail/attachments.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import type { Mail } from "../../mail/mail.ts";
import { readOwnMark } from "../../site/icons/site-icons.server.ts";
import { eventReminderMail } from "../mails/event.mail.ts";
import { registrationConfirmedMail } from "../mails/registration.mail.ts";
import { CODE_CID, codeIn, type MailedEvent, showsTicket } from "../mails/registration-mail.ts";
import type { Registration } from "../places/places.system.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { type PrintedTicket, printTicket } from "./printed-ticket.server.ts";

// The code and the paper of a ticket are made when the mail leaves: neither they nor its address stand
// anywhere else.

type TicketHolder = {
  registration: Omit<PrintedTicket, "event" | "address"> & { ticket_token: string };
  event: MailedEvent;
};
type Place = { registration: Registration; event: FederationEvent };

/** What goes with the mails that are a ticket, which leave as long as that is good. */
export const ticketMailChecks: Readonly<Record<string, MailCheck>> = {
  "registration-confirmed": (id, mail) => enclose(id, mail, checkConfirmation),
  "registration-changed": (id, mail) => enclose(id, mail, checkChange),
  "event-moved": (id, mail) => enclose(id, mail, checkMove),
  "event-reminder": (id, mail) => enclose(id, mail, checkReminder),
};

/** What a mail has to say now: as it was written, anew, or nothing any more. */
type Look = (place: Place, mail: OutgoingMail) => Promise<"written" | "untrue" | Mail>;

async function enclose(id: string, mail: OutgoingMail, look: Look): Promise<Outgoing | "untrue"> {
  const place = await findListenTarget(id);
  if (!place) return "untrue";
  const words = await look(place, mail);
  if (words === "untrue") return words;
  const content = words === "written" ? undefined : words;
  const attachments = showsTicket(content ?? mail)
    ? await ticketOf(place, mail, await readOwnMark())
    : [];
  return { attachments, content };
}

/** A confirmation says what is so when it leaves; who was changed since has the ticket in the mail about that. */
async function checkConfirmation(place: Place, mail: OutgoingMail) {
  if (!isStillTheirs(place, mail) || (await isChangedSince(place, mail))) return "untrue";
  const { registration, event } = place;
  return registrationConfirmedMail({ ...registration, event, code: codeIn(mail) });
}

/** What is written to somebody about their registration holds no ticket that is not theirs, or not the last one. */
async function checkChange(place: Place, mail: OutgoingMail) {
  return (await isChangedSince(place, mail)) ? "untrue" : checkMove(place, mail);
}

async function checkMove(place: Place, mail: OutgoingMail) {
  return showsTicket(mail) && !isStillTheirs(place, mail) ? "untrue" : "written";
}

async function checkReminder(place: Place, mail: OutgoingMail) {
  return isStillTheirs(place, mail) && isStillSo(place, mail) ? "written" : "untrue";
}

/** Whether a later mail says how a registration stands. */
async function isChangedSince({ registration }: Place, { created_at }: OutgoingMail) {
  const later = await asSystem("registrations.enclose", (db) =>
    db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(
        and(
          eq(mailOutbox.about_id, registration.id),
          eq(mailOutbox.template, "registration-changed"),
          gt(mailOutbox.created_at, created_at),
        ),
      )
      .limit(1),
  );
  return later.length > 0;
}

async function findListenTarget(id: string): Promise<Place | undefined> {
  const [place] = await asSystem("registrations.enclose", (db) =>
    db
      .select({ registration: eventRegistrations, event: eventColumns })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(eq(eventRegistrations.id, id)),
  );
  return place;
}

const isStillTheirs = ({ registration, event }: Place, { recipient }: OutgoingMail): boolean =>
  registration.status === "confirmed" &&
  event.status !== "cancelled" &&
  registration.email.toLowerCase() === recipient.toLowerCase();

/** Whether a reminder says what it would say now: another is written in its place where there is one to write. */
function isStillSo({ registration, event }: Place, mail: OutgoingMail): boolean {
  if (!isToCome(event, currentTime())) return false;
  const now = eventReminderMail({ ...registration, event });
  return now.subject === mail.subject && now.text_body === mail.text_body;
}

/** The code and the paper of a ticket. */
export async function ticketOf(
  { registration, event }: TicketHolder,
  { language }: Pick<OutgoingMail, "language">,
  logo?: Buffer,
): Promise<Attachment[]> {
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
      content: await printTicket({ ...registration, event, address, logo }, language),
    },
  ];
}
