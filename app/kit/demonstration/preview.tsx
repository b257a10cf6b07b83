import { Monitor, Smartphone } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { I18nContext } from "../../i18n/i18n.ts";
import type { Language } from "../../i18n/languages.ts";
import publicStyles from "../../ui/public.css?url";
import type { FormValues } from "../form/field-groups.ts";
import { previewLabels } from "./preview-labels.ts";

/** The widths that are drawn; the frame shows them as large as it can. */
const DEVICES = {
  desktop: { label: "Ordinateur", width: 1280, icon: Monitor },
  phone: { label: "Téléphone", width: 360, icon: Smartphone },
};
type Device = keyof typeof DEVICES;

export type PreviewProps = {
  /** The fields before anything is typed. */
  fields: FormValues;
  /** Renders them with the components of the public site. */
  draw: (fields: FormValues) => ReactNode;
};

/** Shows how the values of the surrounding form will look on the public site, in both languages. */
export function Preview({ fields, draw }: PreviewProps) {
  const box = useRef<HTMLElement>(null);
  const [values, setValues] = useState(fields);
  const [device, setDevice] = useState<Device>("desktop");
  const [language, setLanguage] = useState<Language>("fr");
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const follow = () => setValues(fieldsIn(form));
    form.addEventListener("input", follow);
    return () => form.removeEventListener("input", follow);
  }, []);
  return (
    <section ref={box} aria-label="Aperçu" className="min-w-0 self-start lg:sticky lg:top-[76px]">
      <div className="mb-2 flex flex-wrap items-center gap-1">
        <h3 className="mr-auto font-semibold max-sm:w-full">Aperçu</h3>
        {(["fr", "en"] as const).map((code) => (
          <Choice key={code} selected={code === language} choose={() => setLanguage(code)}>
            {code === "fr" ? "Français" : "English"}
          </Choice>
        ))}
        {Object.entries(DEVICES).map(([name, { label, icon: Icon }]) => (
          <Choice key={name} selected={name === device} choose={() => setDevice(name as Device)}>
            <Icon aria-hidden="true" size={16} />
            <span className="sr-only">{label}</span>
          </Choice>
        ))}
      </div>
      <Frame width={DEVICES[device].width} language={language}>
        {draw(values)}
      </Frame>
    </section>
  );
}

/** What a form holds now, as the server will read it. */
function fieldsIn(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

type ChoiceProps = { selected: boolean; choose: () => void; children: ReactNode };

function Choice({ selected, choose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={choose}
      className="inline-flex min-h-9 items-center rounded-control border border-transparent px-2.5 text-sm text-muted hover:bg-sand aria-pressed:border-line aria-pressed:bg-sand aria-pressed:text-ink"
    >
      {children}
    </button>
  );
}

type FrameProps = { width: number; language: Language; children: ReactNode };

/**
 * An iframe with the public stylesheet, so that the styles of the back office and of the public site do
 * not mix. It is as wide as the device and scaled down to fit; it is inert.
 */
function Frame({ width, language, children }: FrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [sheet, setSheet] = useState<Element>();
  // Written by the server, it may have loaded before anybody listened.
  const open = useCallback(() => {
    const inside = frame.current?.contentDocument;
    const element = inside?.readyState === "complete" && inside.body.firstElementChild;
    if (element) setSheet(element);
  }, []);
  useEffect(open, [open]);
  useEffect(() => {
    if (sheet) sheet.ownerDocument.documentElement.lang = language;
  }, [sheet, language]);
  useEffect(() => {
    if (!sheet || !box.current || !frame.current) return;
    const [outer, inner] = [box.current, frame.current];
    const fit = () => {
      const scale = Math.min(1, outer.clientWidth / width);
      inner.style.transform = `scale(${scale})`;
      inner.style.height = `${sheet.scrollHeight}px`;
      outer.style.height = `${sheet.scrollHeight * scale}px`;
    };
    const watch = new ResizeObserver(fit);
    watch.observe(outer);
    watch.observe(sheet);
    return () => watch.disconnect();
  }, [sheet, width]);
  return (
    <div ref={box} className="overflow-hidden rounded-card border border-line bg-white">
      <iframe
        ref={frame}
        title="Aperçu"
        tabIndex={-1}
        width={width}
        onLoad={open}
        srcDoc={`<!doctype html><html><head><link rel="stylesheet" href="${publicStyles}"></head><body inert><main></main></body></html>`}
        className="block max-w-none origin-top-left"
      />
      {sheet &&
        createPortal(
          <I18nContext value={{ language, t: previewLabels(language) }}>{children}</I18nContext>,
          sheet,
        )}
    </div>
  );
}
