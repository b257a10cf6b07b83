import type { AgeLimits } from "../core/values/age.ts";
import { DAY } from "../core/values/durations.ts";
import { SAMPLE_EVENT_TEXTS } from "./event-texts.samples.ts";
import { asksGamertagByDefault, type FederationEvent, type PriceOption } from "./events.ts";
import { SAMPLE_EVENT_PRICES } from "./packages/event-prices.samples.ts";

const SATURDAY = 6;
const SUNDAY = 0;

/**
 * The nth coming `weekday` (0 is Sunday) strictly after the day of `now`, as yyyy-mm-dd in UTC;
 * a negative n counts back from the last one strictly before it.
 */
function nthWeekday(now: Date, weekday: number, n: number): string {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  const days = n > 0 ? (ahead || 7) + (n - 1) * 7 : ahead + n * 7;
  return new Date(today + days * DAY).toISOString().slice(0, 10);
}

type SampleEvent = Omit<
  FederationEvent,
  | "id"
  | "description"
  | "description_en"
  | "prices"
  | "currency"
  | "rules"
  | "rules_en"
  | "current_participants"
  | "created_at"
  | "end_date"
  | "end_time"
  | "registration_opens_at"
  | "registration_closes_at"
  | "cancellation_reason"
  | "cancellation_reason_en"
  | "sequence"
  | "asks_gamertag"
  | keyof AgeLimits
> &
  Partial<AgeLimits> & {
    end_time: string;
    packages: keyof typeof SAMPLE_EVENT_PRICES | null;
    text: keyof typeof SAMPLE_EVENT_TEXTS;
    announced_days_ago: number;
  };

function events(now: Date): SampleEvent[] {
  return [
    {
      text: "football",
      title: "Tournoi national FIFA 25",
      title_en: "FIFA 25 National Tournament",
      date: nthWeekday(now, SATURDAY, 3),
      time: "10:00",
      end_time: "18:00",
      location: "Palais du Peuple, Conakry",
      location_en: "Palais du Peuple, Conakry",
      image_url: "/pictures/event-football.jpg",
      category: "Tournoi",
      type: "in-person",
      max_participants: 64,
      price: 25_000,
      packages: "football",
      min_age: 16,
      status: "upcoming",
      announced_days_ago: 34,
    },
    {
      text: "referees",
      title: "Formation nationale des arbitres",
      title_en: "National Referee Training",
      date: nthWeekday(now, SATURDAY, 5),
      time: "09:00",
      end_time: "16:30",
      location: "Université Gamal Abdel Nasser, Conakry",
      location_en: "Gamal Abdel Nasser University, Conakry",
      image_url: "/pictures/event-referee.jpg",
      category: "Formation",
      type: "in-person",
      max_participants: 30,
      price: 50_000,
      packages: "referees",
      min_age: 18,
      status: "upcoming",
      announced_days_ago: 24,
    },
    {
      text: "awards",
      title: "Cérémonie des trophées de l’esport guinéen",
      title_en: "Guinean Esports Awards",
      date: nthWeekday(now, SATURDAY, 12),
      time: "19:00",
      end_time: "22:00",
      location: "Palais du Peuple, Conakry",
      location_en: "Palais du Peuple, Conakry",
      image_url: "/pictures/event-awards.jpg",
      category: "Conférence",
      type: "in-person",
      max_participants: 200,
      price: 0,
      packages: null,
      status: "upcoming",
      announced_days_ago: 16,
    },
    {
      text: "fighting",
      title: "Championnat de jeux de combat : étape de Labé",
      title_en: "Fighting Games Championship: Labé Round",
      date: nthWeekday(now, SATURDAY, 2),
      time: "11:00",
      end_time: "19:00",
      location: "Université de Labé, Hafia",
      location_en: "University of Labé, Hafia",
      image_url: "/pictures/event-fighting.jpg",
      category: "Championnat",
      type: "in-person",
      max_participants: 32,
      price: 10_000,
      packages: "fighting",
      status: "upcoming",
      announced_days_ago: 48,
    },
    {
      text: "mobile",
      title: "Open mobile en ligne des préfectures",
      title_en: "Online Mobile Open of the Prefectures",
      date: nthWeekday(now, SUNDAY, 4),
      time: "15:00",
      end_time: "20:00",
      location: "En ligne",
      location_en: "Online",
      image_url: "/pictures/event-mobile.jpg",
      category: "Tournoi",
      type: "online",
      max_participants: 128,
      price: 0,
      packages: "mobile",
      status: "upcoming",
      announced_days_ago: 19,
    },
    {
      text: "conference",
      title: "Assises nationales de l’esport",
      title_en: "National Esports Conference",
      date: nthWeekday(now, SATURDAY, 8),
      time: "08:30",
      end_time: "17:00",
      location: "Université Gamal Abdel Nasser, Conakry, et en ligne",
      location_en: "Gamal Abdel Nasser University, Conakry, and online",
      image_url: "/pictures/event-conference.jpg",
      category: "Conférence",
      type: "hybrid",
      max_participants: 300,
      price: 20_000,
      packages: "conference",
      status: "upcoming",
      announced_days_ago: 12,
    },
    {
      text: "interclub",
      title: "Finale du championnat national interclubs",
      title_en: "National Interclub Championship Final",
      date: nthWeekday(now, SATURDAY, -3),
      time: "17:00",
      end_time: "20:00",
      location: "Université Julius Nyerere, Kankan",
      location_en: "Julius Nyerere University, Kankan",
      image_url: "/pictures/event-fighting.jpg",
      category: "Championnat",
      type: "in-person",
      max_participants: 16,
      price: 0,
      packages: null,
      status: "completed",
      announced_days_ago: 92,
    },
    {
      text: "regional",
      title: "Sélections régionales FIFA 25 de Boké",
      title_en: "Boké FIFA 25 Regional Qualifiers",
      date: nthWeekday(now, SATURDAY, -6),
      time: "10:00",
      end_time: "18:00",
      location: "Maison des jeunes, Boké",
      location_en: "Youth Centre, Boké",
      image_url: "/pictures/event-football.jpg",
      category: "Tournoi",
      type: "in-person",
      max_participants: 32,
      price: 5_000,
      packages: "regional",
      min_age: 16,
      status: "cancelled",
      announced_days_ago: 88,
    },
  ];
}

function samplePackages(name: keyof typeof SAMPLE_EVENT_PRICES, event: number): PriceOption[] {
  return SAMPLE_EVENT_PRICES[name].map((text, index) => ({
    ...text,
    package_id: `01930000-0000-7000-8000-0000000022${event}${index + 1}`,
    quota: null,
    ends_at: null,
    taken: 0,
  }));
}

/** Six upcoming events, one completed and one cancelled, dated around `now`. */
export function sampleEvents(now: Date): FederationEvent[] {
  return events(now).map(({ text, packages, announced_days_ago, ...event }, index) => {
    const { description, rules } = SAMPLE_EVENT_TEXTS[text];
    return {
      min_age: null,
      max_age: null,
      ...event,
      asks_gamertag: asksGamertagByDefault(event.category),
      id: `01930000-0000-7000-8000-000000002${String(index + 1).padStart(3, "0")}`,
      // None of them has one price alone.
      prices: packages ? samplePackages(packages, index + 1) : [],
      description: description.fr.join("\n"),
      description_en: description.en.join("\n"),
      currency: "XOF",
      // Nobody registered for them.
      current_participants: 0,
      end_date: null,
      cancellation_reason: null,
      cancellation_reason_en: null,
      sequence: 0,
      registration_opens_at: null,
      registration_closes_at: null,
      rules: rules.fr.join("\n"),
      rules_en: rules.en.join("\n"),
      created_at: new Date(now.getTime() - announced_days_ago * DAY),
    };
  });
}

/** A built-in event, while it is to come. */
export const upcomingSample = (id: string, now: Date) =>
  sampleEvents(now).find((sample) => sample.id === id && sample.status === "upcoming");
