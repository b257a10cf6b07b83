import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { isSameBrowser, type Sender } from "../../core/http/browser.server.ts";
import { networkOf } from "../../core/http/network.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import { MINUTE } from "../../core/values/durations.ts";
import {
  type FederationEvent,
  isPackageOver,
  type PriceOption,
  registrationsOpen,
} from "../../events/events.ts";
import { guardianRowFromSite } from "../../guardians/guardian.ts";
import { cachedMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import type { Language } from "../../i18n/languages.ts";
import { dayInForce } from "../../legal/in-force.operations.server.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mayWriteTo } from "../../mail/outbox.visitor.server.ts";
import { orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import { isPaidOnline } from "../../payments/providers/offer.operations.server.ts";
import { placesFor } from "../places/package-stock.operations.server.ts";
import {
  type Registration,
  setStatus,
  settlePlaces,
  withEventLockBatched,
} from "../places/places.system.server.ts";
import { mailAgain, newProof, sealReceipt } from "../proofs/proofs.operations.server.ts";
import {
  addRegistration,
  listLive,
  mailRegistrant,
  personOf,
} from "../registrations.operations.server.ts";
import { initialStatus, refusalsOf } from "../registrations.ts";
import { hashNetworks, isBeyondLimit, type Networks } from "./limits.system.server.ts";
import { packageNamed } from "./payment-obstacles.ts";
import type { Registrant, RegistrationRequest } from "./registration-schema.ts";
import { refuseLicence } from "./shown-licence.operations.server.ts";

/** The result of the form, for the page that answers it. */
export type Registered =
  | { outcome: "payment"; orderToken: string }
  /** On a site that sends no mail: the ticket. */
  | { outcome: "confirmed" | "already" | "waiting" | "offered"; ticketToken: string }
  /** A mail was sent. Whether the person was registered already is not revealed. */
  | { outcome: "message"; receipt: string }
  /** The rules of the event have changed since the form was validated. */
  | { outcome: "refused"; errors: FieldErrors }
  | { outcome: "closed" | "no-such-price" | "package-ended" | "package-sold-out" };

/** A submitted form for a locked event, with the present state of its places. */
type Submission = {
  event: FederationEvent;
  request: Registrant;
  price: PriceOption;
  /** It has a price that can be paid online. */
  online: boolean;
  language: Language;
  now: Date;
  /** Free places, of any package. */
  free: number;
  /** The limit of its network is reached, so it must prove its address. */
  limited: boolean;
  origin: Partial<Networks> & { browser?: string; terms_since: string };
};

/**
 * Registers somebody for an event: a place held for its payment, a free one confirmed at once, or the end of the waiting
 * list. Beyond the limit of a network it must be proven. The same person in the same browser is led back to their
 * registration; from another browser, which may be a stranger's, the answer is the one for a new person.
 */
export function register(
  eventId: string,
  request: RegistrationRequest,
  { language, from }: { language: Language; from?: Sender },
  now = currentTime(),
): Promise<Registered> {
  const work = async (db: SystemDb, event?: FederationEvent): Promise<Registered> => {
    if (!event || !registrationsOpen(event, now)) return { outcome: "closed" };
    const price = packageNamed(event, request.priceId);
    if (!price) return { outcome: "no-such-price" };
    const { guardian } = request;
    const errors = refusalsOf(
      { ...request, hasGuardian: guardian !== null },
      event,
      cachedMinorAge(),
    );
    if (Object.keys(errors).length > 0) return { outcome: "refused", errors };
    const who = { ...request, guardian: guardianRowFromSite(guardian, "event", language, now) };
    const free = await settlePlaces(db, event, now);
    const networks = from?.ip ? hashNetworks(eventId, from.ip) : undefined;
    const limited = networks !== undefined && (await isBeyondLimit(db, eventId, networks));
    const terms_since = await dayInForce(db, "terms", now);
    const origin = { ...networks, browser: from?.browser.id, terms_since };
    const registrations = await listLive(db, eventId, personOf(request));
    const network = from?.ip && networkOf(from.ip);
    const wrong = await refuseLicence(db, event, request, network, registrations);
    if (wrong) return { outcome: "refused", errors: wrong };
    const live = registrations.find(({ is_duplicate }) => !is_duplicate);
    // An unproven registration does not prevent another one.
    const leaving = live?.proof_needed && !limited ? live : undefined;
    const earlier = !leaving && from && registrations.find((row) => isSameBrowser(row, from, now));
    if (earlier) return resumeRegistration(db, event, earlier, now);
    if (isPackageOver(price, now)) return { outcome: "package-ended" };
    const { places, room } = await placesFor(db, event, price, { free, now, leaving });
    // Where the event is full, a sold-out package can be waited for.
    if (places > 0 && room <= 0) return { outcome: "package-sold-out" };
    const { amount } = price;
    const online = amount > 0 && (await isPaidOnline(db, { amount, currency: event.currency }));
    const submission = {
      event,
      request: who,
      price,
      online,
      language,
      now,
      free: places,
      limited,
      origin,
    };
    if (leaving) {
      await setStatus(db, leaving.id, { status: "cancelled" });
      return addNew(db, submission);
    }
    return live ? answerDuplicate(db, submission, live) : addNew(db, submission);
  };
  return withEventLockBatched(
    eventId,
    "registrations.register",
    work,
    from?.ip && networkOf(from.ip),
  );
}

/** Leads somebody back to their registration; on a site that sends mail, only the mail leads to a ticket. */
async function resumeRegistration(
  db: SystemDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
): Promise<Registered> {
  const { id, status, email, ticket_token: ticketToken, created_at: created } = registration;
  const isPaidHere = status === "held" && (await isPaidOnline(db, registration));
  if (status === "held" && (!isMailConfigured() || isPaidHere)) {
    const order = await orderOfSubject(db, "registration", id);
    if (!order) throw new Error(`registration ${id} holds a place without an order`);
    return { outcome: "payment", orderToken: order.token };
  }
  if (isMailConfigured()) {
    await mailAgain(db, event, registration, now);
    return { outcome: "message", receipt: sealReceipt(id, email) };
  }
  if (status === "confirmed") {
    // A button that is pressed twice sends one form.
    const isNew = now.getTime() - created.getTime() < MINUTE;
    return { outcome: isNew ? "confirmed" : "already", ticketToken };
  }
  return { outcome: status === "offered" ? status : "waiting", ticketToken };
}

/** Whether the answer is the payment page: a payment proves more than a mail. */
const isPaidAtOnce = ({ free, limited, online }: Submission) => free > 0 && !limited && online;

const addSubmitted = (
  db: SystemDb,
  { event, request, language, price, now, origin }: Submission,
  place: Parameters<typeof addRegistration>[2]["place"],
) => addRegistration(db, event, { price, now, place: { ...place, ...origin } }, request, language);

async function addNew(db: SystemDb, submission: Submission): Promise<Registered> {
  const { event, request, now, price, free } = submission;
  const paidAtOnce = isPaidAtOnce(submission);
  const mayMail = paidAtOnce || mayWriteTo(request.email);
  const reached = isMailConfigured() && mayMail;
  // An address that may not be written to gets no ticket: it goes to the waiting list, for staff.
  const limited = submission.limited || (isMailConfigured() && !mayMail);
  const place = initialStatus({ free, amount: price.amount, limited, reached });
  const { registration, order } = await addSubmitted(db, submission, place);
  if (order && paidAtOnce) {
    // The way back for whoever loses the page before they have paid.
    if (isMailConfigured() && mayWriteTo(request.email))
      await mailRegistrant(db, event, registration);
    return { outcome: "payment", orderToken: order.token };
  }
  const proof = reached ? await newProof(db, registration.id, now) : undefined;
  if (mayMail) await mailRegistrant(db, event, registration, proof);
  const { id, email, status, ticket_token: ticketToken } = registration;
  if (isMailConfigured()) return { outcome: "message", receipt: sealReceipt(id, email) };
  if (order) return { outcome: "payment", orderToken: order.token };
  return { outcome: status === "confirmed" ? "confirmed" : "waiting", ticketToken };
}

/**
 * Answers a form for a person who is registered, from what may be a stranger, as it would answer for a new person: with
 * a payment, whose place becomes the person's only one, or with a mail to the address. Somebody whose place is confirmed
 * is not asked for money a second time: the mail leads to that place. On a site that sends no mail the form goes to the
 * waiting list, for staff.
 */
async function answerDuplicate(
  db: SystemDb,
  submission: Submission,
  live: Registration,
): Promise<Registered> {
  const { event, request, now } = submission;
  const paidAtOnce = isPaidAtOnce(submission) && live.status !== "confirmed";
  // The code is for the page that asks for it, which a payment is not.
  await mailAgain(db, event, live, now, { withCode: !paidAtOnce });
  if (isMailConfigured() && !paidAtOnce) {
    return { outcome: "message", receipt: sealReceipt(live.id, request.email) };
  }
  const status = paidAtOnce ? "held" : "waiting";
  const place = { status, proof_needed: !paidAtOnce, is_duplicate: true } as const;
  const { registration, order } = await addSubmitted(db, submission, place);
  if (order) return { outcome: "payment", orderToken: order.token };
  return { outcome: "waiting", ticketToken: registration.ticket_token };
}
