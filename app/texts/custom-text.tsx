import { useI18n } from "../i18n/i18n.ts";
import type { Language } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import type { CustomTexts, TextDefinitions } from "../settings/custom-texts.ts";
import type { Written } from "./text-document.ts";
import { WrittenText } from "./written-text.tsx";

/** The words of a fixed page with its long texts ready to be shown, by the names of their fields. */
export type RenderedTexts<Own extends CustomTexts = CustomTexts> = Own & {
  texts?: Partial<Record<Language, Readonly<Record<string, Written>>>>;
};

type Props = {
  own: RenderedTexts;
  worded: TextDefinitions;
  name: string;
  /** The level of the heading above it. */
  under: 2 | 3;
  className: string;
};

/** A long text of a fixed page: as the federation wrote it, or else the built-in one. */
export function CustomText({ own, worded, name, ...place }: Props) {
  const { language } = useI18n();
  const word = useCustomTexts(worded, own);
  return <PartOfPage value={own.texts?.[language]?.[name] ?? word(name)} {...place} />;
}

/** A text within a part of a page, whose own title stays the largest. */
export function PartOfPage({
  value,
  under,
  className,
}: Pick<Props, "under" | "className"> & { value: Written }) {
  return (
    <div className={`own-text flex flex-col gap-3 ${className}`}>
      <WrittenText value={value} under={under} minor />
    </div>
  );
}

/** Returns the texts of a fixed page by name: those of the federation, else the built-in labels. */
export function useCustomTexts(definitions: TextDefinitions, texts: CustomTexts) {
  const { t, language } = useI18n();
  return (name: string): LocalText => {
    const custom = localized(
      { [name]: texts.words[name], [`${name}_en`]: texts.words[`${name}_en`] },
      name,
      language,
    );
    if (custom.text) return custom;
    // The type of i18next does not know these keys.
    return { text: (t as (key: string) => string)(definitions[name]?.key ?? name) };
  };
}
