import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { isSameBrowser, type Sender } from "../../core/http/browser.server.ts";
import { networkOf } from "../../core/http/network.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import {
  type FederationEvent,
  isPackageOver,
  type PriceOption,
  registrationsOpen,
} from "../../events/events.ts";
import { consentGiven } from "../../guardians/guardian.ts";
import { knownMinorAge } from "../../guardians/minor-age.visitor.server.ts";
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
import { mailAgain, newProof, receiptOf } from "../proofs/proofs.operations.server.ts";
import { firstPlace, refusalsOf } from "../registrations.ts";
import { isBeyondLimit, type Networks, networksOf } from "./limits.system.server.ts";
import { packageNamed } from "./payment-obstacles.ts";
import {
  addRegistration,
  listLive,
  mailRegistrant,
  personOf,
} from "./register.operations.server.ts";
import type { Registrant, RegistrationRequest } from "./registration-schema.ts";

/** How a registration ended up, for the page that answers the form. */
export type Registered =
  | { outcome: "payment"; orderToken: string }
  /** Where no mail leaves: their ticket. */
  | { outcome: "confirmed" | "waiting" | "offered"; ticketToken: string }
  /** We wrote to the address. What the mail says, and whether the person was known, is not told here. */
  | { outcome: "message"; receipt: string }
  /** The event asks something else than it did when its form was checked. */
  | { outcome: "refused"; errors: FieldErrors }
  | { outcome: "closed" | "no-such-price" | "package-ended" | "package-sold-out" };

/** A form that was sent for a locked event, and what there is for it at this moment. */
type Visit = {
  event: FederationEvent;
  request: Registrant;
  price: PriceOption;
  /** It has a price, which is paid on the site. */
  online: boolean;
  language: Language;
  now: Date;
  /** Places that nobody has, of whatever package. */
  free: number;
  /** So many came from its network that this one must prove its address. */
  limited: boolean;
  origin: Partial<Networks> & { browser?: string; terms_since: string };
};

/**
 * Registers somebody for an event: a place held for the payment, a free one confirmed at once, or the
 * end of the waiting list. Beyond what one network may have, it waits for a proof. The same person from
 * the same browser is led back to what they have; from elsewhere it may be somebody else, who is answered
 * as if the person were not known.
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
      knownMinorAge(),
    );
    if (Object.keys(errors).length > 0) return { outcome: "refused", errors };
    const who = { ...request, guardian: consentGiven(guardian, "event", language, now) };
    const free = await settlePlaces(db, event, now);
    const networks = from?.ip ? networksOf(eventId, from.ip) : undefined;
    const limited = networks !== undefined && (await isBeyondLimit(db, eventId, networks));
    const terms_since = await dayInForce(db, "terms", now);
    const origin = { ...networks, browser: from?.browser.id, terms_since };
    const registrations = await listLive(db, eventId, personOf(request));
    const live = registrations.find(({ is_duplicate }) => !is_duplicate);
    // Nobody has shown that it is theirs, so it keeps nobody out.
    const leaving = live?.proof_needed && !limited ? live : undefined;
    const own = !leaving && from && registrations.find((row) => isSameBrowser(row, from, now));
    if (own) return resumeRegistration(db, event, own, now);
    if (isPackageOver(price, now)) return { outcome: "package-ended" };
    const { places, room } = await placesFor(db, event, price, { free, now, leaving });
    // Where nobody can have any, one can wait for it.
    if (places > 0 && room <= 0) return { outcome: "package-sold-out" };
    const { amount } = price;
    const online = amount > 0 && (await isPaidOnline(db, { amount, currency: event.currency }));
    const visit = {
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
      return addNew(db, visit);
    }
    return live ? answerDuplicate(db, visit, live) : addNew(db, visit);
  };
  return withEventLockBatched(
    eventId,
    "registrations.register",
    work,
    from?.ip && networkOf(from.ip),
  );
}

/** Where somebody goes on who has a registration: where mail leaves, the mail alone leads to a ticket. */
async function resumeRegistration(
  db: SystemDb,
  event: FederationEvent,
  own: Registration,
  now: Date,
): Promise<Registered> {
  const { id, status, email, ticket_token: ticketToken } = own;
  const isPaidHere = status === "held" && (await isPaidOnline(db, own));
  if (status === "held" && (!isMailConfigured() || isPaidHere)) {
    const order = await orderOfSubject(db, "registration", id);
    if (!order) throw new Error(`registration ${id} holds a place without an order`);
    return { outcome: "payment", orderToken: order.token };
  }
  if (isMailConfigured()) {
    await mailAgain(db, event, own, now);
    return { outcome: "message", receipt: receiptOf(id, email) };
  }
  const outcome = status === "confirmed" || status === "offered" ? status : "waiting";
  return { outcome, ticketToken };
}

/** Whether the answer is the page of a payment, which needs no mail and proves more than one. */
const isPaidAtOnce = ({ free, limited, online }: Visit) => free > 0 && !limited && online;

/** Adds whoever sent a form, with where it came from. */
const addVisitor = (
  db: SystemDb,
  { event, request, language, price, now, origin }: Visit,
  place: Parameters<typeof addRegistration>[2]["place"],
) => addRegistration(db, event, { price, now, place: { ...place, ...origin } }, request, language);

async function addNew(db: SystemDb, visit: Visit): Promise<Registered> {
  const { event, request, now, price, free } = visit;
  const paidAtOnce = isPaidAtOnce(visit);
  const mayMail = paidAtOnce || mayWriteTo(request.email);
  const reached = isMailConfigured() && mayMail;
  // Whoever cannot be written to has no way to a ticket: staff see them on the waiting list.
  const limited = visit.limited || (isMailConfigured() && !mayMail);
  const place = firstPlace({ free, amount: price.amount, limited, reached });
  const { registration, order } = await addVisitor(db, visit, place);
  if (order && paidAtOnce) return { outcome: "payment", orderToken: order.token };
  const proof = reached ? await newProof(db, registration.id, now) : undefined;
  if (mayMail) await mailRegistrant(db, event, registration, proof);
  const { id, email, status, ticket_token: ticketToken } = registration;
  if (isMailConfigured()) return { outcome: "message", receipt: receiptOf(id, email) };
  if (order) return { outcome: "payment", orderToken: order.token };
  return { outcome: status === "confirmed" ? "confirmed" : "waiting", ticketToken };
}

/**
 * The person has a registration, and whoever asks may be somebody else. They are answered as a new one
 * would be: a place to pay for, which becomes the one place of the person; or a message, which goes to
 * the address. Where no mail leaves, they go to the waiting list, and staff look into it.
 */
async function answerDuplicate(
  db: SystemDb,
  visit: Visit,
  live: Registration,
): Promise<Registered> {
  const { event, request, now } = visit;
  await mailAgain(db, event, live, now);
  const paidAtOnce = isPaidAtOnce(visit);
  if (isMailConfigured() && !paidAtOnce) {
    return { outcome: "message", receipt: receiptOf(live.id, request.email) };
  }
  const status = paidAtOnce ? "held" : "waiting";
  const place = { status, proof_needed: !paidAtOnce, is_duplicate: true } as const;
  const { registration, order } = await addVisitor(db, visit, place);
  if (order) return { outcome: "payment", orderToken: order.token };
  return { outcome: "waiting", ticketToken: registration.ticket_token };
}
