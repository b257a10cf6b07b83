import type { AgeLimits } from "../core/age.ts";

export const EVENT_CATEGORIES = ["Tournoi", "Formation", "Conférence", "Championnat"] as const;
export type EventCategory = (typeof EVENT_CATEGORIES)[number];

export const EVENT_TYPES = ["online", "in-person", "hybrid"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_STATUSES = ["upcoming", "ongoing", "completed", "cancelled"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Where people play, the form asks what they are called there and on what, unless staff say otherwise. */
export const asksGamertagByDefault = (category: EventCategory): boolean =>
  category === "Tournoi" || category === "Championnat";

/** One package a registrant can choose. */
export type PriceOption = {
  id: string;
  name: string;
  name_en?: string;
  /** In the currency's minor unit; XOF has none, so this is whole francs. 0 is a price: free. */
  amount: number;
  description: string;
  description_en?: string;
  features: string[];
  features_en?: string[];
};

/** An event as stored. French is required; `_en` twins are optional translations. */
export type FederationEvent = AgeLimits & {
  id: string;
  title: string;
  title_en: string | null;
  description: string;
  description_en: string | null;
  /** Calendar day in Conakry, yyyy-mm-dd. */
  date: string;
  /** Local time in Conakry, HH:MM (UTC all year). */
  time: string | null;
  location: string;
  location_en: string | null;
  image_url: string | null;
  category: EventCategory;
  type: EventType;
  max_participants: number | null;
  current_participants: number;
  /** Whole XOF; used when `prices` is null. Null means that no price was set. */
  price: number | null;
  currency: "XOF";
  /** Null: its price alone. Empty: no registration on the site (by invitation). */
  prices: PriceOption[] | null;
  /** Plain text; each line is a rule. */
  rules: string | null;
  rules_en: string | null;
  status: EventStatus;
  /** The form asks the gamertag and the platform. */
  asks_gamertag: boolean;
  created_at: Date;
};

/** Places that nobody has for good yet, and how many people wait for one. */
export type EventPlaces = { held: number; offered: number; unproven: number; waiting: number };

/** Home shows at most this many upcoming events. */
export const HOME_EVENTS_LIMIT = 4;

/** Charged when the event has neither packages nor a price, whole XOF. */
export const DEFAULT_EVENT_PRICE = 25_000;

/** Full when a maximum is set and the participants have reached it. */
export function isFull(
  event: Pick<FederationEvent, "max_participants" | "current_participants">,
): boolean {
  return event.max_participants !== null && event.current_participants >= event.max_participants;
}

/** The moment an event begins, in Conakry, which is on UTC all year; the end of its day without a time. */
export function eventStart({ date, time }: Pick<FederationEvent, "date" | "time">): Date {
  return new Date(`${date}T${time ?? "23:59"}:00Z`);
}

/** Whether staff may still let people in: it is neither over nor cancelled. */
export const isRunning = ({ status }: Pick<FederationEvent, "status">): boolean =>
  status === "upcoming" || status === "ongoing";

/** Whether one can register now: until it begins, unless staff closed it before. */
export function registrationsOpen(
  event: Pick<FederationEvent, "status" | "date" | "time">,
  now: Date,
): boolean {
  return event.status === "upcoming" && now < eventStart(event);
}

/** What the form of a new event begins with, to be changed: nothing of it is promised before it is stored. */
export const DEFAULT_PACKAGE: PriceOption = {
  id: "standard",
  name: "Standard",
  name_en: "Standard",
  amount: 0,
  description: "Tarif standard",
  description_en: "Standard rate",
  features: ["Participation au tournoi", "T-shirt officiel", "Buffet inclus"],
  features_en: ["Tournament participation", "Official T-shirt", "Buffet included"],
};

/** The packages on offer: the event's own, or its one price, which promises nothing more. */
export function priceOptions(event: Pick<FederationEvent, "prices" | "price">): PriceOption[] {
  if (event.prices) return event.prices;
  const { features_en: _none, ...option } = DEFAULT_PACKAGE;
  return [{ ...option, amount: event.price ?? DEFAULT_EVENT_PRICE, features: [] }];
}
