import * as z from "zod";
import { currentTime } from "../core/process/clock.ts";
import { email } from "../core/values/email.ts";
import { readPhone } from "../core/values/phone.ts";
import { isoDay, PRICE_CURRENCIES } from "../i18n/format.ts";
import { checkGroups, type FormValues, groupNumbers } from "../kit/form/field-groups.ts";
import {
  blankIsNull,
  day,
  MAX_SENT_TEXT,
  oneOf,
  optional,
  optionalAddress,
  required,
  webAddress,
  whole,
} from "../kit/form/schema.ts";
import { ABOUT_TEXTS, PARTNER_TEXTS, type TextDefinitions } from "./custom-texts.ts";
import { parseSpans, WEEKDAYS } from "./opening-hours.ts";
import { parseDecimal, parseYearDay, settingFromForm } from "./setting-fields.ts";
import { NETWORKS, type SiteSettings } from "./settings.ts";

const MAX_ENTRIES = 20;
const LIMIT = "Un montant entier, ou zéro";
const MINIMUM = "Un montant en euros, de 0 à 9\u202f999, comme 3 ou 2,50";
const AGE = "Un âge entier, de 12 à 30 ans";
const DATA_PRICE = "Un nombre entier de francs, de 1 à 1\u202f000";
const SIDE = "Un nombre entier de pixels, de 16 à 240";

const size = whole(SIDE, 16, 240, SIDE);

const entry = z.object({
  label: required("Le libellé est requis", 60),
  label_en: optional(60),
  path: webAddress("Une adresse du site, comme /news, ou complète, comme https://exemple.org"),
});

type Check = (values: FormValues, context: z.core.$RefinementCtx) => void;

/** Checks the fields of an object, and tells what is wrong under their names. */
const checking =
  (schema: z.ZodType): Check =>
  (values, context) => {
    for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  };

const checkMenu: Check = (values, context) => {
  checking(z.object({ brand_text: required("Le nom affiché est requis", 40) }))(values, context);
  const numbers = groupNumbers(values, "items");
  const wrong = (message: string) =>
    context.addIssue({ code: "custom", path: ["brand_text"], message });
  if (numbers.length === 0) wrong("Le menu a besoin d’au moins un élément");
  if (numbers.length > MAX_ENTRIES) wrong(`Au plus ${MAX_ENTRIES} éléments`);
  checkGroups(values, "items", entry, context);
  for (const number of numbers) checkGroups(values, `items.${number}.submenu`, entry, context);
};

const HOURS = "Des heures comme 9 h - 12 h 30, 14 h - 17 h, dans l’ordre";
const HOLD = "Un nombre entier d’heures, de 1 à 720";
const TOLERANCE = "Un nombre entier, de 0 à 5";
const spans = z
  .string()
  .default("")
  .refine((text) => parseSpans(text) !== undefined, HOURS);
const closure = z
  .object({
    from: day("Une date, comme 2027-03-12"),
    to: blankIsNull(day("Une date, comme 2027-03-12")),
  })
  .refine(({ from, to }) => to === null || from <= to, {
    path: ["to"],
    message: "Le dernier jour vient après le premier",
  });

const NOT_A_PHONE = "Numéro de téléphone invalide";
/** Whether people can dial it; an absent one is told by its own rule. */
const isPhone = (text: string | null) => !text || readPhone(text) !== undefined;

const checkDesk: Check = (values, context) => {
  const desk = z.object({
    address: optional(),
    address_en: optional(),
    ...Object.fromEntries(WEEKDAYS.map((name) => [name, spans])),
    hold_hours: whole(HOLD, 1, 720, HOLD),
    rate_tolerance: whole(TOLERANCE, 0, 5, TOLERANCE),
    orange_money: optional(40).refine(isPhone, NOT_A_PHONE),
    mtn_momo: optional(40).refine(isPhone, NOT_A_PHONE),
    account_name: optional(80),
  });
  checking(desk)(values, context);
  checkGroups(values, "closures", closure, context);
};

const YEAR_DAY = "Un jour et un mois de chaque année, comme 01/07";

/** Both days or none. */
const checkMoves: Check = (values, context) => {
  if (!values.from?.trim() && !values.to?.trim()) return;
  const yearDay = z
    .string({ error: YEAR_DAY })
    .refine((written) => parseYearDay(written) !== undefined, YEAR_DAY);
  checking(z.object({ from: yearDay, to: yearDay }))(values, context);
};

const RATE = "Un nombre de francs guinéens, de 2 000 à 50 000, avec quatre décimales au plus";
/** A digit too many or too few is no rate: it is charged from the next minute on. */
const RATE_LIMITS = { least: 2_000, most: 50_000 };

function isRate(written: string): boolean {
  const decimal = parseDecimal(written) ?? "";
  const value = Number(decimal);
  return (
    /^\d{4,5}(\.\d{1,4})?$/.test(decimal) && value >= RATE_LIMITS.least && value <= RATE_LIMITS.most
  );
}

/** All of it or nothing: a rate that nobody can look up is not taken. */
const checkRate: Check = (values, context) => {
  if (["gnf", "source", "date"].every((field) => !values[field]?.trim())) return;
  const rate = z.object({
    gnf: z.string().trim().refine(isRate, RATE),
    source: required("La source est requise, par exemple BCRG", 60),
    date: day("La date du taux est requise").refine(
      (date) => date <= isoDay(currentTime()),
      "Cette date est à venir",
    ),
  });
  checking(rate)(values, context);
};

const MAX_STEPS = 12;
/** How long a text is, and what it holds, is looked at when it is read (`normaliseCustomTexts`). */
const step = z.object({
  years: required("Les années sont requises", 40),
  title: required("Le titre est requis", 80),
  title_en: optional(80),
  text: required("Le texte est requis", MAX_SENT_TEXT),
  text_en: optional(MAX_SENT_TEXT),
});

const words = (worded: TextDefinitions) =>
  checking(
    z.object(
      Object.fromEntries(
        Object.entries(worded).flatMap(([name, { kind, max }]) => {
          const field = optional(kind === "text" ? MAX_SENT_TEXT : max);
          return [
            [name, field],
            [`${name}_en`, field],
          ];
        }),
      ),
    ),
  );

const checkAbout: Check = (values, context) => {
  words(ABOUT_TEXTS)(values, context);
  checkGroups(values, "history", step, context);
  const numbers = groupNumbers(values, "history");
  if (numbers.length > MAX_STEPS) {
    const path = [`history.${numbers.at(-1)}.years`];
    context.addIssue({ code: "custom", path, message: `Au plus ${MAX_STEPS} étapes` });
  }
};

/** A longitude without its minus is in Chad, and two that changed places are in the sea. */
const within = (least: number, most: number, message: string) =>
  z.string().refine((written) => {
    const degrees = settingFromForm("map_point", { latitude: written, longitude: "" }).latitude;
    return /^-?\d{1,2}(?:\.\d{1,8})?$/.test(degrees) && +degrees >= least && +degrees <= most;
  }, message);

const CHECKS: Record<keyof SiteSettings, Check> = {
  site_logo: checking(
    z.object({
      main_logo: webAddress("L’image du logo est requise"),
      alt_text: required("Le texte de remplacement est requis", 120),
      width: size,
      height: size,
      link: webAddress("Une adresse du site, comme /, ou complète, comme https://exemple.org"),
    }),
  ),
  main_navigation: checkMenu,
  contact_info: checking(
    z.object({
      address: required("L’adresse est requise"),
      address_en: optional(),
      postal_code: optional(),
      email: email("Email invalide"),
      phone: required("Le téléphone est requis", 40).refine(isPhone, NOT_A_PHONE),
      ...Object.fromEntries(Object.keys(NETWORKS).map((network) => [network, optionalAddress()])),
    }),
  ),
  federation: checking(
    z.object({
      name: required("Le nom est requis", 120),
      name_en: required("Le nom en anglais est requis", 120),
      short_name: required("Le sigle est requis", 20),
      export_prefix: z
        .string()
        .trim()
        .regex(/^[a-z0-9]{2,12}$/, "De 2 à 12 lettres minuscules ou chiffres"),
    }),
  ),
  club_moves: checkMoves,
  minors: checking(z.object({ age: whole(AGE, 12, 30) })),
  events: checking(z.object({ currency: oneOf(PRICE_CURRENCIES, "La devise est requise") })),
  exchange_rate: checkRate,
  refunds: checking(z.object({ limit_GNF: whole(LIMIT, 0), limit_XOF: whole(LIMIT, 0) })),
  paypal: checking(
    z.object({
      minimum: z
        .string({ error: MINIMUM })
        .refine((written) => /^\d{1,4}(\.\d{1,2})?$/.test(parseDecimal(written) ?? ""), MINIMUM),
    }),
  ),
  mobile_data: checking(z.object({ price: whole(DATA_PRICE, 1, 1_000, DATA_PRICE) })),
  about: checkAbout,
  partner_texts: words(PARTNER_TEXTS),
  map_point: checking(
    z.object({
      latitude: within(7, 13, "Une latitude en Guinée, de 7 à 13, comme 9.5412"),
      longitude: within(-15.5, -7, "Une longitude en Guinée, de -15,5 à -7, comme -13.6773"),
    }),
  ),
  desk: checkDesk,
};

/** What staff write of a setting. */
export const settingSchema = <Key extends keyof SiteSettings>(key: Key) =>
  z.record(z.string(), z.string()).transform((values, context): SiteSettings[Key] => {
    CHECKS[key](values, context);
    return settingFromForm(key, values);
  });
