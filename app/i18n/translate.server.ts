import i18next, { type TFunction } from "i18next";
import en from "./en/index.ts";
import fr from "./fr/index.ts";
import type { Language } from "./languages.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof fr };
  }
}

const instance = i18next.createInstance();
void instance.init({
  resources: { fr: { translation: fr }, en: { translation: en } },
  fallbackLng: "en",
  initAsync: false,
  interpolation: { escapeValue: false },
});

const fixed: Record<Language, TFunction> = {
  fr: instance.getFixedT("fr"),
  en: instance.getFixedT("en"),
};

/** The labels of one language. A key without a label comes back as it is. */
export function translator(language: Language): TFunction {
  return fixed[language];
}
