import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isId } from "../core/secrets/id.ts";
import { AppError, FieldRefused } from "../core/values/errors.ts";
import { retentionEnd } from "../core/values/retention.ts";
import { currencyLabel, formatDate, several } from "../i18n/format.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults, NoticeNeeded, type PeopleNotice } from "../kit/form/save.server.ts";
import { momentText } from "../kit/form/schema.ts";
import { deliveryText } from "../mail/mail.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  isSameInLog,
  lockRows,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import { normaliseTexts } from "../texts/normalise-texts.operations.server.ts";
import { withMarkdownTexts } from "../texts/read-text.server.ts";
import {
  countDoorStaff,
  countDoorStaffOf,
  notifyDoor,
} from "./door/event-door.operations.server.ts";
import { ticketOffice } from "./door/ticket-office.ts";
import { type EventForm, eventFormSchema, packageFields } from "./event-schema.ts";
import {
  findNotice,
  recordMove,
  reopenEvent,
  savePackages,
  withOffers,
} from "./events.operations.server.ts";
import { eventPackages, events } from "./events.table.server.ts";
import {
  DEFAULT_EVENT_PRICE,
  type EventStatus,
  type EventType,
  isMoved,
  isRunning,
  type PackageText,
} from "./events.ts";
import {
  eventColumns,
  lockEventRow,
  type StoredEvent,
  withoutCounts,
} from "./packages/event-packages.operations.server.ts";

type StoredRow = typeof events.$inferSelect;

/** The columns of the list. */
const LISTED = columnsOf(events, [
  "id",
  "title",
  "location",
  "image_url",
  "date",
  "time",
  "end_date",
  "end_time",
  "type",
  "max_participants",
  "current_participants",
  "status",
]);

export type EventRow = Pick<StoredEvent, keyof typeof LISTED>;

/** One page of all events, in the order of their dates. */
export function listAllEvents(db: StaffDb, query: ListQuery): Promise<Listing<EventRow>> {
  const { type, status } = query.filters;
  return listRecords(db, {
    table: events,
    columns: LISTED,
    sorts: { date: events.date, title: events.title },
    where: [
      type ? eq(events.type, type as EventType) : undefined,
      status ? eq(events.status, status as EventStatus) : undefined,
    ],
    query,
  });
}

export async function findEventForStaff(db: StaffDb, id: string): Promise<StoredEvent | undefined> {
  const [event] = await db.select(eventColumns).from(events).where(eq(events.id, id));
  return event;
}

/** The names of the withdrawn packages, for which somebody had registered. */
export async function listWithdrawn(db: StaffDb, eventId: string): Promise<string[]> {
  const { name, event_id, withdrawn_at, position, id } = eventPackages;
  const rows = await db
    .select({ name })
    .from(eventPackages)
    .where(and(eq(event_id, eventId), isNotNull(withdrawn_at)))
    .orderBy(position, id);
  return rows.map((row) => row.name);
}

const TEXTS = {
  description: { max: 20_000, required: "La description est requise" },
  description_en: { max: 20_000 },
};

/** @throws FieldRefused when its text links to something that does not exist */
export async function createEvent(db: StaffDb, form: EventForm): Promise<string> {
  const { prices, told: _told, ...values } = await normaliseTexts(db, form, TEXTS);
  const row = { ...values, by_invitation: prices?.length === 0 };
  const id = await createRecord(db, events, row, values.title, { prices });
  await savePackages(db, id, prices ?? []);
  return id;
}

/**
 * Changes an event. Returns how many people are told: when it is moved, takes place after all, or has places for
 * those who wait.
 * @throws NoticeNeeded when the form did not confirm just that; FieldRefused when there would be fewer places than participants, when the currency may not change any more,
 * when it would be cancelled without notice to registrants, or when its text links to something that does not exist.
 */
export async function updateEvent(
  db: StaffDb,
  id: string,
  form: EventForm,
  version?: string,
): Promise<number> {
  const before = isId(id) ? await lockRealEvent(db, id) : undefined;
  if (!before) throw new AppError("not-found", `events ${id} is not there`);
  const { prices, told, ...values } = await normaliseTexts(db, form, TEXTS, before);
  await assertChangeAllowed(db, before, values);
  const change = await findNotice(db, before, { ...before, ...values });
  const offeredAnyway = await listOffered(db, before);
  const isBound = change || (await bindsSomebody(db, before, values));
  await updateRecord(
    db,
    events,
    id,
    { ...values, by_invitation: prices?.length === 0 },
    {
      label: values.title,
      version,
      action: isBound ? "update-registered" : "update",
      parts: { before: { prices: withoutCounts(before.prices) }, after: { prices } },
    },
  );
  await savePackages(db, id, prices ?? []);
  // What is not confirmed is rolled back. Who is offered a place follows from what was written.
  const notice = withOffers(change, await listOffers(db, id, offeredAnyway));
  if (notice && notice.seen !== told) throw new NoticeNeeded(notice);
  if (values.status !== before.status) await recordStatusChoice(db, [before], values.status);
  // After a cancellation the mail about the reopening has the new date.
  const awaits = before.status !== "cancelled" && isRunning(values);
  if (awaits && isMoved(before, values)) await recordMove(db, before, values);
  return notice?.people ?? 0;
}

/** Locks an event, without the invented people who stay with a sample alone. */
async function lockRealEvent(db: StaffDb, id: string): Promise<StoredEvent | undefined> {
  const event = await lockEventRow(db, id);
  if (!event?.is_sample) return event;
  await removeSampleRegistrations(db, id);
  return lockEventRow(db, id);
}

const removeSampleRegistrations = (db: StaffDb, id: string) =>
  db.execute(sql`select remove_sample_registrations(${id})`);

const listOffered = async (db: StaffDb, event: StoredEvent): Promise<ReadonlySet<string>> =>
  new Set((await ticketOffice().listNextOffers(db, event)).map(({ id }) => id));

/** Who is offered a place of an event as it is now, without those who would have been before. */
async function listOffers(db: StaffDb, id: string, before: ReadonlySet<string> = new Set()) {
  const event = await findEventForStaff(db, id);
  const offers = event ? await ticketOffice().listNextOffers(db, event) : [];
  return offers.filter((offer) => !before.has(offer.id));
}

/** The texts of an event. A change of any other field concerns the people who registered. */
const TEXT_FIELDS = ["title", "description", "rules", "title_en", "description_en", "rules_en"];
const FREE_FIELDS = [...TEXT_FIELDS, "format", "image_url"];

/** Why the fields of an event no longer go back by a button: somebody registered, or stands at its door. */
export async function findBinding(
  db: StaffDb,
  id: string,
  fields: readonly string[],
): Promise<string | undefined> {
  if (fields.every((field) => FREE_FIELDS.includes(field))) return undefined;
  if ((await ticketOffice().countRegistrations(db, [id])).has(id))
    return "Des personnes sont inscrites : modifiez l’événement lui-même, vous y lirez qui cela concerne.";
  return (await countDoorStaff(db, id)) > 0
    ? "Des personnes tiennent l’entrée : modifiez l’événement lui-même, vous y lirez qui cela concerne."
    : undefined;
}

async function bindsSomebody(
  db: StaffDb,
  before: StoredEvent,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const stored: Readonly<Record<string, unknown>> = before;
  const changed = Object.keys(values).filter((name) => !isSameInLog(stored[name], values[name]));
  return (await findBinding(db, before.id, changed)) !== undefined;
}

type Change = Pick<EventForm, "max_participants" | "currency" | "status">;

async function assertChangeAllowed(
  db: StaffDb,
  before: StoredEvent,
  change: Change,
): Promise<void> {
  const { id, current_participants: participants } = before;
  const { max_participants: places, currency, status } = change;
  if (places !== null && places < participants) {
    const message = `${participants} places sont déjà prises : le maximum ne peut pas être plus bas`;
    throw new FieldRefused("max_participants", message);
  }
  if (currency !== before.currency && (await ticketOffice().countPriced(db, id)) > 0) {
    const label = currencyLabel(before.currency);
    const message = `Des personnes se sont inscrites à un prix en ${label} : la devise ne peut plus changer`;
    throw new FieldRefused("currency", message);
  }
  if (status === "cancelled" && before.status !== "cancelled" && (await concernsSomebody(db, id))) {
    throw new FieldRefused(
      "status",
      "Des personnes sont inscrites : utilisez « Annuler l’événement »",
    );
  }
}

/** Returns how many changed. */
export async function setEventStatus(
  db: StaffDb,
  ids: readonly string[],
  status: EventStatus,
): Promise<number> {
  const rows = (await lockRows(db, events, ids)) as StoredRow[];
  const others = rows.filter((row) => row.status !== status);
  if (status === "cancelled") await assertNobodyConcerned(db, others);
  else await assertNobodyTold(db, others, status);
  const entry = { label: ({ title }: StoredRow) => title, action: "status" };
  const count = await updateRecords(db, events, ids, { status }, entry);
  for (const { id } of others) {
    const notice = withOffers(undefined, await listOffers(db, id));
    if (notice) throw new NoticeNeeded(notice);
  }
  await recordStatusChoice(db, others, status);
  return count;
}

/** Whether an event can only be cancelled on its own screen, which asks for the reason that people read. */
export const findNeedOfReason = async (
  db: StaffDb,
  { id, status }: Pick<StoredRow, "id" | "status">,
): Promise<boolean> => status !== "cancelled" && (await concernsSomebody(db, id));

/** Whom it would tell that an event has another status. */
export async function findNoticeOfStatus(
  db: StaffDb,
  id: string,
  status: EventStatus,
): Promise<PeopleNotice | undefined> {
  const event = await findEventForStaff(db, id);
  return event && findNotice(db, event, { ...event, status });
}

async function concernsSomebody(db: StaffDb, id: string): Promise<boolean> {
  const { places, waiting } = await ticketOffice().countConcerned(db, id);
  return places + waiting + (await countDoorStaff(db, id)) > 0;
}

type Titled = Pick<StoredRow, "id" | "title" | "status">;

/** @throws AppError 'conflict' when somebody would be told: the event is then cancelled with a reason, on its own screen. */
async function assertNobodyConcerned(db: StaffDb, rows: readonly Titled[]): Promise<void> {
  const named: string[] = [];
  for (const { id, title } of rows) if (await concernsSomebody(db, id)) named.push(title);
  if (named.length === 0) return;
  throw new AppError(
    "conflict",
    `Des personnes sont concernées par l’annulation de ${listNames(named)}. ${openThem(named)}, puis « Annuler l’événement ».`,
  );
}

/** @throws AppError 'conflict' when somebody would be told: the form of the event shows them what they will read. */
async function assertNobodyTold(
  db: StaffDb,
  rows: readonly Titled[],
  status: EventStatus,
): Promise<void> {
  const named: string[] = [];
  for (const { id, title } of rows.filter((row) => row.status === "cancelled")) {
    if (await findNoticeOfStatus(db, id, status)) named.push(title);
  }
  if (named.length === 0) return;
  throw new AppError(
    "conflict",
    `Des personnes sont à prévenir que ${listNames(named)} ${named.length > 1 ? "auront" : "aura"} bien lieu. ${openThem(named)}, et choisissez-y le statut : vous y lirez le message avant d’enregistrer.`,
  );
}

const openThem = ({ length }: readonly string[]) =>
  length > 1 ? "Ouvrez-les l’un après l’autre" : "Ouvrez-le";

/** As many titles as a message has room for. */
const NAMED = 3;

function listNames(titles: readonly string[]): string {
  const shown = titles.slice(0, NAMED).map((title) => `« ${title} »`);
  const rest = titles.length - shown.length;
  const words = rest > 0 ? [...shown, several(rest, "autre", "autres")] : shown;
  return new Intl.ListFormat("fr").format(words);
}

/**
 * Records when staff chose a status: it stays until the next date of the event changes it. Reopening a cancelled event
 * notifies its registrants.
 */
async function recordStatusChoice(
  db: StaffDb,
  rows: readonly Pick<StoredRow, "id" | "title" | "status">[],
  status: EventStatus,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const choice = { status_chosen_at: currentTime() };
  await db.update(events).set(choice).where(inArray(events.id, ids));
  // Whoever would be told of it is told by the screen that cancels.
  if (status === "cancelled") return;
  for (const { id, status: before } of rows) {
    if (before === "cancelled") await reopenEvent(db, id);
  }
}

/** The events of a deletion. */
export const listTitles = (db: StaffDb, ids: readonly string[]) =>
  db
    .select({ id: events.id, title: events.title })
    .from(events)
    .where(inArray(events.id, ids.filter(isId)));

/** @throws AppError 'conflict' when somebody registered for one of them. */
export async function deleteEvents(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  // A registration locks the event's row, so none can be added meanwhile.
  const rows = (await lockRows(db, events, ids)) as StoredRow[];
  const refusals = Object.values(await findDeletions(db, rows)).flatMap(({ inUse }) => inUse ?? []);
  if (refusals.length > 0) throw new AppError("conflict", refusals.slice(0, NAMED).join(" "));
  for (const { id } of rows.filter((row) => row.is_sample)) await removeSampleRegistrations(db, id);
  for (const { id } of rows.filter(isRunning)) await notifyDoor(db, id, "cancelled");
  return deleteRecords(db, events, ids, {
    label: ({ title }) => title,
    dependents: (id) => [{ table: eventPackages, where: eq(eventPackages.event_id, id) }],
  });
}

type Deletable = Pick<StoredRow, "id" | "title" | "status" | "date" | "end_date">;

/** What is to be said before one of these events is deleted, by its id: why it cannot be, or who learns of it. */
export async function findDeletions(
  db: StaffDb,
  rows: readonly Deletable[],
): Promise<Record<string, { inUse?: string; told?: string }>> {
  const ids = rows.map(({ id }) => id);
  const registrations = await ticketOffice().countRegistrations(db, ids);
  const door = await countDoorStaffOf(db, ids);
  return Object.fromEntries(
    rows.flatMap((row): [string, { inUse?: string; told?: string }][] => {
      const booked = registrations.get(row.id);
      const people = door.get(row.id);
      if (booked) return [[row.id, { inUse: undeletable(row, booked) }]];
      return people ? [[row.id, { told: doorText(row, people) }]] : [];
    }),
  );
}

/** Registrations are kept for a time after the event, and the event with them. */
function undeletable({ title, status, date, end_date }: Deletable, count: number): string {
  const people = count > 1 ? `${count} inscriptions` : "une inscription";
  const kept = count > 1 ? "gardées" : "gardée";
  const until = formatDate("fr", retentionEnd("registrations", end_date ?? date));
  const advice =
    status === "cancelled"
      ? ""
      : " Pour qu’il n’ait pas lieu, ouvrez-le, puis « Annuler l’événement ».";
  return `« ${title} » a ${people}, ${kept} jusqu’au ${until}, et l’événement avec.${advice}`;
}

/** The door staff go with the event, and do not come back from the bin. */
function doorText(event: Deletable, people: number): string {
  const who = several(people, "personne tient son entrée", "personnes tiennent son entrée");
  const told = isRunning(event)
    ? deliveryText(
        people > 1 ? "elles l’apprennent par e-mail" : "elle l’apprend par e-mail",
        `ce site ne peut pas envoyer d’e-mail, prévenez-${people > 1 ? "les" : "la"} vous-même`,
      )
    : "";
  const again = `si l’événement revient, il faudra ${people > 1 ? "les" : "la"} placer de nouveau`;
  return `${who} : ${[told, again].filter(Boolean).join(" ; ")}.`;
}

type FormPackages = { prices: readonly PackageText[] | null };

/** The form fields of an event, stored or just saved by somebody else. */
export function eventFields({ prices, ...event }: Omit<StoredEvent, "prices"> & FormPackages) {
  return {
    ...formDefaults({
      ...withMarkdownTexts(event, ["description", "description_en"]),
      price: event.price ?? DEFAULT_EVENT_PRICE,
      unlimited: event.max_participants === null,
      invitation: prices?.length === 0,
    }),
    registration_opens_at: momentText(event.registration_opens_at),
    registration_closes_at: momentText(event.registration_closes_at),
    asks_gamertag: event.asks_gamertag ? "yes" : "no",
    ...packageFields(prices ?? []),
  };
}

/** Its form, through which an old version comes back too. */
export const eventForm = recordForm({
  table: events,
  find: findEventForStaff,
  fieldsOf: ({ prices, ...event }) => eventFields({ ...event, prices: withEndDates(prices) }),
  schema: eventFormSchema,
  update: updateEvent,
});

/** The packages of a stored event, or of an old version, which has their ends as text. */
const withEndDates = (prices: StoredEvent["prices"]): PackageText[] | null =>
  prices?.map(({ package_id: _row, taken: _taken, ends_at, ...text }) => ({
    ...text,
    ends_at: ends_at === null ? null : new Date(ends_at),
  })) ?? null;
