import { Fragment } from "react";
import type { Stretch } from "../../core/values/text-difference.ts";

type Props = { stretches: readonly Stretch[]; lang?: "fr" | "en" };

/** What was added to a text and what was taken out, marked in it. */
export function DifferenceText({ stretches, lang }: Props) {
  // '64 → 2': a value that gave way to another one is no text with a word taken out and one put in.
  const isReplaced = stretches.length === 2 && stretches.every(({ kind }) => kind !== "same");
  return (
    <p className="wrap-anywhere whitespace-pre-wrap" lang={lang}>
      {stretches.map(({ kind, text }, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: two stretches may be the same, and they never move
        if (kind === "same") return <span key={place}>{text}</span>;
        const Mark = kind === "added" ? "ins" : "del";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={place}>
            {isReplaced && place === 1 && " → "}
            <Mark
              className={
                kind === "added"
                  ? "bg-mint text-ink underline decoration-green decoration-2"
                  : "bg-rose text-blood line-through"
              }
            >
              {text}
            </Mark>
          </Fragment>
        );
      })}
    </p>
  );
}
