import * as z from "zod";
import { addressWord, freeWord } from "../../kit/address-word.ts";
import {
  blankIsNull,
  box,
  lines,
  moment,
  momentText,
  optional,
  required,
  whole,
} from "../../kit/form/schema.ts";
import {
  checkGroups,
  type FormValues,
  groupFields,
  groupNumbers,
  groupOf,
} from "../../kit/list/groups.ts";
import { eventStart, type PackageText } from "../events.ts";

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
 * What the form says of registration: null for the one price, an empty list for an event
 * by invitation, else its own packages. What is wrong is told under the name of its field.
 */
export const pricesSchema = z.record(z.string(), z.string()).transform((values, context) => {
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
    options.push(stored(option, options));
  }
  return { prices: options.length > 0 || invitation ? options : null };
});

/** The field of the quota of the package at a place of the form. */
export const quotaField = (values: FormValues, place: number): string =>
  `prices.${groupNumbers(values, "prices")[place]}.quota`;

const endSchema = moment("");

/** No package is on sale when the event has begun: nobody registers any more. */
export const packageEndsSchema = z.record(z.string(), z.string()).transform((values, context) => {
  const start = eventStart({ date: values.date?.trim() ?? "", time: values.time?.trim() || null });
  for (const number of groupNumbers(values, "prices")) {
    const { data: end } = endSchema.safeParse(groupOf(values, "prices", number).ends_at);
    // A start that is none is told beside its own field.
    if (!end || !(end > start)) continue;
    const message = "Cette fin vient après le début de l’événement";
    context.addIssue({ code: "custom", path: [`prices.${number}.ends_at`], message });
  }
  return {};
});

/** The fields that show packages in the form. */
export function packageFields(packages: readonly PackageText[]) {
  const entries = packages.map((one) => ({ ...one, ends_at: momentText(one.ends_at) }));
  return groupFields("prices", entries);
}

/** A package as it is kept: its word is its own. */
function stored(option: z.output<typeof optionSchema>, others: PackageText[]): PackageText {
  const words = new Set(others.map(({ id }) => id));
  return { ...option, id: freeWord(option.id || addressWord(option.name) || "formule", words) };
}
