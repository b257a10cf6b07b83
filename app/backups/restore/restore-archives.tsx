import { Link } from "react-router";
import { formatMoment } from "../../i18n/format.ts";
import { archiveName, type Place } from "./restores.ts";

const PLACE_TITLES: Readonly<Record<Place, string>> = {
  here: "Sur cette machine",
  elsewhere: "Ailleurs",
};

type ListProps = {
  places: readonly { place: Place; archives?: readonly { key: string; at: Date }[] }[];
  /** Nothing may be begun now: they are shown, and lead nowhere. */
  isClosed: boolean;
};

/** Every archive that can be read from here, the newest first. */
export function ArchiveList({ places, isClosed }: ListProps) {
  return (
    <section aria-labelledby="archives" className="panel grid gap-4 p-5">
      <h2 id="archives" className="text-lg">
        Les sauvegardes
      </h2>
      {places.map(({ place, archives }) => (
        <div key={place} className="grid gap-1">
          <h3 className="text-base">{PLACE_TITLES[place]}</h3>
          {!archives && <p className="text-muted">Ce stockage n’a pas répondu.</p>}
          {archives?.length === 0 && <p className="text-muted">Aucune sauvegarde.</p>}
          <ul className="divide-y divide-line">
            {archives?.map(({ key, at }) => (
              <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <span className="font-semibold">{formatMoment("fr", at)}</span>
                {!isClosed && (
                  <Link
                    to={`?${new URLSearchParams({ archive: key, from: place })}#chosen`}
                    className="link inline-flex min-h-11 items-center"
                    aria-label={`Restaurer la sauvegarde du ${formatMoment("fr", at)}`}
                  >
                    Restaurer…
                  </Link>
                )}
                <span className="w-full text-sm text-muted wrap-anywhere">{archiveName(key)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
