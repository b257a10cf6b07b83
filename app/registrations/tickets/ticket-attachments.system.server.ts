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
import { readCrest } from "../../site/icons/site-icons.server.ts";
import { deadlineToTell, type Registration } from "../places/places.system.server.ts";
import { packageOf } from "../register/payment-obstacles.ts";
import {
  CODE_CID,
  eventReminderMail,
  eventReopenedMail,
  type MailedEvent,
  placeOfferedMail,
  readCode,
  registrationConfirmedMail,
  showsTicket,
} from "../registrations.mail.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { isLive } from "../registrations.ts";
import { type PrintedTicket, printTicket } from "./printed-ticket.server.ts";
import { HAS_PAID } from "./ticket-office.operations.server.ts";

// The QR code and the PDF of a ticket are made when its mail is sent: neither they nor the address of the ticket are stored
// in the mail.

type AttachedTicket = {
  registration: Omit<PrintedTicket, "event" | "address"> & { ticket_token: string };
  event: MailedEvent;
};
type Ticket = { registration: Registration; event: FederationEvent; hasPaid: boolean };

/** Checks, when a mail with a ticket is sent, whether it is still true, and attaches the ticket. */
export const ticketMailChecks: Readonly<Record<string, MailCheck>> = {
  "registration-confirmed": (id, mail) => enclose(id, mail, checkConfirmation),
  "registration-changed": (id, mail) => enclose(id, mail, checkChange),
  "event-moved": (id, mail) => enclose(id, mail, checkMove),
  "event-reminder": (id, mail) => enclose(id, mail, checkReminder),
  "place-offered": (id, mail) => enclose(id, mail, checkOffer),
  "event-reopened": (id, mail) => enclose(id, mail, checkReopening),
};

/** Whether a mail is sent as it was written, with new content, or not at all. */
type TicketCheck = (ticket: Ticket, mail: OutgoingMail) => Promise<"written" | "untrue" | Mail>;

async function enclose(
  id: string,
  mail: OutgoingMail,
  check: TicketCheck,
): Promise<Outgoing | "untrue"> {
  const ticket = await findTicket(id);
  if (!ticket) return "untrue";
  const result = await check(ticket, mail);
  if (result === "untrue") return result;
  const content = result === "written" ? undefined : result;
  const attachments = showsTicket(content ?? mail)
    ? await ticketAttachments(ticket, mail, await readCrest())
    : [];
  return { attachments, content };
}

/** A confirmation is composed anew; after a later change, the mail about that has the ticket. */
async function checkConfirmation(ticket: Ticket, mail: OutgoingMail) {
  if (!belongsToRecipient(ticket, mail) || (await wasChangedSince(ticket, mail))) return "untrue";
  const { registration, event } = ticket;
  return registrationConfirmedMail({ ...registration, event, code: readCode(mail) });
}

/** Only the newest change is sent, and a ticket only to its present holder. */
async function checkChange(ticket: Ticket, mail: OutgoingMail) {
  return (await wasChangedSince(ticket, mail)) ? "untrue" : checkMove(ticket, mail);
}

async function checkMove(ticket: Ticket, mail: OutgoingMail) {
  // Whoever gave up, or let an offer pass, has no place to keep.
  if (mail.template === "event-moved" && !isLive(ticket.registration.status)) return "untrue";
  return showsTicket(mail) && !belongsToRecipient(ticket, mail) ? "untrue" : "written";
}

async function checkReminder(ticket: Ticket, mail: OutgoingMail) {
  return belongsToRecipient(ticket, mail) && isUpToDate(ticket, mail) ? "written" : "untrue";
}

/** An offer is told while it is open, with the deadline that runs from now. */
async function checkOffer({ registration, event }: Ticket, mail: OutgoingMail) {
  const deadline = deadlineToTell(event, registration);
  if (!deadline || !isOf(registration, mail.recipient)) return "untrue";
  const mustChoose = !packageOf(event, registration);
  return placeOfferedMail({ ...registration, event, deadline, mustChoose, code: readCode(mail) });
}

/** The same for a former place at an event that takes place after all; whoever took it again needs no mail. */
async function checkReopening(
  { registration, event, hasPaid }: Ticket,
  { recipient }: OutgoingMail,
) {
  const isOpen = registration.status === "offered" || registration.status === "waiting";
  if (!isOpen || !isOf(registration, recipient)) return "untrue";
  const deadline = deadlineToTell(event, registration);
  return eventReopenedMail({ ...registration, event, deadline, hasPaid });
}

const isOf = ({ email }: Registration, recipient: string): boolean =>
  email.toLowerCase() === recipient.toLowerCase();

/** Whether a later mail tells a change of the registration. */
async function wasChangedSince({ registration }: Ticket, { created_at }: OutgoingMail) {
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

async function findTicket(id: string): Promise<Ticket | undefined> {
  const [ticket] = await asSystem("registrations.enclose", (db) =>
    db
      .select({ registration: eventRegistrations, event: eventColumns, hasPaid: HAS_PAID })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(eq(eventRegistrations.id, id)),
  );
  return ticket;
}

const belongsToRecipient = (
  { registration, event }: Ticket,
  { recipient }: OutgoingMail,
): boolean =>
  registration.status === "confirmed" &&
  event.status !== "cancelled" &&
  isOf(registration, recipient);

/** Whether a reminder is unchanged by now; otherwise a new one is queued in its place, if one is due. */
function isUpToDate({ registration, event }: Ticket, mail: OutgoingMail): boolean {
  if (!isToCome(event, currentTime())) return false;
  const now = eventReminderMail({ ...registration, event });
  return now.subject === mail.subject && now.text_body === mail.text_body;
}

/** The QR code and the PDF of a ticket. */
export async function ticketAttachments(
  { registration, event }: AttachedTicket,
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
