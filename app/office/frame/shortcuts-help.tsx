import { useEffect, useRef } from "react";

const KEYS: readonly [string, string][] = [
  ["/", "Rechercher dans la liste"],
  ["n", "Nouvelle fiche"],
  ["Échap", "Fermer la fenêtre"],
  ["?", "Montrer ces raccourcis"],
];

type Props = {
  /** By the letter that follows `g`. */
  places: readonly [string, { name: string }][];
  close: () => void;
};

export function ShortcutsHelp({ places, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const all = [...KEYS, ...places.map(([key, { name }]) => [`g puis ${key}`, name] as const)];
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="shortcuts" className="w-[420px] p-6">
      <h2 id="shortcuts" className="text-lg">
        Raccourcis du clavier
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {all.map(([key, meaning]) => (
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
