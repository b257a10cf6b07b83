import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { type FederationEvent, isPackageOver, isRunning, isToCome } from "../../events/events.ts";
import { FieldRefused } from "../../kit/form/save.server.ts";
import { takeCash } from "../../payments/ledger/money.staff.server.ts";
import { journal } from "../../payments/ledger/settlement.operations.server.ts";
import {
  DuplicateReceipt,
  type OfflinePayment,
} from "../../payments/offline/offline-payment.operations.server.ts";
import { orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import {
  cancelRegistration,
  confirmFreePlace,
  holdPlace,
} from "../places/changes.operations.server.ts";
import { needPackage, placesFor, readStock } from "../places/package-stock.operations.server.ts";
import {
  ACKNOWLEDGED,
  findRegistration,
  freePlaces,
  lockEvent,
  offerPlace,
  type Registration,
  settlePlaces,
} from "../places/places.system.server.ts";
import { packageNamed } from "../register/payment-obstacles.ts";
import {
  addRegistration,
  findLive,
  holdFrom,
  mailRegistrant,
  personOf,
} from "../register/register.operations.server.ts";
import { firstPlace } from "../registrations.ts";
import { labelOf, OBSTACLE_LABELS } from "./registration-labels.ts";
import { checkPerson } from "./staff-person.server.ts";
import type { StaffRegistrationForm } from "./staff-registration-schema.ts";

/** What staff change of registrations, each with its entry in the log. */

const notFound = () => new AppError("not-found", "no such registration");
const FULL = "il n’y a plus de place libre à cet événement";
const SOLD_OUT = "Cette formule est épuisée, choisissez-en une autre";
const ALL_SOLD_OUT = "toutes les formules de cet événement sont épuisées";

/**
 * Adds somebody by hand: at a free place, and paid on the spot when it costs something; or, where there is
 * none and they want to wait, at the end of the waiting list.
 */
export async function createRegistration(
  db: StaffDb,
  { event_id, price_id, language, waiting, ...fields }: StaffRegistrationForm,
  now = currentTime(),
): Promise<Registration> {
  const { receipt, key, float_GNF, float_XOF, ...form } = fields;
  const event = await lockEvent(db, event_id);
  const price = event && packageNamed(event, price_id);
  if (!event || !price || !isRunning(event) || isPackageOver(price, now)) {
    throw new FieldRefused("package", "Cette formule n’est plus proposée");
  }
  const { gamertag, platform, ...guardian } = await checkPerson(db, event, form, { now });
  const who = { ...form, gamertag, platform, guardian };
  const live = await findLive(db, event.id, personOf(who));
  if (live) throw new FieldRefused("email", `Déjà inscrit à cet événement : ${live.reference}`);
  const { places: free, room } = await placesFor(db, event, price, {
    free: await settlePlaces(db, event, now),
    now,
  });
  if (free > 0 && room <= 0) throw new FieldRefused("package", SOLD_OUT);
  if (free <= 0) {
    if (!waiting) throw new FieldRefused("package", `Refusé : ${FULL}`);
    refuseToWait(event, receipt, now);
  }
  const place = firstPlace({ free, amount: price.amount, limited: false, reached: true });
  const { registration, order } = await addRegistration(
    db,
    event,
    { price, now, place },
    who,
    language,
  );
  await auditChange(db, "create", registration);
  if (!order) await mailRegistrant(db, event, registration);
  else {
    const cash = { key, receipt, float_GNF, float_XOF };
    await takeCash(db, order.id, cash, now).catch((error: unknown) => {
      if (!(error instanceof DuplicateReceipt)) throw error;
      throw new FieldRefused("receipt", `Ce reçu est déjà enregistré : ${receipt}`);
    });
  }
  return registration;
}

/** Nobody waits for what nobody can be offered any more, and who waits has nothing to pay. */
function refuseToWait(event: FederationEvent, receipt: string | null, now: Date): void {
  if (!isToCome(event, now)) {
    throw new FieldRefused("package", `Refusé : ${FULL}, et les inscriptions sont closes`);
  }
  if (receipt !== null) {
    throw new FieldRefused("receipt", `N’encaissez pas : ${FULL}, la liste d’attente est gratuite`);
  }
}

/** Cancels a registration: the place goes on, and what was paid goes back. */
export async function cancelByStaff(db: StaffDb, id: string): Promise<Registration> {
  const current = await findForStaff(db, id);
  if (!(await cancelRegistration(db, current, db.staffId))) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  await auditChange(db, "cancel", current);
  return current;
}

/** Offers a free place to somebody who waits, whatever their place in the line. */
export async function offerByStaff(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Registration> {
  const { event, registration } = await lockAtDesk(db, id, ["waiting"]);
  if (!isToCome(event, now)) {
    throw new AppError("conflict", "les inscriptions à cet événement sont closes");
  }
  const stock = await readStock(db, event, now);
  const isOffered = await offerPlace(db, event, registration, { now, stock, also: ACKNOWLEDGED });
  if (!isOffered) throw new AppError("conflict", ALL_SOLD_OUT);
  await auditChange(db, "offer", registration);
  return registration;
}

/** Confirms the place of somebody who waits, has an offer or proved nothing, and has nothing to pay. */
export async function confirmByStaff(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Registration> {
  const { event, registration } = await lockAtDesk(db, id, ["waiting", "offered", "unproven"]);
  if (registration.amount > 0) {
    throw new AppError("conflict", "cette formule est payante : encaissez-la");
  }
  await needPackage(db, event, registration, now);
  await confirmFreePlace(db, event, registration, now, ACKNOWLEDGED);
  await auditChange(db, "confirm", registration);
  return registration;
}

/** Takes the price of a registration on the spot, which confirms it. */
export async function recordCashPayment(
  db: StaffDb,
  id: string,
  cash: Omit<OfflinePayment, "staffId">,
  now = currentTime(),
): Promise<Registration> {
  const current = await findForStaff(db, id);
  const order = await orderOfSubject(db, "registration", id);
  // The order before the event, as a payment locks them.
  if (order) await takeCash(db, order.id, cash, now);
  else {
    const { event, registration } = await lockAtDesk(db, id, ["waiting", "offered", "unproven"]);
    if (registration.amount === 0) throw new AppError("conflict", "cette formule est gratuite");
    await needPackage(db, event, registration, now);
    const order = await holdPlace(db, event, registration, holdFrom(event, now), ACKNOWLEDGED);
    await takeCash(db, order.id, cash, now);
  }
  return current;
}

/** A registration in one of these states, with its event locked and, if it waits, a free place. */
async function lockAtDesk(
  db: StaffDb,
  id: string,
  states: Registration["status"][],
): Promise<{ event: FederationEvent; registration: Registration }> {
  const current = await findForStaff(db, id);
  const event = await lockEvent(db, current.event_id);
  const registration = await findRegistration(db, id);
  if (!event || !registration) throw notFound();
  if (!states.includes(registration.status)) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  if (event.status === "cancelled") throw new AppError("conflict", OBSTACLE_LABELS.eventCancelled);
  if (registration.status === "waiting" && (await freePlaces(db, event.id)) <= 0) {
    throw new AppError("conflict", FULL);
  }
  const other = registration.is_duplicate && (await findLive(db, event.id, registration));
  if (other)
    throw new AppError("conflict", `cette personne a déjà l’inscription ${other.reference}`);
  return { event, registration };
}

/** The registration of an id. @throws AppError 'not-found' */
export async function findForStaff(db: StaffDb, id: string): Promise<Registration> {
  const row = isId(id) ? await findRegistration(db, id) : undefined;
  if (!row) throw notFound();
  assertSeenVersions(db, [row]);
  return row;
}

/** What happened to the status of a registration, as the log keeps it. */
async function auditChange(
  db: StaffDb,
  verb: "create" | "cancel" | "offer" | "confirm",
  before: Registration,
): Promise<void> {
  const after = await findForStaff(db, before.id);
  const created = verb === "create";
  await audit(db, {
    action: `event_registrations.${verb}`,
    entity: "event_registrations",
    entity_id: before.id,
    label: labelOf(before),
    ...(!created && { before: { status: before.status } }),
    after: created ? createdValues(after) : { status: after.status },
  });
}

function createdValues(row: Registration) {
  const { event_id, first_name, last_name, email, phone, gamertag, price_name, amount } = row;
  const { guardian_name, guardian_phone, guardian_relation, guardian_consent } = row;
  return {
    event_id,
    first_name,
    last_name,
    email,
    phone,
    gamertag,
    price_name,
    amount,
    ...(guardian_name && { guardian_name, guardian_phone, guardian_relation, guardian_consent }),
  };
}

/**
 * Gives somebody of the staff the address of a ticket, to hand it on to its holder. It is in the log, and whoever was
 * given it does not let much of what was paid for it go.
 */
export async function showTicketLink(db: StaffDb, id: string): Promise<string> {
  const registration = await findForStaff(db, id);
  const order = await orderOfSubject(db, "registration", id);
  if (order) await journal(db, { order_id: order.id, body: { link: "ticket", by: db.staffId } });
  await audit(db, {
    action: "event_registrations.show-link",
    entity: "event_registrations",
    entity_id: id,
    label: labelOf(registration),
  });
  return `/tickets/${registration.ticket_token}`;
}
