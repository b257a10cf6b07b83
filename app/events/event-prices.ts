import * as z from "zod";
import { addressWord, freeWord } from "../kit/address-word.ts";
import { checkGroups, groupNumbers } from "../kit/groups.ts";
import { box, lines, optional, required, whole } from "../kit/schema.ts";
import type { PriceOption } from "./events.ts";

const MAX_OPTIONS = 20;
const MAX_FRANCS = 100_000_000;

const optionSchema = z.object({
  id: z.string().trim().max(60).default(""),
  name: required("Le nom de la formule est requis"),
  name_en: optional(),
  amount: whole("Le prix doit être positif", 0, MAX_FRANCS),
  description: required("La description de la formule est requise", 500),
  description_en: optional(500),
  features: lines,
  features_en: lines,
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
  const options: PriceOption[] = [];
  for (const option of checkGroups(values, "prices", optionSchema, context)) {
    options.push(stored(option, options));
  }
  return { prices: options.length > 0 || invitation ? options : null };
});

/** A package as it is kept: what has no translation is left out, and its id is its own. */
function stored(option: z.output<typeof optionSchema>, others: PriceOption[]): PriceOption {
  const { id, name_en, description_en, features_en, ...french } = option;
  return {
    ...french,
    id: freeWord(id || addressWord(option.name) || "formule", new Set(others.map((one) => one.id))),
    ...(name_en !== null && { name_en }),
    ...(description_en !== null && { description_en }),
    ...(features_en.length > 0 && { features_en }),
  };
}
