import { promiseOf, RETENTION, RETENTION_RULES, termWords } from "../core/retention.ts";
import { OfficeHead } from "../kit/page-head.tsx";
import { Badge } from "../kit/row-controls.tsx";

/** What the privacy page promises, and who keeps each promise. */
export default function RetentionAdmin() {
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
              <p className="text-muted">{KEPT[RETENTION[rule].by]}</p>
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

const KEPT = {
  job: "Le site l’efface de lui-même.",
  operator: "À faire par la personne qui s’occupe du serveur et des comptes.",
};
