import type { LocalText } from "../../i18n/localized.ts";

type Props = { rules: LocalText; id?: string };

/** The rules of an event: each line of their text is one rule. */
export function RuleList({ rules, id }: Props) {
  return (
    <ol id={id} className="rules prose list-decimal pl-6" lang={rules.lang}>
      {rules.text
        .split("\n")
        .filter((rule) => rule.trim() !== "")
        .map((rule) => (
          <li key={rule} className="pl-2">
            {rule}
          </li>
        ))}
    </ol>
  );
}
