import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import {
  formatTerm,
  RETENTION,
  RETENTION_RULES,
  retentionPromise,
} from "../../core/values/retention.ts";
import { formatMoment, formatNumber } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import {
  type Removals,
  readRemovals,
} from "../../records/bin/retention-tally.operations.server.ts";
import type { Route } from "./+types/retention.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des délais" };

/** What each rule took away until now. */
export async function loader({ context }: Route.LoaderArgs) {
  return { removals: await asStaff(context.get(staffContext), readRemovals) };
}

/** What the privacy page promises, and who keeps each promise. */
export default function RetentionAdmin({ loaderData: { removals } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Conservation des données"
        lead="Ce que la politique de confidentialité promet, ligne par ligne. Le site efface chaque nuit ce qui est arrivé à terme ; un paiement ou un remboursement en cours prolonge le délai."
      />
      <ul className="panel divide-y divide-line">
        {RETENTION_RULES.map((rule) => (
          <li key={rule} className="flex flex-wrap items-center justify-between gap-2 p-4">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-semibold">{retentionPromise("fr", rule)}</p>
              <p className="text-muted">
                {KEPT[RETENTION[rule].by]}
                {RETENTION[rule].by === "job" && ` ${removedWords(removals[rule])}`}
              </p>
            </div>
            <Badge tone={RETENTION[rule].by === "job" ? "good" : "plain"}>
              {formatTerm("fr", RETENTION[rule].term)}
            </Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

function removedWords(removal: Removals[string]): string {
  if (!removal) return "Rien n’est encore arrivé à son terme.";
  const { removed, removed_at } = removal;
  const rows = `${formatNumber("fr", removed)} ${removed > 1 ? "lignes effacées" : "ligne effacée"}`;
  return `${rows} jusqu’ici, la dernière fois le ${formatMoment("fr", removed_at)}.`;
}

const KEPT = {
  job: "Le site l’efface de lui-même.",
  operator: "À faire par la personne qui s’occupe du serveur et des comptes.",
};
