import type { TFunction } from "i18next";
import { createContext, useContext } from "react";
import type { Language } from "./languages.ts";

export type I18n = { t: TFunction; language: Language };

/**
 * The language of the page being rendered. Filled by the server for each document, never
 * process-wide: two visitors are served at once.
 */
export const I18nContext = createContext<I18n>({
  t: ((key: string) => key) as unknown as TFunction,
  language: "fr",
});

export const useI18n = () => useContext(I18nContext);
