import { ImageOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FilePicker } from "../../files/file-picker.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { Defaults } from "./form-dialog.tsx";
import type { SaveState } from "./save.server.ts";

/** What a field shows: what was typed last, or what is stored; and what is wrong with it. */
export function fieldsOf(defaults: Defaults, state: SaveState | undefined) {
  return (name: string) => ({
    name,
    defaultValue: (state?.typed ?? defaults)[name] ?? "",
    error: state?.errors[name],
  });
}

type BilingualProps = {
  french: ReactNode;
  english: ReactNode;
  /** The fields of the English side: its tab opens when the first wrong field is one of them. */
  englishFields: readonly string[];
  state: SaveState | undefined;
};

/** French and, beside it, its optional English twin: one tab each. */
export function Bilingual({ french, english, englishFields, state }: BilingualProps) {
  const [shown, setShown] = useState<"fr" | "en">("fr");
  useEffect(() => {
    const first = Object.keys(state?.errors ?? {})[0];
    if (first) setShown(englishFields.includes(first) ? "en" : "fr");
  }, [state, englishFields]);
  const tab = (code: "fr" | "en", label: string) => (
    <button
      type="button"
      role="tab"
      id={`tab-${code}`}
      aria-selected={shown === code}
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
        hidden={shown !== "fr"}
        className="grid gap-4"
      >
        {french}
      </div>
      <div
        role="tabpanel"
        id="panel-en"
        aria-labelledby="tab-en"
        hidden={shown !== "en"}
        lang="en"
        className="grid gap-4"
      >
        {english}
      </div>
    </div>
  );
}

type ImageProps = {
  name: string;
  label: string;
  hint?: string;
  defaultValue: string;
  error?: string;
  required?: boolean;
};

/** The address of a picture, chosen from the files or typed, with the picture itself. */
export function ImageField(props: ImageProps) {
  const [address, setAddress] = useState(props.defaultValue);
  const [broken, setBroken] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const showable = /^(https?:\/\/|\/)/.test(address) && broken !== address;
  const choose = (chosen: string) => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    input.value = chosen;
    // The form must know that something in it changed.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    setAddress(chosen);
  };
  return (
    <div
      ref={box}
      className="grid grid-cols-[minmax(0,1fr)_56px] gap-3 sm:grid-cols-[minmax(0,1fr)_96px]"
    >
      <div className="grid grid-cols-1 content-start gap-2">
        <div onChange={(event) => setAddress((event.target as HTMLInputElement).value.trim())}>
          <TextField {...props} type="url" />
        </div>
        <div>
          <FilePicker choose={choose} />
        </div>
      </div>
      <div className="mt-7 grid aspect-square place-items-center overflow-hidden rounded-control border border-line bg-sand">
        {showable ? (
          <img
            src={address}
            alt="Aperçu"
            onError={() => setBroken(address)}
            className="size-full object-cover"
          />
        ) : (
          <ImageOff aria-hidden="true" size={26} className="text-muted" />
        )}
      </div>
    </div>
  );
}
