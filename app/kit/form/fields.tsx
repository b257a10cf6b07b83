import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { ColumnName, Fields } from "../../records/record-fields.ts";
import type { Defaults } from "./form-dialog.tsx";
import type { SaveState } from "./save.server.ts";

/** Loaded when somebody opens the English tab. */
const EnglishState = lazy(async () => ({
  default: (await import("./english-state.tsx")).EnglishState,
}));

/** The props of a field: the value last sent, else the stored one, and its error. */
export function fieldsOf(defaults: Defaults, state: SaveState | undefined) {
  return (name: string) => ({
    name,
    defaultValue: (state?.values ?? defaults)[name] ?? "",
    error: state?.errors[name],
  });
}

/** As `fieldsOf`, for a record whose fields are defined: with their labels, English fields in English. */
export function recordFieldsOf<F extends Fields>(
  { form }: { form: F },
  defaults: Defaults,
  state: SaveState | undefined,
) {
  const field = fieldsOf(defaults, state);
  return (name: ColumnName<F>) => {
    const french = form[name] ? undefined : form[name.slice(0, -3)];
    const { kind, label = "", required } = form[name] ?? {};
    return {
      ...field(name),
      label: french?.english ?? label,
      // A choice always has a value.
      required: required !== undefined && kind !== "choice",
    };
  };
}

type BilingualProps = {
  french: ReactNode;
  english: ReactNode;
  /** The fields of the English side: its tab opens when the first wrong field is one of them. */
  englishFields: readonly string[];
  state: SaveState | undefined;
  /** The stored record whose state of translation is shown. */
  record?: { table: string; id: string };
};

/** The French fields and their optional English counterparts: one tab each. */
export function Bilingual({ french, english, englishFields, state, record }: BilingualProps) {
  const [language, setShown] = useState<"fr" | "en">("fr");
  useEffect(() => {
    const first = Object.keys(state?.errors ?? {})[0];
    if (first) setShown(englishFields.includes(first) ? "en" : "fr");
  }, [state, englishFields]);
  const tab = (code: "fr" | "en", label: string) => (
    <button
      type="button"
      role="tab"
      id={`tab-${code}`}
      aria-selected={language === code}
      aria-controls={`panel-${code}`}
      onClick={() => setShown(code)}
      className="border-b-3 border-transparent px-4 py-2 font-semibold text-muted aria-selected:border-green aria-selected:text-ink"
    >
      {label}
    </button>
  );
  return (
    <div>
      <div role="tablist" aria-label="Langue des textes" className="mb-4 border-b border-line">
        {tab("fr", "Français")}
        {tab("en", "English (facultatif)")}
      </div>
      <div
        role="tabpanel"
        id="panel-fr"
        aria-labelledby="tab-fr"
        hidden={language !== "fr"}
        className="grid gap-4"
      >
        {french}
      </div>
      <div
        role="tabpanel"
        id="panel-en"
        aria-labelledby="tab-en"
        hidden={language !== "en"}
        lang="en"
        className="grid gap-4"
      >
        {record && language === "en" && (
          <Suspense>
            <EnglishState {...record} />
          </Suspense>
        )}
        {english}
      </div>
    </div>
  );
}
