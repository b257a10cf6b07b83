import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { recordsOf } from "../frame/notions.ts";
import type { SampleCount } from "./samples.staff.server.ts";

type SamplesProps = { samples: readonly SampleCount[]; remove: () => void };

const wordsOf = (entity: string) => recordsOf(entity)?.words.many ?? entity;

/** What the first start put here as examples, and the way to be rid of it. */
export function SamplesCard({ samples, remove }: SamplesProps) {
  const removable = samples.filter(({ count }) => count > 0);
  const kept = samples.filter((one) => one.kept > 0);
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Contenu d’exemple</h2>
      {samples.length === 0 && (
        <p className="mt-1">Il ne reste aucun exemple : tout le contenu est le vôtre.</p>
      )}
      {removable.length > 0 && <Removable samples={removable} remove={remove} />}
      {kept.length > 0 && (
        <>
          <p className="mt-3">
            {removable.length > 0 ? "Ceux-ci restent" : "Il reste des exemples"}, parce que quelque
            chose de réel s’appuie dessus :
          </p>
          <ul className="mt-2 grid gap-1 tabular-nums">
            {kept.map(({ entity, kept: count }) => (
              <li key={entity}>
                <Link to={recordsOf(entity)?.address ?? "/admin"} className="link">
                  {wordsOf(entity)}
                </Link>
                {` : ${count} (${reasonOf(entity)})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** What can keep an example of a table, as its notion tells. */
function reasonOf(entity: string): string {
  const { keptBy = [], keptWhereNamed } = recordsOf(entity)?.samples ?? {};
  const others = keptBy.map(({ table, words }) => words ?? wordsOf(table).toLowerCase());
  return [...others, ...(keptWhereNamed ? ["des contenus qui le montrent"] : [])].join(", ");
}

function Removable({ samples, remove }: SamplesProps) {
  const [asking, setAsking] = useState(false);
  const words = samples.map(({ entity, count }) => `${wordsOf(entity)} : ${count}`);
  return (
    <>
      <p className="mt-1">
        Le site a été rempli d’exemples au premier démarrage. Voici ceux que personne n’a modifiés :
      </p>
      <ul className="mt-2 grid gap-1 tabular-nums">
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" className="button danger mt-4" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={17} />
        Supprimer le contenu d’exemple
      </button>
      {asking && (
        <ConfirmDialog
          title="Supprimer le contenu d’exemple ?"
          message={`Seront supprimés pour de bon, sans passer par la corbeille : ${words.join(", ")}. Ce que vous avez créé ou modifié reste, comme ce à quoi quelqu’un s’est inscrit.`}
          close={() => setAsking(false)}
          confirm={remove}
        />
      )}
    </>
  );
}
