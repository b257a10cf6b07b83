import { useLocation } from "react-router";
import { aroundChanges, type Stretch } from "../../core/values/text-difference.ts";
import type { SaveState } from "./save.server.ts";

type Props = {
  conflict: NonNullable<SaveState["conflict"]>;
  labels: Readonly<Record<string, string>>;
};

/**
 * Two people edited one record: the second sees both texts of each field that differs, and takes one or the other,
 * or writes a third below.
 */
export function Conflict({ conflict, labels }: Props) {
  const { pathname, search } = useLocation();
  const { by, taken } = conflict;
  const takenLabels = taken.flatMap((field) => labels[field] ?? []);
  const different = Object.entries(labels).flatMap(([field, label]) => {
    const parts = conflict.differences[field];
    return parts ? [{ field, label, parts: aroundChanges(parts) }] : [];
  });
  return (
    <div role="alert" className="grid gap-3 rounded-control border-2 border-ochre bg-amber p-3">
      <div>
        <p className="font-bold text-ochre">{whoSaved(by)}</p>
        <p>
          Rien n’est perdu : votre saisie est gardée dans les champs plus bas, et l’autre version
          est déjà enregistrée.
          {different.length > 0 && " Ce que vous avez changé tous les deux :"}
        </p>
        {takenLabels.length > 0 && (
          <p>
            Ce que vous n’aviez pas touché a maintenant la valeur enregistrée :{" "}
            {takenLabels.join(", ")}.
          </p>
        )}
      </div>
      {different.map(({ field, label, parts }) => (
        <section key={field} className="grid gap-2 rounded-control bg-white p-3">
          <h3 className="font-semibold">{label}</h3>
          <div className="grid gap-3 md:grid-cols-2">
            <Version title="Votre saisie" parts={parts} without="added" />
            <Version title="Version enregistrée" parts={parts} without="removed" />
          </div>
          <input type="hidden" name={`theirs.${field}`} value={conflict.current[field] ?? ""} />
          <label className="flex items-center gap-2">
            <input type="checkbox" name={`take.${field}`} className="size-5" />
            Prendre la version enregistrée pour « {label} »
          </label>
        </section>
      ))}
      <p>
        {different.length > 0 ? "Corrigez ou choisissez" : "Relisez"}, puis enregistrez ; ou{" "}
        <a href={pathname + search} className="link">
          reprenez la version enregistrée
        </a>{" "}
        en entier.
      </p>
    </div>
  );
}

function whoSaved(by: string | undefined): string {
  if (by === "self")
    return "Vous avez enregistré cette fiche dans un autre onglet ou sur un autre appareil.";
  return `${by ?? "Quelqu’un d’autre"} a enregistré cette fiche pendant que vous l’éditiez.`;
}

type VersionProps = { title: string; parts: readonly Stretch[]; without: Stretch["kind"] };

function Version({ title, parts, without }: VersionProps) {
  const own = parts.filter(({ kind }) => kind !== without);
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{title}</p>
      <p className="whitespace-pre-line wrap-anywhere">
        {own.length === 0 && "(vide)"}
        {own.map((part, place) =>
          part.kind === "same" ? (
            part.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other name
            <mark key={place} className="rounded-sm bg-mint font-semibold">
              {part.text}
            </mark>
          ),
        )}
      </p>
    </div>
  );
}
