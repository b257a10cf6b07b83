import type { TFunction } from "i18next";
import { about as aboutEn } from "../../i18n/en/federation.ts";
import { forms as formsEn, newsletterForm as newsletterFormEn } from "../../i18n/en/forms.ts";
import {
  common as commonEn,
  footer as footerEn,
  navigation as navigationEn,
} from "../../i18n/en/frame.ts";
import { events as eventsEn, home as homeEn, news as newsEn } from "../../i18n/en/live.ts";
import { partners as partnersEn } from "../../i18n/en/services.ts";
import { about } from "../../i18n/fr/federation.ts";
import { forms, newsletterForm } from "../../i18n/fr/forms.ts";
import { common, footer, navigation } from "../../i18n/fr/frame.ts";
import { events, home, news } from "../../i18n/fr/live.ts";
import { partners } from "../../i18n/fr/services.ts";
import type { Language } from "../../i18n/languages.ts";

/** What is shown in previews says nothing else: the other labels would weigh twice as much. */
export const PREVIEWED = {
  fr: { about, common, events, footer, forms, home, navigation, news, newsletterForm, partners },
  en: {
    about: aboutEn,
    common: commonEn,
    events: eventsEn,
    footer: footerEn,
    forms: formsEn,
    home: homeEn,
    navigation: navigationEn,
    news: newsEn,
    partners: partnersEn,
    newsletterForm: newsletterFormEn,
  },
};

/**
 * The labels of the public site, for previews in the browser. i18next itself would weigh as much as the
 * previews do.
 */
export function previewLabels(language: Language): TFunction {
  const dictionary = PREVIEWED[language];
  const label = (key: string, values: Readonly<Record<string, unknown>> = {}): string => {
    const rule = new Intl.PluralRules(language).select(Number(values.count ?? 1));
    const text = at(dictionary, key) ?? at(dictionary, `${key}_${rule}`) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ""));
  };
  return label as unknown as TFunction;
}

function at(dictionary: object, key: string): string | undefined {
  let value: unknown = dictionary;
  for (const part of key.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return typeof value === "string" ? value : undefined;
}
