import { Link } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatDate, isoDay } from "../i18n/format.ts";
import { deleteIntent, runIntents } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge, DeleteButton, type Tone } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import type { Route } from "./+types/legal-texts.admin.ts";
import { builtInDay } from "./built-in.server.ts";
import { deleteLegalTexts, type LegalRow, listLegalTexts } from "./legal.staff.server.ts";
import { hasApplied, LEGAL_DOCUMENTS, LEGAL_LABELS, type LegalState } from "./legal-documents.ts";

export const handle = { loadFailure: "Erreur lors du chargement des textes légaux" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const all = await listLegalTexts(db);
    const today = isoDay(currentTime());
    const rows = all.map((row) => ({ ...row, isFrozen: hasApplied(row, today) }));
    const query = { q: "", filters: {}, sort: "starts_on", descending: true };
    const builtIn = LEGAL_DOCUMENTS.map((document) => ({ document, day: builtInDay(document) }));
    return { query, rows, count: rows.length, more: false, builtIn };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    delete: deleteIntent(deleteLegalTexts, () => "Version supprimée avec succès"),
  });
}

const STATES: Record<LegalState, { label: string; tone: Tone }> = {
  draft: { label: "Brouillon", tone: "wait" },
  coming: { label: "À venir", tone: "news" },
  current: { label: "En vigueur", tone: "good" },
  former: { label: "Remplacée", tone: "plain" },
};

type Row = LegalRow & { isFrozen: boolean };

const nameOf = ({ document, starts_on }: Row) =>
  `${LEGAL_LABELS[document]}, ${formatDate("fr", starts_on)}`;

const columns = [
  {
    title: "Texte",
    className: "main",
    cell: ({ id, document }: Row) => <RecordLink id={id}>{LEGAL_LABELS[document]}</RecordLink>,
  },
  {
    title: "Applicable à partir du",
    cell: ({ starts_on }: Row) => formatDate("fr", starts_on),
  },
  {
    title: "Statut",
    cell: ({ state }: Row) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
];

export default function LegalTextsAdmin({ loaderData }: Route.ComponentProps) {
  const { rows, builtIn } = loaderData;
  const isOurs = (document: string) =>
    rows.some((row) => row.document === document && row.state === "current");
  return (
    <>
      <OfficeHead
        title="Textes légaux"
        lead="Ce que le site promet aux personnes qui s’inscrivent ou adhèrent. Une version s’applique à partir de son jour, à minuit, et ne change plus ; celles d’avant restent lisibles."
      >
        <Link to="/admin/pages" className="button quiet">
          Retour aux pages
        </Link>
      </OfficeHead>
      <ul className="mb-5 grid gap-4 md:grid-cols-2">
        {builtIn.map(({ document, day }) => (
          <li key={document} className="panel p-5">
            <h2 className="text-lg">{LEGAL_LABELS[document]}</h2>
            <p className="my-2 text-muted">
              {isOurs(document)
                ? "Le site montre une version de la fédération."
                : `Le site montre le texte fourni avec lui, du ${formatDate("fr", day)}. Relisez-le : c’est la fédération qui s’engage.`}
            </p>
            <div className="flex flex-wrap gap-2">
              <Link
                to={{ pathname: "new", search: `?document=${document}` }}
                preventScrollReset
                className="button quiet"
                aria-label={`Nouvelle version : ${LEGAL_LABELS[document]}`}
              >
                Nouvelle version
              </Link>
              <a href={`/${document}`} className="button quiet">
                Voir la page
              </a>
            </div>
          </li>
        ))}
      </ul>
      <ListPage
        list={loaderData}
        noun={["version", "versions"]}
        caption="Versions des textes légaux"
        columns={columns}
        nameOf={nameOf}
        actions={(row) =>
          !row.isFrozen && (
            <DeleteButton id={row.id} name={nameOf(row)} title="Supprimer cette version ?" />
          )
        }
        empty={{
          title: "Aucune version de la fédération",
          filtered: "Aucune version.",
          first: "Le site montre les textes fournis avec lui.",
        }}
      />
    </>
  );
}
