import { useState } from "react";
import { useFetcher } from "react-router";
import { PREVIEW_DAYS, type PreviewKind, type PreviewLink } from "../../core/values/publication.ts";
import { formatMoment } from "../../i18n/format.ts";
import { useIntent } from "../list/use-intent.tsx";

type Props = { kind: PreviewKind; id: string };

/** In the form of a record: links by which somebody without an account sees it as it is stored. */
export function PreviewLinks({ kind, id }: Props) {
  const address = `/admin/previews/${kind}/${id}`;
  const list = useFetcher<{ links: PreviewLink[] }>();
  const { submit, pending } = useIntent(address);
  const [days, setDays] = useState("7");
  const links = list.data?.links;
  return (
    // What is chosen here is no part of the form around it.
    <details
      className="rounded-control border border-line px-4 py-3"
      onInput={(event) => event.stopPropagation()}
      onToggle={(event) => event.currentTarget.open && !links && list.load(address)}
    >
      <summary className="cursor-pointer font-semibold">Liens d’aperçu</summary>
      <p className="mt-2 text-sm text-muted">
        Un lien montre cette fiche, telle qu’elle est enregistrée maintenant, à une personne sans
        compte. Ce qui est écrit plus tard n’y figure pas.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2">
          <span className="text-sm">Valable</span>
          <select
            value={days}
            onChange={(event) => setDays(event.target.value)}
            className="min-h-11 rounded-control border-2 border-control bg-white px-2"
          >
            {PREVIEW_DAYS.map((count) => (
              <option key={count} value={count}>
                {count === "1" ? "1 jour" : `${count} jours`}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="button quiet"
          disabled={pending !== undefined}
          onClick={() => submit("create", { days })}
        >
          Créer un lien d’aperçu
        </button>
      </div>
      {links && (
        <ul className="mt-3 grid gap-2 text-sm">
          {links.length === 0 && <li className="text-muted">Aucun lien ouvert</li>}
          {links.map((link) => (
            <li key={link.id} className="flex flex-wrap items-center justify-between gap-3">
              {`Créé le ${at(link.created_at)} par ${link.created_by_name}, valable jusqu’au ${at(link.expires_at)}`}
              <button
                type="button"
                className="button quiet small"
                disabled={pending !== undefined}
                aria-label={`Fermer le lien créé le ${at(link.created_at)}`}
                onClick={() => submit("end", { id: link.id })}
              >
                Fermer
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const at = (moment: Date) => formatMoment("fr", moment);
