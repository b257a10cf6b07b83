import * as z from "zod";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import {
  checkGroups,
  type FormValues,
  groupFields,
  groupNumbers,
  groupOf,
} from "../kit/form/field-groups.ts";
import {
  blankIsNull,
  box,
  day,
  lines,
  moment,
  momentText,
  oneOf,
  optional,
  optionalAddress,
  required,
  whole,
} from "../kit/form/schema.ts";
import { freeSlug, slugify } from "../kit/form/slug.ts";
import { MARKDOWN, requiredText, sentText } from "../texts/text-fields.ts";
import {
  asksGamertagByDefault,
  EVENT_CATEGORIES,
  EVENT_STATUSES,
  EVENT_TYPES,
  eventEnd,
  eventStart,
  type PackageText,
} from "./events.ts";

const MAX_OPTIONS = 20;
const MAX_FRANCS = 100_000_000;
const QUOTA = "Le quota est un nombre entier de places, à partir de 1";

const optionSchema = z.object({
  id: z.string().trim().max(60).default(""),
  name: required("Le nom de la formule est requis"),
  name_en: optional(),
  amount: whole("Le prix doit être positif", 0, MAX_FRANCS),
  description: required("La description de la formule est requise", 500),
  description_en: optional(500),
  features: lines,
  features_en: lines,
  quota: blankIsNull(whole(QUOTA, 1, 1_000_000)),
  ends_at: moment("Date et heure invalides"),
});

/**
 * The prices in the form: null for the one price, an empty list for an event by invitation, else its packages.
 */
const pricesSchema = z.record(z.string(), z.string()).transform((values, context) => {
  const { length } = groupNumbers(values, "prices");
  const wrong = (message: string) =>
    context.addIssue({ code: "custom", path: ["invitation"], message });
  const invitation = box.parse(values.invitation);
  if (invitation && length > 0) {
    wrong("Retirez d’abord les formules, ou décochez cette case");
  }
  if (length > MAX_OPTIONS) wrong(`Au plus ${MAX_OPTIONS} formules`);
  const options: PackageText[] = [];
  for (const option of checkGroups(values, "prices", optionSchema, context)) {
    options.push(withFreeId(option, options));
  }
  return { prices: options.length > 0 || invitation ? options : null };
});

/** The name of the quota field of a package by its position in the form. */
export const quotaField = (values: FormValues, index: number): string =>
  `prices.${groupNumbers(values, "prices")[index]}.quota`;

const endSchema = moment("");

/** A package ends before the event begins. */
const packageEndsSchema = z.record(z.string(), z.string()).transform((values, context) => {
  const start = eventStart({ date: values.date?.trim() ?? "", time: values.time?.trim() || null });
  for (const number of groupNumbers(values, "prices")) {
    const { data: end } = endSchema.safeParse(groupOf(values, "prices", number).ends_at);
    // An invalid start has its own message.
    if (!end || !(end > start)) continue;
    const message = "Cette date vient après le début de l’événement";
    context.addIssue({ code: "custom", path: [`prices.${number}.ends_at`], message });
  }
  return {};
});

/** The fields that show packages in the form. */
export function packageFields(packages: readonly PackageText[]) {
  const entries = packages.map((one) => ({ ...one, ends_at: momentText(one.ends_at) }));
  return groupFields("prices", entries);
}

/** A package with an id that is unique within the event. */
function withFreeId(option: z.output<typeof optionSchema>, others: PackageText[]): PackageText {
  const words = new Set(others.map(({ id }) => id));
  return { ...option, id: freeSlug(option.id || slugify(option.name) || "formule", words) };
}

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
  asks_licence: box,
  asks_club: box,
  status: oneOf(EVENT_STATUSES, "Le statut est requis"),
  /** Who was shown to be told: other people, or another change, need another confirmation. */
  told: z.string().optional(),
});

const maximumSchema = whole("Le nombre maximum de participants est requis", 1, 1_000_000);

/** A maximum must be given, unless the box says that there is none. */
const placesSchema = z
  .object({ max_participants: z.string().default(""), unlimited: box })
  .transform(({ max_participants, unlimited }, context) => {
    if (unlimited) return { max_participants: null };
    const checked = maximumSchema.safeParse(max_participants);
    if (checked.success) return { max_participants: checked.data };
    const message = checked.error.issues[0]?.message;
    context.addIssue({ code: "custom", path: ["max_participants"], message });
    return z.NEVER;
  });

/** The choices for the gamertag; empty means by the category. */
const GAMERTAG_CHOICES = ["yes", "no"] as const;

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

const ageSchema = (message: string) => blankIsNull(whole(message, 1, 120));

/** Both ages are included. */
const agesSchema = z
  .object({
    min_age: ageSchema("L’âge minimum est un nombre entier d’années, de 1 à 120"),
    max_age: ageSchema("L’âge maximum est un nombre entier d’années, de 1 à 120"),
  })
  .refine(({ min_age, max_age }) => min_age === null || max_age === null || min_age <= max_age, {
    error: "L’âge maximum est plus bas que l’âge minimum",
    path: ["max_age"],
  });

/** The form of an event. */
export const eventFormSchema = fields
  .superRefine(checkOrder)
  // Who is of a club is read from their licence.
  .transform((event) => ({
    ...event,
    ...MARKDOWN,
    asks_licence: event.asks_licence || event.asks_club,
  }))
  .and(placesSchema)
  .and(pricesSchema)
  .and(packageEndsSchema)
  .and(gamertagSchema)
  .and(agesSchema);

/** Checks that the event ends after it begins, and that registration closes after it opens. */
function checkOrder(event: z.output<typeof fields>, context: z.RefinementCtx): void {
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
