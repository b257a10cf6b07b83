import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { LIST } from "../payment-badges.admin.tsx";

/** What was paid with money that is none, and the button that takes all of it away. */
export function TestOrders({ count }: { count: number }) {
  const { submit, pending } = useIntent(LIST);
  const [asking, setAsking] = useState(false);
  const tests = count === 1 ? "1 commande d’essai" : `${count} commandes d’essai`;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-amber p-3 text-ochre">
      <p>{tests}, dans aucune somme et aucun export.</p>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
        className="button quiet small"
      >
        <FlaskConical aria-hidden="true" size={15} />
        Retirer les essais
      </button>
      {asking && (
        <ConfirmDialog
          title="Retirer tous les essais ?"
          message={`${tests}, avec leurs paiements et les inscriptions ou adhésions qu’elles ont faites. Personne n’en est averti. Rien de ce qui est réel n’est touché.`}
          action="Retirer les essais"
          keep="Garder les essais"
          close={() => setAsking(false)}
          confirm={() => submit("removeTests", { count: String(count) })}
        />
      )}
    </div>
  );
}
