import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { AppError, FieldRefused } from "../../core/values/errors.ts";
import { pick } from "../../core/values/pick.ts";
import { type FederationEvent, isPackageOver, isRunning, isToCome } from "../../events/events.ts";
import { findMinorAge, guardianRowFromStaff } from "../../guardians/guardian.staff.server.ts";
import type { GuardianRow, StoredGuardian } from "../../guardians/guardian.ts";
import type { StaffGuardian } from "../../guardians/guardian-schema.ts";
import { translator } from "../../i18n/translate.server.ts";
import { isValidLicence, STATE_LABELS } from "../../licences/licence-state.ts";
import { readLicenceState } from "../../licences/licences.operations.server.ts";
import { takeCash } from "../../payments/ledger/money.staff.server.ts";
import { journal } from "../../payments/ledger/settlement.operations.server.ts";
import {
  assertNumber,
  DuplicateReceipt,
  type OfflinePayment,
} from "../../payments/offline/offline-payment.operations.server.ts";
import { orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import type { PaymentMethod } from "../../payments/providers/payment-methods.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import {
  assertPackageAvailable,
  placesFor,
  readStock,
} from "../places/package-stock.operations.server.ts";
import {
  ACKNOWLEDGED,
  findRegistration,
  freePlaces,
  lockEvent,
  offerPlace,
  type Registration,
  settlePlaces,
  startOffer,
} from "../places/places.system.server.ts";
import { packageNamed } from "../register/payment-obstacles.ts";
import {
  addRegistration,
  cancelRegistration,
  confirmFreePlace,
  findLive,
  holdPlace,
  mailRegistrant,
  newHold,
  personOf,
} from "../registrations.operations.server.ts";
import { initialStatus, limitsOf, type Platform, refusalsOf } from "../registrations.ts";
import { duplicateOf, formatCost, labelOf, OBSTACLE_LABELS } from "./registration-labels.ts";
import type { StaffRegistrationForm } from "./staff-registration-schema.ts";

/** What staff change about registrations, each with a log entry. */

const notFound = () => new AppError("not-found", "no such registration");
const FULL = "il n’y a plus de place disponible à cet événement";
const SOLD_OUT = "Cette formule est épuisée, choisissez-en une autre";
const ALL_SOLD_OUT = "toutes les formules de cet événement sont épuisées";

/**
 * Registers somebody at the desk: at a free place, paid on the spot if it has a price, or at the end of the waiting
 * list.
 */
export async function createRegistration(
  db: StaffDb,
  { event_id, price_id, seen_due, language, waiting, ...fields }: StaffRegistrationForm,
  now = currentTime(),
): Promise<Registration> {
  const { receipt, key, means, float_GNF, float_XOF, seen_till, ...form } = fields;
  const event = await lockEvent(db, event_id);
  const price = event && packageNamed(event, price_id);
  if (!event || !price || !isRunning(event) || isPackageOver(price, now)) {
    throw new FieldRefused("package", "Cette formule n’est plus proposée");
  }
  if (seen_due !== undefined && seen_due !== price.amount) {
    const cost = formatCost(price.amount, event.currency);
    throw new FieldRefused("package", `Le prix de cette formule a changé\u202f: ${cost}`);
  }
  const { gamertag, platform, ...guardian } = await checkPerson(db, event, form, { now });
  const licence = await checkLicence(db, event, form);
  const who = { ...form, gamertag, platform, licence, guardian };
  const live = await findLive(db, event.id, personOf(who));
  if (live) throw new FieldRefused(...duplicateOf(live, who.email));
  const { places: free, room } = await placesFor(db, event, price, {
    free: await settlePlaces(db, event, now),
    now,
  });
  if (free > 0 && room <= 0) throw new FieldRefused("package", SOLD_OUT);
  if (free <= 0) {
    if (!waiting) throw new FieldRefused("package", `Refusé : ${FULL}`);
    assertMayWait(event, receipt, now);
  }
  const place = initialStatus({ free, amount: price.amount, limited: false, reached: true });
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
    if (means !== "cash") assertReceipt(receipt, means);
    const payment = {
      key,
      receipt,
      means,
      seen_due: price.amount,
      float_GNF,
      float_XOF,
      seen_till,
    };
    await takeCash(db, order.id, payment, now).catch((error: unknown) => {
      if (!(error instanceof DuplicateReceipt)) throw error;
      throw new FieldRefused("receipt", `Ce reçu est déjà enregistré : ${receipt}`);
    });
  }
  return registration;
}

/** @throws FieldRefused when the payment has no number of its kind. */
function assertReceipt(receipt: string | null, means: PaymentMethod): void {
  try {
    assertNumber({ receipt, means });
  } catch (error) {
    if (error instanceof AppError)
      throw new FieldRefused("receipt", `Refusé\u202f: ${error.message}`);
    throw error;
  }
}

/** @throws FieldRefused when registration is closed, or a receipt was entered although waiting is free. */
function assertMayWait(event: FederationEvent, receipt: string | null, now: Date): void {
  if (!isToCome(event, now)) {
    throw new FieldRefused("package", `Refusé : ${FULL}, et les inscriptions sont closes`);
  }
  if (receipt !== null) {
    throw new FieldRefused("receipt", `N’encaissez pas : ${FULL}, la liste d’attente est gratuite`);
  }
}

/** Cancels a registration: its place becomes free, and what was paid is refunded. */
export async function cancelByStaff(db: StaffDb, id: string): Promise<Registration> {
  const current = await findForStaff(db, id);
  if (!(await cancelRegistration(db, current, db.staffId))) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  await auditChange(db, "cancel", current);
  return current;
}

/** Offers a free place to somebody on the waiting list, whatever their position. */
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

/** Somebody was told of the place that is offered to them, so that their time to take it runs from now. */
export async function tellByStaff(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Pick<Registration, "first_name"> & { until: Date }> {
  const { event, registration } = await lockAtDesk(db, id, ["offered"]);
  if (!isToCome(event, now) || !(await startOffer(db, event, registration, now))) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  const { first_name, offer_expires_at: until } = await findForStaff(db, id);
  if (!until) throw notFound();
  await audit(db, {
    action: "event_registrations.tell",
    entity: "event_registrations",
    entity_id: id,
    label: labelOf(registration),
    after: { offer_expires_at: until.toISOString() },
  });
  return { first_name, until };
}

/** Confirms a free place of somebody who is waiting, has an offer or has not proven their address. */
export async function confirmByStaff(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Registration> {
  const { event, registration } = await lockAtDesk(db, id, ["waiting", "offered", "unproven"]);
  if (registration.amount > 0) {
    throw new AppError("conflict", "cette formule est payante : encaissez-la");
  }
  await assertPackageAvailable(db, event, registration, now);
  await confirmFreePlace(db, event, registration, now, ACKNOWLEDGED);
  await auditChange(db, "confirm", registration);
  return registration;
}

/** No order pays for these: one that they had before, of an event that was cancelled meanwhile, is over. */
const WITHOUT_ORDER: readonly Registration["status"][] = ["waiting", "offered", "unproven"];

/** Records the payment of a registration at the desk, which confirms it. */
export async function recordCashPayment(
  db: StaffDb,
  id: string,
  cash: Omit<OfflinePayment, "staffId">,
  now = currentTime(),
): Promise<Registration> {
  const current = await findForStaff(db, id);
  const isNew = WITHOUT_ORDER.includes(current.status);
  const order = isNew ? undefined : await orderOfSubject(db, "registration", id);
  // The order before the event, as a payment locks them.
  if (order) await takeCash(db, order.id, cash, now);
  else {
    const { event, registration } = await lockAtDesk(db, id, WITHOUT_ORDER);
    if (registration.amount === 0) throw new AppError("conflict", "cette formule est gratuite");
    await assertPackageAvailable(db, event, registration, now);
    const order = await holdPlace(db, event, registration, newHold(event, now), ACKNOWLEDGED);
    await takeCash(db, order.id, cash, now);
  }
  return current;
}

/** Locks the event of a registration in one of these states; if it is waiting, the event has a free place. */
async function lockAtDesk(
  db: StaffDb,
  id: string,
  states: readonly Registration["status"][],
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
  if (row.is_sample) throw new AppError("conflict", "cette inscription est un exemple");
  assertSeenVersions(db, [row]);
  return row;
}

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

/** What the log tells of a new registration. */
const CREATED = [
  "event_id",
  "first_name",
  "last_name",
  "email",
  "phone",
  "gamertag",
  "licence_serial",
  "price_name",
  "amount",
] as const;

function createdValues(row: Registration) {
  const { guardian_name, guardian_phone, guardian_relation, guardian_consent } = row;
  return {
    ...pick(row, CREATED),
    ...(guardian_name && { guardian_name, guardian_phone, guardian_relation, guardian_consent }),
  };
}

/**
 * Shows the link of a ticket to staff, to hand it on to its holder. It is logged, and whoever saw it cannot approve a
 * large refund of that registration.
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

type Person = {
  birthDate: string;
  gamertag: string | null;
  platform: Platform | null;
  guardian: StaffGuardian | null;
};

type Player = Pick<Registration, "gamertag" | "platform">;

type Situation = {
  /** The registration that is corrected: a rule that it broke before is not enforced while nothing of that changes. */
  before?: Registration;
  now: Date;
};

/**
 * The gamertag, platform and guardian of a registration, checked by the rules of the site: they hold for staff too.
 * @throws FieldRefused
 */
export async function checkPerson(
  db: StaffDb,
  event: FederationEvent,
  person: Person,
  { before, now }: Situation,
): Promise<Player & GuardianRow> {
  const minorAge = await findMinorAge(db);
  const isSameAge = before?.birth_date === person.birthDate;
  const lackedGamertag = before?.gamertag === null && !person.gamertag && !person.platform;
  // The guardian is checked below, with messages for staff.
  const errors = refusalsOf({ ...person, hasGuardian: true }, event, minorAge);
  const isExcused = (field: string) => (field === "birthDate" ? isSameAge : lackedGamertag);
  throwFieldErrors(
    Object.entries(errors).filter(([field]) => !isExcused(field)),
    event,
  );
  const guardian = guardianRowFromStaff(person.guardian, {
    minor: isYoungerThan(minorAge, person.birthDate, event.date),
    before,
    isExcused: isSameAge && before.guardian_name === null,
    now,
  });
  return { ...playerOf(person, event, before), ...guardian };
}

/** The same for a move to another event, with the fields that it requires and the registration lacks. */
export async function checkMoved(
  db: StaffDb,
  to: FederationEvent,
  before: Registration,
  missing: Partial<Omit<Person, "birthDate">>,
  now: Date,
): Promise<Player & GuardianRow> {
  const person = {
    birthDate: before.birth_date,
    gamertag: before.gamertag ?? missing.gamertag ?? null,
    platform: before.platform ?? missing.platform ?? null,
    guardian: missing.guardian ?? guardianOf(before),
  };
  const minorAge = await findMinorAge(db);
  const errors = refusalsOf({ ...person, hasGuardian: true }, to, minorAge);
  throwFieldErrors(
    Object.entries(errors).map(([field, message]) => [
      field === "birthDate" ? "package" : field,
      message,
    ]),
    to,
  );
  const minor = isYoungerThan(minorAge, person.birthDate, to.date);
  return {
    ...playerOf(person, to),
    ...guardianRowFromStaff(person.guardian, { minor, before, now }),
  };
}

/**
 * The licence of a registration at the desk: one that is typed must be the person's and valid on the day of the event.
 * Without one they are registered all the same.
 * @param before The registration that is corrected: what it has already is not refused.
 * @throws FieldRefused
 */
export async function checkLicence(
  db: StaffDb,
  event: FederationEvent,
  { licence, birthDate }: { licence: number | null; birthDate: string },
  before?: Registration,
): Promise<number | null> {
  // The event asks for none: a correction leaves what was entered before.
  if (!event.asks_licence) return before?.licence_serial ?? null;
  const isSame = licence === before?.licence_serial && birthDate === before.birth_date;
  if (licence === null || isSame) return licence;
  const state = await readLicenceState(db, licence, event, birthDate);
  if (isValidLicence(state)) return licence;
  throw new FieldRefused(
    "licence",
    state === "gone"
      ? "Aucune licence n’a ce numéro et cette date de naissance"
      : `Le jour de l’événement, l’état de cette licence est\u202f: ${STATE_LABELS[state].toLowerCase()}`,
  );
}

function playerOf(
  { gamertag, platform }: Person,
  { asks_gamertag }: FederationEvent,
  before?: Registration,
): Player {
  if (asks_gamertag) return { gamertag, platform };
  // The event does not ask for them: a correction leaves what was entered before.
  return { gamertag: before?.gamertag ?? null, platform: before?.platform ?? null };
}

/** A stored guardian, as the form of staff would hold them. */
function guardianOf(row: StoredGuardian): StaffGuardian | null {
  const { guardian_name: name, guardian_phone: phone, guardian_relation: relation } = row;
  return name && phone && relation ? { name, phone, relation, isOnPaper: false } : null;
}

/** @throws FieldRefused with the French message of each field. */
function throwFieldErrors(
  errors: readonly [field: string, message: string][],
  event: FederationEvent,
) {
  const say = translator("fr");
  const [refusal, ...others] = errors.map(
    ([field, message]) =>
      [field, say(message as "validation.invalid", { ...limitsOf(event) })] as const,
  );
  if (refusal) throw new FieldRefused(...refusal, Object.fromEntries(others));
}
