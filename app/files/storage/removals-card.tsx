import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { sizeWords } from "../files.ts";

type RemovalsProps = { files: number; bytes: number; confirm: () => void };

/** More files than a handful were let go: a person says whether they are removed. */
export function RemovalsCard({ files, bytes, confirm }: RemovalsProps) {
  const [asking, setAsking] = useState(false);
  const amount = `${files} fichier${files > 1 ? "s" : ""} (${sizeWords(bytes)})`;
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Fichiers à retirer</h2>
      <p className="mt-1">
        En attente : {amount}, supprimés il y a plus de 30 jours ou jamais arrivés en entier. C’est
        beaucoup à la fois, ou la base semble plus ancienne que ses fichiers : rien n’est retiré du
        stockage sans votre accord. Si ce nombre vous étonne, vérifiez d’abord que le site utilise
        la bonne base de données.
      </p>
      <button type="button" className="button danger mt-4" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={17} />
        Retirer {amount}
      </button>
      {asking && (
        <ConfirmDialog
          title="Retirer ces fichiers ?"
          message={`${amount} seront retirés du stockage pour de bon. Ce qu’une fiche, un texte ou la corbeille nomme encore est gardé.`}
          action="Retirer"
          close={() => setAsking(false)}
          confirm={confirm}
        />
      )}
    </section>
  );
}
