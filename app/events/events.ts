import type { AgeLimits } from "../core/values/age.ts";
import { DAY } from "../core/values/durations.ts";
import { pick } from "../core/values/pick.ts";
import type { PriceCurrency } from "../i18n/format.ts";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { valuesOf } from "../records/record-fields.ts";
import type { TextFormat } from "../texts/text-document.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "./events.record.ts";

export const EVENT_CATEGORIES = ["Tournoi", "Formation", "Conférence", "Championnat"] as const;
export type EventCategory = (typeof EVENT_CATEGORIES)[number];

export const EVENT_TYPES = valuesOf(TYPE_CHOICES);
export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_STATUSES = valuesOf(STATUS_CHOICES);
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** For competitions the form asks for the gamertag and the platform, unless staff choose otherwise. */
export const asksGamertagByDefault = (category: EventCategory): boolean =>
  category === "Tournoi" || category === "Championnat";

/** What staff write of a package. */
export type PackageText = {
  /** The name of the package in forms, unique within its event. */
  id: string;
  name: string;
  name_en: string | null;
  /** Whole francs of the event's currency. 0 is a price: free. */
  amount: number;
  description: string;
  description_en: string | null;
  features: string[];
  features_en: string[];
  /** How many places it has, where they are fewer than those of the event. */
  quota: number | null;
  /** It can be chosen until then, where that is before registration closes. */
  ends_at: Date | null;
};

/** One package a registrant can choose. */
export type PriceOption = PackageText & {
  /** Its row; null for the one price of an event without packages. */
  package_id: string | null;
  /** The places that are taken, or were taken before the event was cancelled. */
  taken: number;
};

/** An event as stored. French is required; `_en` twins are optional translations. */
export type FederationEvent = AgeLimits & {
  id: string;
  title: string;
  title_en: string | null;
  description: string;
  description_en: string | null;
  /** How the description is written; without it, plain: each line is a paragraph. */
  format?: TextFormat;
  /** Calendar day in Conakry, yyyy-mm-dd. */
  date: string;
  /** Local time in Conakry, HH:MM (UTC all year). */
  time: string | null;
  /** Its last day, when that is another one. */
  end_date: string | null;
  /** HH:MM; without it, it lasts until the end of its last day. */
  end_time: string | null;
  /** Registration is open from here, if anything says so. */
  registration_opens_at: Date | null;
  /** Registration closes here, or when the event begins. */
  registration_closes_at: Date | null;
  location: string;
  location_en: string | null;
  image_url: string | null;
  category: EventCategory;
  type: EventType;
  max_participants: number | null;
  current_participants: number;
  /** Whole francs; used when `prices` is null. Null means that no price was set. */
  price: number | null;
  currency: PriceCurrency;
  /** Null: its price alone. Empty: no registration on the site (by invitation). */
  prices: PriceOption[] | null;
  /** Plain text; each line is a rule. */
  rules: string | null;
  rules_en: string | null;
  status: EventStatus;
  /** Why it was cancelled. */
  cancellation_reason: string | null;
  cancellation_reason_en: string | null;
  /** The iCalendar sequence: increases with each change that calendars show. */
  sequence: number;
  /** The form asks the gamertag and the platform. */
  asks_gamertag: boolean;
  /** Whoever registers shows a licence that is valid on its day. */
  asks_licence: boolean;
  /** Their licence is of an affiliated club. */
  asks_club: boolean;
  created_at: Date;
};

/** The changes of an event about which registrants get a mail. */
export const CHANGE_KINDS = ["moved", "cancelled", "reopened"] as const;

/** The approval of a cancelled event's refunds, where one person alone may not decide. */
export const RETURNS_STATES = ["waiting", "approved", "sent"] as const;

const WHEN_AND_WHERE = ["date", "time", "end_date", "end_time", "location", "location_en"] as const;
export type WhenAndWhere = Pick<FederationEvent, (typeof WHEN_AND_WHERE)[number]>;

/** When and where an event is. */
export const whenAndWhere = (event: WhenAndWhere): WhenAndWhere => pick(event, WHEN_AND_WHERE);

const WHEN = ["date", "time", "end_date", "end_time"] as const;

/**
 * Whether the date, time or place of an event changed for whoever reads it in this language. A translation of the place
 * that comes or goes moves nothing by itself.
 */
export function isMovedFor(language: Language, was: WhenAndWhere, is: WhenAndWhere): boolean {
  if (WHEN.some((field) => was[field] !== is[field])) return true;
  const isTranslated = was.location_en !== null && is.location_en !== null;
  return language === "en" && isTranslated
    ? was.location_en !== is.location_en
    : was.location !== is.location;
}

/** Whether it moved for anybody. */
export const isMoved = (was: WhenAndWhere, is: WhenAndWhere): boolean =>
  LANGUAGES.some((language) => isMovedFor(language, was, is));

/** Places that are not confirmed yet, and the length of the waiting list. */
export type EventPlaces = { held: number; offered: number; unproven: number; waiting: number };

/** Home shows at most this many upcoming events. */
export const HOME_EVENTS_LIMIT = 4;

/** Charged when the event has neither packages nor a price, whole francs. */
export const DEFAULT_EVENT_PRICE = 25_000;

type Capacity = Pick<FederationEvent, "max_participants" | "current_participants">;

/** Whether a maximum is set and the participants have reached it. */
export function isFull({ max_participants, current_participants }: Capacity): boolean {
  return max_participants !== null && current_participants >= max_participants;
}

type Dates = Pick<FederationEvent, "date" | "time" | "end_date" | "end_time">;

/** The moment an event begins, in Conakry, which is on UTC all year; the end of its day without a time. */
export function eventStart({ date, time }: Pick<Dates, "date" | "time">): Date {
  return new Date(`${date}T${time ?? "23:59"}:00Z`);
}

/** The moment it is over: the end of its last day, unless an hour is given. */
export function eventEnd({ date, end_date, end_time }: Omit<Dates, "time">): Date {
  return new Date(`${end_date ?? date}T${end_time ?? "24:00"}:00Z`);
}

/** When the door screen opens for its staff: the day before. `stands_at()` has the same rule. */
export const doorOpensAt = ({ date }: Pick<Dates, "date">): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) - DAY);

/** When the door screen closes: at the end of the day after the last one. */
export const doorClosesAt = ({ date, end_date }: Pick<Dates, "date" | "end_date">): Date =>
  new Date(Date.parse(`${end_date ?? date}T00:00:00Z`) + 2 * DAY);

/** The status that follows from the dates alone. */
function statusByDates(event: Dates, now: Date): Exclude<EventStatus, "cancelled"> {
  if (now >= eventEnd(event)) return "completed";
  return now >= eventStart(event) ? "ongoing" : "upcoming";
}

/** Whether it is neither over nor cancelled. */
export const isRunning = ({ status }: Pick<FederationEvent, "status">): boolean =>
  status === "upcoming" || status === "ongoing";

/** Whether it has not begun and is not cancelled, so that places can still be taken. */
export function isToCome(
  event: Pick<FederationEvent, "status" | "date" | "time">,
  now: Date,
): boolean {
  return event.status === "upcoming" && now < eventStart(event);
}

/** Whether one can register now. */
export const registrationsOpen = (
  event: Parameters<typeof registrationWindow>[0],
  now: Date,
): boolean => registrationWindow(event, now) === "open";

export type RegistrationWindow = "soon" | "open" | "closed";

/** The state of registration: staff may set when it opens and closes. */
export function registrationWindow(
  event: Pick<
    FederationEvent,
    "status" | "date" | "time" | "registration_opens_at" | "registration_closes_at"
  >,
  now: Date,
): RegistrationWindow {
  const { registration_opens_at: opens, registration_closes_at: closes } = event;
  if (!isToCome(event, now) || (closes && closes <= now)) return "closed";
  return opens && now < opens ? "soon" : "open";
}

/** The first package in the form of a new event. */
export const DEFAULT_PACKAGE: PackageText = {
  id: "standard",
  name: "Standard",
  name_en: "Standard",
  amount: 0,
  description: "Tarif standard",
  description_en: "Standard rate",
  features: ["Participation", "T-shirt officiel", "Buffet inclus"],
  features_en: ["Participation", "Official T-shirt", "Buffet included"],
  quota: null,
  ends_at: null,
};

type Priced = Pick<FederationEvent, "prices" | "price">;

/** The packages of an event, or its one price as a package. */
export function priceOptions({ prices, price }: Priced): PriceOption[] {
  if (prices) return prices;
  const amount = price ?? DEFAULT_EVENT_PRICE;
  const nothing = { features: [], features_en: [], package_id: null, taken: 0 };
  return [{ ...DEFAULT_PACKAGE, ...nothing, amount }];
}

type Limits = Pick<PriceOption, "quota" | "taken" | "ends_at">;

/** Whether a package is no longer on sale. */
export const isPackageOver = ({ ends_at }: Pick<Limits, "ends_at">, now: Date): boolean =>
  ends_at !== null && ends_at <= now;

/** How many places a package has left; without a quota, infinitely many. */
export const placesLeftIn = ({ quota, taken }: Pick<Limits, "quota" | "taken">): number =>
  quota === null ? Number.POSITIVE_INFINITY : quota - taken;

/** A package with its availability at some moment. */
export type Offer = PriceOption & {
  state: "open" | "ended" | "soldOut";
  /** How many places it has left, where it has a quota. */
  left: number | null;
};

type Sold = Pick<FederationEvent, "prices" | "price" | "max_participants" | "current_participants">;

/** The packages of an event with their availability. */
export function listOffers(event: Sold, now: Date): Offer[] {
  const { max_participants: max, current_participants: current } = event;
  const places = max === null ? Number.POSITIVE_INFINITY : max - current;
  return priceOptions(event).map((option) => {
    const room = placesLeftIn(option);
    const left = Number.isFinite(room) ? Math.max(0, Math.min(room, places)) : null;
    const available = room > 0 ? "open" : "soldOut";
    return { ...option, left, state: isPackageOver(option, now) ? "ended" : available };
  });
}

/**
 * Whether a new registration goes on the waiting list: the event is full, or each package is. A sold-out package can
 * then be chosen; one that is no longer on sale cannot.
 */
export const mustWait = (event: Sold, offers: readonly Offer[]): boolean =>
  isFull(event) || offers.every(({ state }) => state !== "open");

/** Whether a package can be chosen, for a place or for the waiting list. */
export const isChoosable = ({ state }: Pick<Offer, "state">, waits: boolean): boolean =>
  state === "open" || (waits && state === "soldOut");

/** A note for staff when the chosen status contradicts the dates. */
export function statusContradiction(
  event: Pick<FederationEvent, "status" | "date" | "time" | "end_date" | "end_time">,
  now: Date,
): string | undefined {
  const byDates = statusByDates(event, now);
  if (event.status === "cancelled" || event.status === byDates) return undefined;
  const label = STATUS_CHOICES.find(({ value }) => value === byDates)?.label ?? "";
  return `Selon ses dates : ${label.toLowerCase()}`;
}
