import { decimalAmount, PRICE_CURRENCIES } from "../i18n/format.ts";
import { type FormValues, groupFields, groupNumbers, groupsOf } from "../kit/form/field-groups.ts";
import {
  ABOUT_TEXTS,
  type CustomTexts,
  type HistoryStep,
  PARTNER_TEXTS,
  TEXT_SETTINGS,
  type TextDefinitions,
  type TextSetting,
} from "./custom-texts.ts";
import { formatSpans, parseSpans, WEEKDAYS, type WeeklyHours } from "./opening-hours.ts";
import { DEFAULT_SETTINGS, type NavigationItem, NETWORKS, type SiteSettings } from "./settings.ts";

/**
 * What the fields of a form say of a setting, whole or not, and the fields that show it: both ways, so that
 * the preview and the server read a form alike.
 */
type Reading<Value> = { read: (values: FormValues) => Value; fields: (value: Value) => FormValues };

const text = (values: FormValues, field: string) => values[field]?.trim() ?? "";

const whole = (values: FormValues, field: string) => Number.parseInt(text(values, field), 10) || 0;

/** A decimal as people write it, '9 450,25', with a point and without spaces; undefined when it is none. */
export function parseDecimal(written: string): string | undefined {
  const [, units, decimals] = /^(\d+)(?:[.,](\d+))?$/.exec(written.replace(/\s/g, "")) ?? [];
  return units && (decimals ? `${units}.${decimals}` : units);
}

/** A day of every year, as people write it, '1/7', and as it is kept, '07-01'; undefined for one that some years lack. */
export function parseYearDay(written: string): string | undefined {
  const [, day, month] = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})$/.exec(written.trim()) ?? [];
  if (day === undefined || month === undefined) return undefined;
  const date = new Date(Date.UTC(2001, Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day))
    return undefined;
  return `${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** '01/07' of '07-01' */
export const formatYearDay = (day: string): string => day.split("-").toReversed().join("/");

/** Degrees as people copy them, with a comma or a point; what is none stays as it was typed. */
const degrees = (written: string) => {
  const decimal = written.replace(/\s/g, "").replace(",", ".").replace("\u2212", "-");
  return /^[+-]?\d+(?:\.\d+)?$/.test(decimal) ? String(Number(decimal)) : written;
};

/** A text that is left out when it is blank. */
const maybe = <Field extends string>(values: FormValues, field: Field) =>
  (text(values, field) ? { [field]: text(values, field) } : {}) as { [K in Field]?: string };

const nameFields = (values: FormValues) => ({
  label: text(values, "label"),
  ...maybe(values, "label_en"),
  path: text(values, "path"),
});

/** Entries count in the order in which they stand in the form. */
function readItem(values: FormValues, place: number): NavigationItem {
  const submenu = groupsOf(values, "submenu").map(nameFields);
  return { ...nameFields(values), order: place + 1, ...(submenu.length > 0 && { submenu }) };
}

function itemFields({ label, label_en = "", path, submenu = [] }: NavigationItem): FormValues {
  return { label, label_en, path, ...groupFields("submenu", submenu) };
}

/** A closing of one day has one date. */
function readClosure(values: FormValues) {
  const from = text(values, "from");
  return { from, to: text(values, "to") || from };
}

/** The texts of a page, each with its English twin; those that are blank are the built-in ones. */
const readWords = (values: FormValues, worded: TextDefinitions): CustomTexts => ({
  words: Object.assign(
    {},
    ...Object.keys(worded).flatMap((name) => [maybe(values, name), maybe(values, `${name}_en`)]),
  ),
  ...(values.format === "markdown" && { format: "markdown" }),
});

const wordFields = ({ words, format }: CustomTexts): FormValues => ({
  ...words,
  ...(format && { format }),
});

/** The fields of a form that hold long texts, each by its French name. */
export function textFieldsOf(key: TextSetting, values: FormValues): string[] {
  const words = Object.entries<TextDefinitions[string]>(TEXT_SETTINGS[key]);
  const own = words.flatMap(([name, { kind }]) => (kind === "text" ? [name] : []));
  const steps = key === "about" ? groupNumbers(values, "history") : [];
  return [...own, ...steps.map((number) => `history.${number}.text`)];
}

const readStep = (values: FormValues): HistoryStep => ({
  years: text(values, "years"),
  title: text(values, "title"),
  ...maybe(values, "title_en"),
  text: text(values, "text"),
  ...maybe(values, "text_en"),
});

const READINGS: { [Key in keyof SiteSettings]: Reading<SiteSettings[Key]> } = {
  site_logo: {
    read: (values) => ({
      main_logo: text(values, "main_logo"),
      alt_text: text(values, "alt_text"),
      width: whole(values, "width"),
      height: whole(values, "height"),
      link: text(values, "link"),
    }),
    fields: ({ width, height, ...logo }) => ({
      ...logo,
      width: String(width),
      height: String(height),
    }),
  },
  main_navigation: {
    read: (values) => ({
      brand_text: text(values, "brand_text"),
      items: groupsOf(values, "items").map(readItem),
    }),
    fields: ({ brand_text, items }) => ({
      brand_text,
      ...groupFields("items", items.toSorted((a, b) => a.order - b.order).map(itemFields)),
    }),
  },
  contact_info: {
    read: (values) => ({
      address: text(values, "address"),
      ...maybe(values, "address_en"),
      postal_code: text(values, "postal_code"),
      email: text(values, "email"),
      phone: text(values, "phone"),
      social_media: Object.assign(
        {},
        ...Object.keys(NETWORKS).map((network) => maybe(values, network)),
      ),
    }),
    fields: ({ social_media, ...contact }) => ({ ...contact, ...social_media }),
  },
  federation: {
    read: (values) => ({
      name: text(values, "name"),
      name_en: text(values, "name_en"),
      short_name: text(values, "short_name"),
      export_prefix: text(values, "export_prefix"),
    }),
    fields: (federation) => federation,
  },
  minors: {
    read: (values) => ({ age: whole(values, "age") }),
    fields: ({ age }) => ({ age: String(age) }),
  },
  club_moves: {
    read: (values) => {
      const day = (field: string) => {
        const written = text(values, field);
        return written ? { [field]: parseYearDay(written) ?? written } : {};
      };
      return { ...day("from"), ...day("to") };
    },
    fields: ({ from, to }) => ({
      ...(from && { from: formatYearDay(from) }),
      ...(to && { to: formatYearDay(to) }),
    }),
  },
  events: {
    // What is no currency is refused before; a preview of it shows the usual one.
    read: (values) => ({
      currency:
        PRICE_CURRENCIES.find((one) => one === text(values, "currency")) ??
        DEFAULT_SETTINGS.events.currency,
    }),
    fields: (defaults) => defaults,
  },
  exchange_rate: {
    read: (values) => {
      const gnf = text(values, "gnf");
      return {
        ...(gnf && { gnf: parseDecimal(gnf) ?? gnf }),
        ...maybe(values, "source"),
        ...maybe(values, "date"),
      };
    },
    fields: ({ gnf, ...rate }) => ({ ...rate, ...(gnf && { gnf: gnf.replace(".", ",") }) }),
  },
  mobile_data: {
    read: (values) => ({ price: whole(values, "price") }),
    fields: ({ price }) => ({ price: String(price) }),
  },
  refunds: {
    read: (values) => ({
      limit_GNF: whole(values, "limit_GNF"),
      limit_XOF: whole(values, "limit_XOF"),
    }),
    fields: ({ limit_GNF, limit_XOF }) => ({
      limit_GNF: String(limit_GNF),
      limit_XOF: String(limit_XOF),
    }),
  },
  paypal: {
    // Staff write euros.
    read: (values) => ({
      minimum: Math.round(Number(parseDecimal(text(values, "minimum")) ?? 0) * 100),
    }),
    fields: ({ minimum }) => ({ minimum: decimalAmount(minimum, "EUR").replace(".", ",") }),
  },
  about: {
    read: (values) => ({
      ...readWords(values, ABOUT_TEXTS),
      history: groupsOf(values, "history").map(readStep),
    }),
    fields: ({ history, ...own }) => ({ ...wordFields(own), ...groupFields("history", history) }),
  },
  partner_texts: {
    read: (values) => readWords(values, PARTNER_TEXTS),
    fields: wordFields,
  },
  map_point: {
    read: (values) => ({
      latitude: degrees(text(values, "latitude")),
      longitude: degrees(text(values, "longitude")),
    }),
    fields: (point) => point,
  },
  desk: {
    read: (values) => ({
      ...maybe(values, "address"),
      ...maybe(values, "address_en"),
      hours: Object.fromEntries(
        WEEKDAYS.map((day) => [day, parseSpans(text(values, day)) ?? []]),
      ) as WeeklyHours,
      closures: groupsOf(values, "closures").map(readClosure),
      hold_hours: whole(values, "hold_hours"),
      rate_tolerance: whole(values, "rate_tolerance"),
      ...maybe(values, "orange_money"),
      ...maybe(values, "mtn_momo"),
      ...maybe(values, "account_name"),
    }),
    fields: ({ hours, closures, hold_hours, rate_tolerance, ...desk }) => ({
      ...desk,
      ...Object.fromEntries(WEEKDAYS.map((day) => [day, formatSpans(hours[day])])),
      hold_hours: String(hold_hours),
      rate_tolerance: String(rate_tolerance),
      ...groupFields("closures", closures),
    }),
  },
};

/** The fields that show a setting in its form. */
export const fieldsOfSetting = <Key extends keyof SiteSettings>(
  key: Key,
  settings: SiteSettings,
): FormValues => READINGS[key].fields(settings[key]);

/** The setting that a form holds. */
export const settingFromForm = <Key extends keyof SiteSettings>(
  key: Key,
  values: FormValues,
): SiteSettings[Key] => READINGS[key].read(values);
