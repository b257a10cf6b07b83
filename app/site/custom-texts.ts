import { useI18n } from "../i18n/i18n.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import type { CustomTexts, TextDefinitions } from "../settings/custom-texts.ts";

/** Says the texts of a fixed page: as the federation words them, or else with the built-in labels. */
export function useCustomTexts(worded: TextDefinitions, own: CustomTexts) {
  const { t, language } = useI18n();
  return (name: string): LocalText => {
    const said = localized(
      { [name]: own.words[name], [`${name}_en`]: own.words[`${name}_en`] },
      name,
      language,
    );
    if (said.text) return said;
    // The keys are those of the list, which no type of i18next follows.
    return { text: (t as (key: string) => string)(worded[name]?.key ?? name) };
  };
}
