import { Link } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatNumber } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import type { Route } from "./+types/links.admin.ts";
import { findLinkProblems } from "./links.staff.server.ts";
import { LINK_PROBLEMS, type LinkFinding } from "./links.ts";

export const handle = { loadFailure: "Erreur lors de la vérification des liens" };

/** Reads every text of the site, so two requests never run at once. */
export function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  return runInSequence("links", () => asStaff(staff, findLinkProblems));
}

/** Broken links and pictures without a description, each with the form where it is corrected. */
export default function LinksAdmin({ loaderData: { findings, count } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Liens et images"
        lead="Les liens du site qui ne mènent nulle part et les images sans description, brouillons compris. La vérification est refaite à chaque ouverture."
      >
        <Link to="/admin/diagnostic/links" className="button">
          Vérifier de nouveau
        </Link>
      </OfficeHead>
      <p role="status" className="mb-3 font-semibold">
        {summaryOf(count, findings.length)}
      </p>
      {findings.length > 0 && (
        <ul className="panel divide-y divide-line">
          {findings.map((finding) => (
            <Finding
              key={`${finding.problem} ${finding.address} ${finding.to}`}
              finding={finding}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Finding({
  finding: { problem, address, now, where, label, to },
}: {
  finding: LinkFinding;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 p-4">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <p>
          {`${where} : `}
          <Link to={to} className="link font-semibold">
            {label || "sans titre"}
          </Link>
        </p>
        <p className="text-muted">
          <code>{address}</code>
          {now && (
            <>
              {" → "}
              <code>{now}</code>
            </>
          )}
        </p>
      </div>
      <Badge tone={problem === "moved" ? "plain" : "wait"}>{LINK_PROBLEMS[problem]}</Badge>
    </li>
  );
}

function summaryOf(count: number, shown: number): string {
  if (count === 0) return "Tout est en ordre : aucun lien rompu, aucune image sans description.";
  const found =
    count === 1 ? "Un point à corriger" : `${formatNumber("fr", count)} points à corriger`;
  return shown < count ? `${found}, dont voici les ${formatNumber("fr", shown)} premiers` : found;
}
