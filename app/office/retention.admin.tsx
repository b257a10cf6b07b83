import { jobStates } from "../core/jobs.server.ts";
import { promiseOf, RETENTION, RETENTION_RULES, termWords } from "../core/retention.ts";
import { formatMoment, formatNumber } from "../i18n/format.ts";
import { OfficeHead } from "../kit/page-head.tsx";
import { Badge } from "../kit/row-controls.tsx";
import type { Route } from "./+types/retention.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des délais" };

/** What the jobs of this process took away by each rule. */
export function loader() {
  return { removed: Object.assign({}, ...jobStates().map(({ done }) => done)) as Removed };
}

type Removed = Readonly<Partial<Record<string, { count: number; at: Date }>>>;

/** What the privacy page promises, and who keeps each promise. */
export default function RetentionAdmin({ loaderData: { removed } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Conservation des données"
        lead="Ce que la politique de confidentialité promet, ligne par ligne. Ce que le site efface l’est chaque nuit ; un paiement ou un remboursement en cours prolonge le délai."
      />
      <ul className="panel divide-y divide-line">
        {RETENTION_RULES.map((rule) => (
          <li key={rule} className="flex flex-wrap items-center justify-between gap-2 p-4">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-semibold">{promiseOf("fr", rule)}</p>
              <p className="text-muted">
                {KEPT[RETENTION[rule].by]}
                {RETENTION[rule].by === "job" && ` ${removedWords(removed[rule])}`}
              </p>
            </div>
            <Badge tone={RETENTION[rule].by === "job" ? "good" : "plain"}>
              {termWords("fr", RETENTION[rule].term)}
            </Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

function removedWords(removed: Removed[string]): string {
  if (!removed) return "Rien n’est arrivé à son terme depuis le dernier démarrage.";
  const { count, at } = removed;
  const rows = `${formatNumber("fr", count)} ${count > 1 ? "lignes effacées" : "ligne effacée"}`;
  return `${rows} depuis le dernier démarrage, la dernière fois le ${formatMoment("fr", at)}.`;
}

const KEPT = {
  job: "Le site l’efface de lui-même.",
  operator: "À faire par la personne qui s’occupe du serveur et des comptes.",
};
