import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useMay } from "../../kit/may.tsx";
import { LINKS } from "./navigation.ts";
import type { ShortcutsHelp } from "./shortcuts-help.tsx";

/** After `g`, the letter of a screen. */
const PLACES: Readonly<Record<string, { to: string; name: string }>> = Object.fromEntries(
  LINKS.flatMap(({ to, label, shortcut }) => (shortcut ? [[shortcut, { to, name: label }]] : [])),
);

/** Keys for those who come every day. They do nothing while one types or a dialog is open. */
export function Shortcuts() {
  const [Help, setHelp] = useState<typeof ShortcutsHelp | null>(null);
  const waiting = useRef(0);
  const navigate = useNavigate();
  const may = useMay();
  const places = Object.entries(PLACES).filter(([, { to }]) => may(to));
  const go = useEffectEvent((key: string) => {
    const place = places.find(([own]) => own === key)?.[1];
    if (place) navigate(place.to);
    return place !== undefined;
  });

  // Loaded on demand; offline the import fails, and nothing happens.
  const showHelp = useEffectEvent(() => {
    import("./shortcuts-help.tsx").then(
      (help) => setHelp(() => help.ShortcutsHelp),
      () => undefined,
    );
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const isPlace = Date.now() - waiting.current < 1_500 && go(event.key);
      if (isPlace) waiting.current = 0;
      else if (event.key === "?") showHelp();
      else if (event.key === "/") reach("[data-search]", event);
      else if (event.key === "n") reach("[data-primary]", event);
      waiting.current = event.key === "g" ? Date.now() : 0;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return Help && <Help places={places} close={() => setHelp(null)} />;
}

function isBusy(target: EventTarget | null): boolean {
  const typing = target instanceof Element && target.closest("input, select, textarea");
  return Boolean(typing) || document.querySelector("dialog[open]") !== null;
}

function reach(selector: string, event: KeyboardEvent): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) return;
  event.preventDefault();
  if (element instanceof HTMLInputElement) element.focus();
  else {
    // The focus comes back here when what it opens is closed.
    element.focus();
    element.click();
  }
}
