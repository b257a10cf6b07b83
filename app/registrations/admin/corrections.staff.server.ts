import { and, eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError, FieldRefused } from "../../core/values/errors.ts";
import { type FederationEvent, isRunning, type PriceOption } from "../../events/events.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { lockOrder } from "../../payments/ledger/settlement.operations.server.ts";
import {
  correctOrder,
  lockOrdersOf,
  orderOfSubject,
  withdrawOrder,
} from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { updateRecord } from "../../records/records.staff.server.ts";
import { packageRefusal } from "../places/package-stock.operations.server.ts";
import {
  findRegistration,
  lockEvent,
  NO_OFFER,
  type Registration,
  setStatus,
  settlePlaces,
} from "../places/places.system.server.ts";
import { packageNamed, packageOf } from "../register/payment-obstacles.ts";
import { registrationChangedMail, registrationReaddressedMail } from "../registrations.mail.ts";
import {
  findLive,
  holdPlace,
  newHold,
  orderTexts,
  packageColumns,
  placeMail,
} from "../registrations.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { holdsPlace, isLive } from "../registrations.ts";
import { duplicateOf, isPriceAllowed, labelOf, priceRestriction } from "./registration-labels.ts";
import {
  checkLicence,
  checkMoved,
  checkPerson,
  findForStaff,
} from "./staff-registration.staff.server.ts";
import type { Correction, Destination } from "./staff-registration-schema.ts";

/** How staff correct and move registrations that have not ended, each with a log entry and a mail. */

/** Corrects the person, the contact details, and the package as far as its price allows. */
export async function correctRegistration(
  db: StaffDb,
  id: string,
  form: Correction,
  version?: string,
  now = currentTime(),
): Promise<void> {
  const { before, order, event } = await lockForChange(db, id);
  const person = await checkPerson(db, event, form, { before, now });
  const values = {
    ...personValues(form),
    ...person,
    licence_serial: await checkLicence(db, event, form, before),
    ...(await packageValues(db, { event, before, now }, form.price_id)),
  };
  const isReaddressed = before.email.toLowerCase() !== values.email.toLowerCase();
  if (isReaddressed && before.proof_needed) {
    const reason =
      "Son adresse n’est pas encore confirmée : confirmez ou encaissez d’abord la place";
    throw new FieldRefused("email", reason);
  }
  const other = !before.is_duplicate && (await findLive(db, event.id, { ...before, ...values }));
  if (other && other.id !== id) {
    throw new FieldRefused(...duplicateOf(other, values.email));
  }
  await updateRecord(db, eventRegistrations, id, values, { label: labelOf(before), version });
  const after = await findForStaff(db, id);
  if (after.updated_at.getTime() === before.updated_at.getTime()) return;
  await settlePrice(db, { event, before, order, now });
  const corrected = await findForStaff(db, id);
  if (isReaddressed) await mailFormerAddress(db, event, before);
  const mail = registrationChangedMail({ ...corrected, event });
  await queueMail(db, withKey(mail, id, corrected.updated_at));
}

/** Moves a registration, with its payment, to a free place of another event; its place here becomes free. */
export async function moveRegistration(
  db: StaffDb,
  id: string,
  { event_id, price_id, ...missing }: Destination,
  now = currentTime(),
): Promise<Registration> {
  const { before, order, event: from, other: to } = await lockForChange(db, id, event_id);
  const price = to && packageNamed(to, price_id);
  if (!to || !price || !isRunning(to)) {
    throw new FieldRefused("package", "Cette formule n’est plus proposée");
  }
  assertMovable(before, from, to);
  const live = await findLive(db, to.id, before);
  if (live) throw new FieldRefused("package", `Déjà inscrit à cet événement : ${live.reference}`);
  const person = await checkMoved(db, to, before, missing, now);
  const values = { event_id: to.id, ...person, ...pricedAt(before, price, to) };
  if ((await settlePlaces(db, to, now)) <= 0) {
    throw new FieldRefused("package", "Refusé : il n’y a plus de place disponible à cet événement");
  }
  const refusal = await packageRefusal(db, to, price, { now });
  if (refusal) throw new FieldRefused("package", refusal);
  // Somebody who was waiting or had an offer gets a held place there until it is paid.
  const place = before.status === "confirmed" ? {} : ({ status: "held" } as const);
  await db
    .update(eventRegistrations)
    .set({ ...values, ...place, ...NO_OFFER })
    .where(eq(eventRegistrations.id, id));
  await settlePrice(db, { event: to, before, order, now });
  const after = await findForStaff(db, id);
  await audit(db, {
    action: "event_registrations.move",
    entity: "event_registrations",
    entity_id: id,
    label: labelOf(before),
    before: { event: from.title, price_name: before.price_name, status: before.status },
    after: { event: to.title, price_name: after.price_name, status: after.status },
  });
  const mail = registrationChangedMail({ ...after, event: to, from });
  await queueMail(db, withKey(mail, id, after.updated_at));
  await settlePlaces(db, from, now);
  return after;
}

/**
 * Sends again the mail for the state of a registration: the ticket, the amount due, or the offer.
 * @param key The id of this rendering of the button, so that pressing it twice sends one mail.
 */
export async function sendTicketAgain(
  db: StaffDb,
  id: string,
  key = newId(),
): Promise<Registration> {
  const { before: registration, event } = await lockForChange(db, id);
  if (registration.proof_needed) {
    throw new AppError(
      "conflict",
      "l’adresse n’est pas encore confirmée, confirmez d’abord la place",
    );
  }
  const [earlier] = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, key), eq(mailOutbox.recipient, registration.email)));
  if (earlier) return registration;
  const mail = await placeMail(db, { ...registration, event });
  await queueMail(db, { ...withKey(mail, id, key), id: key });
  await audit(db, {
    action: "event_registrations.send",
    entity: "event_registrations",
    entity_id: id,
    label: labelOf(registration),
  });
  return registration;
}

/**
 * Locks a registration that has not ended, its order and the events concerned: the order before the events, as payments
 * do, and events in the order of their ids, so that nothing deadlocks.
 */
async function lockForChange(db: StaffDb, id: string, otherEvent?: string) {
  const current = await findForStaff(db, id);
  await lockOrdersOf(db, id);
  const newest = await orderOfSubject(db, "registration", id);
  const order = newest && (await lockOrder(db, newest.id));
  const events = new Map<string, FederationEvent | undefined>();
  for (const one of [...new Set([current.event_id, otherEvent ?? current.event_id])].sort()) {
    events.set(one, await lockEvent(db, one));
  }
  const before = await findRegistration(db, id);
  const event = events.get(current.event_id);
  const isSame = before?.event_id === current.event_id && before.status === current.status;
  if (!before || !event || !isSame || !isLive(before.status)) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  return { before, order, event, other: otherEvent ? events.get(otherEvent) : undefined };
}

function assertMovable(before: Registration, from: FederationEvent, to: FederationEvent): void {
  if (from.id === to.id) throw new AppError("conflict", "c’est déjà l’événement de l’inscription");
  if (before.checked_in_at) {
    throw new AppError("conflict", "cette personne est déjà entrée, retirez d’abord sa présence");
  }
  if (before.proof_needed || before.is_duplicate) {
    throw new AppError("conflict", "cette inscription est à vérifier, confirmez-la d’abord");
  }
}

const personValues = (form: Correction) => ({
  first_name: form.firstName,
  last_name: form.lastName,
  email: form.email,
  phone: form.phone,
  birth_date: form.birthDate,
  language: form.language,
});

type Situation = { event: FederationEvent; before: Registration; now: Date };

/**
 * The columns of a newly chosen package; none when it stays the same, which is possible although it is no longer
 * offered. Somebody whose package is gone may choose it again once it is offered again.
 */
async function packageValues(db: StaffDb, { event, before, now }: Situation, priceId: string) {
  const price = packageNamed(event, priceId);
  const mustChoose = before.status === "offered" && !packageOf(event, before);
  const isSame = priceId === before.price_id;
  if (isSame && !mustChoose) return {};
  const refusal = price && (await packageRefusal(db, event, price, { now, leaving: before }));
  if (isSame && (!price || refusal)) return {};
  if (!price) throw new FieldRefused("price_id", "Cette formule n’est plus proposée");
  try {
    const values = pricedAt(before, price, event);
    // On the waiting list it takes no place of the package yet.
    if (refusal && holdsPlace(before.status)) throw new FieldRefused("price_id", refusal);
    return values;
  } catch (error) {
    throw error instanceof FieldRefused ? new FieldRefused("price_id", error.message) : error;
  }
}

/** The columns of a package. @throws FieldRefused when a confirmed place would change its price. */
function pricedAt(before: Registration, price: PriceOption, event: FederationEvent) {
  const { currency } = event;
  if (!isPriceAllowed(before, { ...price, currency })) {
    throw new FieldRefused("package", `Refusé. ${priceRestriction(before)}`);
  }
  return packageColumns(event, price);
}

type Repriced = {
  event: FederationEvent;
  before: Registration;
  order: Order | undefined;
  now: Date;
};

/** Corrects or replaces the order of a changed registration; what was paid stays with it. */
async function settlePrice(db: StaffDb, { event, before, order, now }: Repriced): Promise<void> {
  const after = await findForStaff(db, before.id);
  if (after.status !== "held" && after.status !== "confirmed") return;
  const costsTheSame = after.amount === before.amount && after.currency === before.currency;
  const isOpen = order?.status === "held";
  if (order && (isOpen || order.id === after.order_id) && costsTheSame) {
    return correctOrder(db, order, orderTexts(event, after));
  }
  if (after.status === "confirmed") return;
  if (isOpen) await withdrawOrder(db, order.id, now);
  if (after.amount === 0) {
    await setStatus(db, after.id, { status: "confirmed", confirmed_at: now });
  } else {
    const promised = (isOpen ? order.hold_expires_at : before.offer_expires_at) ?? now;
    const hold = newHold(event, now, promised);
    await holdPlace(db, event, after, hold);
  }
}

/** Tells the former address that its links no longer work: the database renews them with the address. */
async function mailFormerAddress(
  db: StaffDb,
  event: FederationEvent,
  before: Registration,
): Promise<void> {
  const mail = registrationReaddressedMail({ ...before, first_name: "", event });
  await queueMail(db, withKey(mail, before.id, before.updated_at));
}
