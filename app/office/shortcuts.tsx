import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useMay } from "../kit/may.ts";
import { labelOf, NOTIONS } from "./notions.ts";

/** After `g`, the letter of a screen. */
const PLACES: Readonly<Record<string, { to: string; name: string }>> = {
  d: { to: "/admin", name: "Tableau de bord" },
  ...Object.fromEntries(
    NOTIONS.flatMap((notion) =>
      notion.shortcut
        ? [[notion.shortcut, { to: notion.address, name: labelOf(notion) }] as const]
        : [],
    ),
  ),
};

const KEYS: readonly [string, string][] = [
  ["/", "Rechercher dans la liste"],
  ["n", "Nouvelle fiche"],
  ["Échap", "Fermer la fenêtre"],
  ["?", "Montrer ces raccourcis"],
];

/** Keys for those who come every day. They do nothing while one types or a dialog is open. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const waiting = useRef(0);
  const navigate = useNavigate();
  const may = useMay();
  const places = Object.entries(PLACES).filter(([, { to }]) => may(to));
  const go = useEffectEvent((key: string) => {
    const place = places.find(([own]) => own === key)?.[1];
    if (place) navigate(place.to);
    return place !== undefined;
  });
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const isPlace = Date.now() - waiting.current < 1_500 && go(event.key);
      if (isPlace) waiting.current = 0;
      else if (event.key === "?") setOpen(true);
      else if (event.key === "/") reach("[data-search]", event);
      else if (event.key === "n") reach("[data-primary]", event);
      waiting.current = event.key === "g" ? Date.now() : 0;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);

  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      onClose={() => setOpen(false)}
      aria-labelledby="shortcuts"
      className="w-[420px] p-6"
    >
      <h2 id="shortcuts" className="text-lg">
        Raccourcis du clavier
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {[
          ...KEYS,
          ...places.map(([key, { name }]): [string, string] => [`g puis ${key}`, name]),
        ].map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-control border border-line bg-sand px-2 py-0.5 text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="mt-5">
        <button type="submit" className="button quiet">
          Fermer
        </button>
      </form>
    </dialog>
  );
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
