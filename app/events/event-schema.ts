import * as z from "zod";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import {
  blankIsNull,
  box,
  day,
  moment,
  oneOf,
  optional,
  optionalAddress,
  required,
  whole,
} from "../kit/form/schema.ts";
import { MARKDOWN, requiredText, sentText } from "../texts/text-fields.ts";
import {
  asksGamertagByDefault,
  EVENT_CATEGORIES,
  EVENT_STATUSES,
  EVENT_TYPES,
  eventEnd,
  eventStart,
} from "./events.ts";
import { packageEndsSchema, pricesSchema } from "./packages/event-prices.ts";

const MAX_TEXT = 20_000;

const hour = blankIsNull(
  z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Heure invalide"),
);

const fields = z.object({
  title: required("Le titre est requis"),
  title_en: optional(),
  description: requiredText("La description est requise"),
  description_en: sentText,
  date: day("La date est requise"),
  time: hour,
  end_date: blankIsNull(day("Date invalide")),
  end_time: hour,
  registration_opens_at: moment("Date et heure invalides"),
  registration_closes_at: moment("Date et heure invalides"),
  location: required("Le lieu est requis"),
  location_en: optional(),
  image_url: optionalAddress(),
  category: oneOf(EVENT_CATEGORIES, "La catégorie est requise"),
  type: oneOf(EVENT_TYPES, "Le type est requis"),
  currency: oneOf(PRICE_CURRENCIES, "La devise est requise"),
  price: whole("Le prix doit être positif", 0),
  rules: optional(MAX_TEXT),
  rules_en: optional(MAX_TEXT),
  status: oneOf(EVENT_STATUSES, "Le statut est requis"),
});

const aMaximum = whole("Le nombre maximum de participants est requis", 1, 1_000_000);

/** A maximum must be given, unless the box says that there is none. */
const placesSchema = z
  .object({ max_participants: z.string().default(""), unlimited: box })
  .transform(({ max_participants, unlimited }, context) => {
    if (unlimited) return { max_participants: null };
    const checked = aMaximum.safeParse(max_participants);
    if (checked.success) return { max_participants: checked.data };
    const message = checked.error.issues[0]?.message;
    context.addIssue({ code: "custom", path: ["max_participants"], message });
    return z.NEVER;
  });

/** What the form says of the gamertag; empty: by the category. */
export const GAMERTAG_CHOICES = ["yes", "no"] as const;

const gamertagSchema = z
  .object({
    category: z.enum(EVENT_CATEGORIES).optional().catch(undefined),
    asks_gamertag: blankIsNull(oneOf(GAMERTAG_CHOICES, "Choix invalide")),
  })
  .transform(({ category, asks_gamertag }) => ({
    asks_gamertag: asks_gamertag
      ? asks_gamertag === "yes"
      : category !== undefined && asksGamertagByDefault(category),
  }));

const anAge = (message: string) => blankIsNull(whole(message, 1, 120));

/** Both ends are included, and may be one. */
const agesSchema = z
  .object({
    min_age: anAge("L’âge minimum est un nombre entier d’années, de 1 à 120"),
    max_age: anAge("L’âge maximum est un nombre entier d’années, de 1 à 120"),
  })
  .refine(({ min_age, max_age }) => min_age === null || max_age === null || min_age <= max_age, {
    error: "L’âge maximum est plus bas que l’âge minimum",
    path: ["max_age"],
  });

/** What staff write of an event. */
export const eventFormSchema = fields
  .superRefine(refuseOrder)
  .transform((event) => ({ ...event, ...MARKDOWN }))
  .and(placesSchema)
  .and(pricesSchema)
  .and(packageEndsSchema)
  .and(gamertagSchema)
  .and(agesSchema);

/** It ends after it began, and registration closes after it opened. */
function refuseOrder(event: z.output<typeof fields>, context: z.RefinementCtx): void {
  const { date, time, end_date, end_time } = event;
  const { registration_opens_at: opens, registration_closes_at: closes } = event;
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (end_date && end_date < date) refuse("end_date", "La fin ne peut pas précéder le début");
  else if (end_time && !time) refuse("end_time", "Donnez aussi l’heure de début");
  else if (eventEnd(event) <= eventStart(event)) {
    refuse("end_time", "L’heure de fin doit suivre celle du début");
  }
  if (closes && opens && closes <= opens) {
    refuse("registration_closes_at", "La clôture doit suivre l’ouverture");
  }
  if (opens && opens >= eventStart(event)) {
    refuse("registration_opens_at", "Les inscriptions doivent ouvrir avant le début");
  }
}

export type EventForm = z.output<typeof eventFormSchema>;
