import { Clock, RotateCw, Stethoscope } from "lucide-react";
import { Form, Link } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { isToSetUp } from "../../core/process/checks.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatMoment, formatNumber } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { CheckList, summaryOf } from "../checks/check-list.tsx";
import { checkHealth, type HealthCheck, lastHealthChecks } from "../checks/checks.system.server.ts";
import type { Route } from "./+types/health.admin.ts";
import { CAUSES, type Cause } from "./causes.ts";
import type { HealthCause } from "./health.table.server.ts";
import {
  changeHealth,
  listCauses,
  listReports,
  type ReportedKind,
  readClockQuestion,
} from "./health-screen.system.server.ts";

/** The time limit for running the checks; then the last results are shown with their time. */
const WAITS_MS = 6_000;

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const checks = await withTimeout(checkHealth(), WAITS_MS, lastHealthChecks);
  const stored = await asStaff(staff, async (db) => ({
    causes: await listCauses(db),
    reports: await listReports(db),
  })).catch((error: unknown) => {
    // The page has to work when the database is away.
    log.warn({ reason: reasonOf(error) }, "the history of health not read");
    return null;
  });
  return {
    checks: checks.toSorted(worstFirst).map(datedCheck),
    unset: checks.filter(isToSetUp).map(({ cause }) => cause),
    stored,
    isTold: isMailConfigured(),
    clock: await readClockQuestion(),
  };
}

export const action = (args: Route.ActionArgs) =>
  withConfirmation(args, ["trust-clock"], (request) => changeHealth(request, args.context));

const urgency = (check: HealthCheck) =>
  check.level === "error" ? 0 : check.level === "warning" || isToSetUp(check) ? 1 : 2;

/** What asks for somebody stands before what is in order. */
const worstFirst = (one: HealthCheck, other: HealthCheck) => urgency(one) - urgency(other);

/** As Diagnostic shows it, with the moment at which it was looked at. */
const datedCheck = ({ cause: _cause, at, ...check }: HealthCheck) => ({
  ...check,
  details: [...check.details, ["Vérifié le", formatMoment("fr", at)] satisfies [string, string]],
});

/** The health of the site: its checks, its past problems and the reports of browsers. */
export default function Health({
  loaderData: { checks, unset, stored, isTold, clock },
}: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Santé du site"
        lead="Ce que le site surveille chaque minute. Un problème grave est signalé aussitôt à chaque administrateur, les autres une fois par jour."
      >
        <Link to="/admin/health" className="button">
          <RotateCw aria-hidden="true" size={17} />
          Relancer les vérifications
        </Link>
        <Link to="/admin/diagnostic" className="button quiet">
          <Stethoscope aria-hidden="true" size={17} />
          Ouvrir le diagnostic
        </Link>
      </OfficeHead>
      <p role="status" className="mb-3 font-semibold">
        {summaryOf(checks)}
      </p>
      {!isTold && (
        <p className="mb-3">
          Ce site ne peut pas envoyer d’e-mail : personne n’est prévenu. Le réglage SMTP_URL y
          remédie.
        </p>
      )}
      {clock && <ClockQuestion {...clock} />}
      <CheckList checks={checks} />
      {stored ? (
        <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <CauseCard causes={stored.causes} unset={unset} isTold={isTold} />
          <ReportCard reports={stored.reports} />
        </div>
      ) : (
        <p className="mt-6">Les problèmes signalés ne peuvent pas être lus pour le moment.</p>
      )}
    </>
  );
}

const TONES = { warning: "wait", error: "bad" } as const;

type CauseCardProps = {
  causes: readonly HealthCause[];
  /** Of them, those that the checks above say are to be set up. */
  unset: readonly string[];
  isTold: boolean;
};

function CauseCard({ causes, unset, isTold }: CauseCardProps) {
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Problèmes signalés</h2>
      {causes.length === 0 ? (
        <p className="mt-2 text-muted">Aucun problème n’a encore été signalé.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {causes.map(({ cause, level, summary, since, ended_at, told }) => (
            <li key={cause} className="py-2">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {CAUSES[cause as Cause]}
                <Badge tone={ended_at ? "good" : TONES[level]}>
                  {ended_at
                    ? "Rétabli"
                    : level === "error"
                      ? "Grave"
                      : unset.includes(cause)
                        ? "À configurer"
                        : "À vérifier"}
                </Badge>
              </p>
              <p className="wrap-anywhere">{summary}</p>
              <p className="text-sm text-muted">
                {ended_at
                  ? `Du ${formatMoment("fr", since)} au ${formatMoment("fr", ended_at)}`
                  : `Depuis le ${formatMoment("fr", since)}`}
                {told && (isTold ? ", signalé par e-mail" : ", e-mail gardé sur le serveur")}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ReportCard({ reports }: { reports: readonly ReportedKind[] }) {
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Ce que les navigateurs ont bloqué</h2>
      <p className="mt-1 text-sm text-muted">
        Une page a voulu charger ce que ses règles interdisent : une erreur de notre part, une
        extension du navigateur, ou une attaque. N’importe qui peut envoyer de tels signalements.
      </p>
      {reports.length === 0 ? (
        <p className="mt-2 text-muted">Rien n’a été signalé depuis 30 jours.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {reports.map(({ directive, blocked, page, reports: count, last_at }) => (
            <li key={`${directive} ${blocked} ${page}`} className="py-2 wrap-anywhere">
              <p>
                <span className="font-semibold">{blocked}</span> refusé par {directive}, sur{" "}
                <code className="rounded bg-sand px-1.5 py-0.5">{page}</code>
              </p>
              <p className="text-sm text-muted">
                {formatNumber("fr", count)} fois, la dernière le {formatMoment("fr", last_at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Asks whether the site was switched off for long, or its clock is ahead: it cannot know by itself. */
function ClockQuestion({ now, known }: { now: Date; known: Date }) {
  return (
    <section aria-labelledby="clock" className="panel mb-4 grid gap-3 p-5">
      <h2 id="clock" className="text-lg">
        L’horloge est-elle juste ?
      </h2>
      <p>
        Elle indique le <strong>{formatMoment("fr", now)}</strong>, et la date la plus récente que
        le site connaisse est le <strong>{formatMoment("fr", known)}</strong>. Ou bien le site est
        resté éteint entre les deux, ou bien l’horloge de la machine est en avance. D’ici là, rien
        n’est effacé et rien ne se termine : ni données, ni sauvegardes, ni adhésions, ni places
        gardées.
      </p>
      <p>
        Si cette date est fausse, remettez la machine à l’heure : le site s’en aperçoit seul. Si
        elle est juste, confirmez-le : ce qui est arrivé à terme sera effacé.
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="shown" value={now.toISOString()} />
        <button type="submit" name="intent" value="trust-clock" className="button">
          <Clock aria-hidden="true" size={17} />
          La date est juste
        </button>
      </Form>
    </section>
  );
}
