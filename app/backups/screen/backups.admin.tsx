import { data, Link } from "react-router";
import { readFactor } from "../../auth/second-factor/second-factors.system.server.ts";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import { RecoveryKeySection } from "../keys/recovery-key-section.tsx";
import { BACK_UP_NOW, isGrave } from "../nightly/backups.ts";
import { archivesHere } from "../restore/restore-archives.server.ts";
import { BackUpNowSection } from "./back-up-now.tsx";
import { changeBackups } from "./backup-changes.server.ts";
import { readBackupHistory } from "./backup-history.server.ts";
import {
  durationWords,
  lostWords,
  RUN_KIND_LABELS,
  RUN_REASON_LABELS,
  TONE_LABELS,
} from "./backup-labels.ts";
import { isBusy, isKeyDue, judge } from "./backup-state.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatMoment, formatNumber, formatSize } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/page-head.tsx";
import type { Route } from "./+types/backups.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des sauvegardes" };

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const now = currentTime();
  const history = await asStaff(staff, readBackupHistory);
  const { here, leaving } = await archivesHere(now);
  return {
    verdict: judge(history, now),
    hasKeys: history.hasKeys,
    busy: isBusy(history.runs, now),
    leaving,
    keyShownAt: history.keyShownAt,
    keyDue: isKeyDue(history, now),
    runs: history.runs
      .filter(({ kind }) => kind !== "key")
      .map((run) => ({ ...run, isHere: run.archive !== null && here.has(run.archive) })),
    factor: await readFactor(staff.id),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { state, status } = await changeBackups(request, context, await readFieldsOrNone(request));
  return data(state, { status });
}

const PANELS = { good: "green", warn: "yellow", bad: "red" } as const;

/** Whether the site could be brought back, since when, and from where. */
export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { verdict, runs } = loaderData;
  return (
    <>
      <OfficeHead
        title="Sauvegardes"
        lead="Chaque nuit, le site écrit une archive chiffrée de tout ce qu’il contient, puis la remet en place dans un endroit à part et compare."
      />
      <div className="grid max-w-[860px] gap-5">
        <Panel
          tone={PANELS[verdict.tone]}
          title={`${TONE_LABELS[verdict.tone]}. ${verdict.words}.`}
        />
        <BackUpNowSection {...loaderData} state={actionData} />
        <RecoveryKeySection
          {...loaderData}
          state={actionData?.intent === BACK_UP_NOW ? undefined : actionData}
        />
        <section aria-labelledby="to-restore" className="panel grid gap-3 p-5">
          <h2 id="to-restore" className="text-lg">
            Restaurer une sauvegarde
          </h2>
          <p>
            Une copie est préparée à côté du site ; au prochain démarrage, elle le remplace. L’état
            d’avant est gardé sept jours.
          </p>
          <p>
            <Link to="/admin/backups/restore" className="button quiet">
              Choisir une sauvegarde
            </Link>
          </p>
        </section>
        <section aria-labelledby="runs" className="panel p-4">
          <h2 id="runs" className="mb-3 text-lg">
            Sauvegardes et essais
          </h2>
          {runs.length === 0 ? (
            <p className="text-muted">
              Rien encore. La première sauvegarde suit la clé de secours.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {runs.map((run) => (
                <RunLine key={run.id} run={run} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

type Run = Route.ComponentProps["loaderData"]["runs"][number];

const TONES = { asked: "wait", running: "wait", done: "good", failed: "bad" } as const;
const STATUS_LABELS = {
  asked: "Demandé",
  running: "En cours",
  done: "Réussi",
  failed: "Échoué",
} as const;

function RunLine({ run }: { run: Run }) {
  const { kind, status, reason, findings } = run;
  const { missing } = findings;
  const found = [
    ...(findings.different ?? []),
    ...(findings.changed ?? []),
    ...(missing?.keys ?? []),
  ];
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">
          {RUN_KIND_LABELS[kind]} du {formatMoment("fr", run.started_at)}
        </span>
        {status === "done" && missing ? (
          <Badge tone={isGrave(missing) ? "bad" : "wait"}>À regarder</Badge>
        ) : (
          <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
        )}
      </p>
      <p className="text-sm text-muted empty:hidden">{factsOf(run).join(", ")}</p>
      {reason && <p className="text-sm">Ce qui n’a pas marché : {RUN_REASON_LABELS[reason]}.</p>}
      {missing && <p className="text-sm">{lostWords(missing)}.</p>}
      {found.length > 0 && <p className="text-sm wrap-anywhere">{found.join(", ")}</p>}
      {run.archive && <p className="text-sm text-muted wrap-anywhere">{run.archive}</p>}
      {run.isHere && run.kind === "archive" && (
        <p className="text-sm">
          <Link
            to={`/admin/backups/restore?${new URLSearchParams({ archive: run.archive ?? "", from: "here" })}#chosen`}
            className="link inline-flex min-h-11 items-center"
          >
            Restaurer…
          </Link>
        </p>
      )}
    </li>
  );
}

/** How long, how much, and where to. */
function factsOf(run: Run): string[] {
  const { started_at, ended_at, bytes, row_count, stored_count, new_count } = run;
  const facts: string[] = run.by_hand ? ["à la main"] : [];
  if (ended_at) {
    const seconds = Math.round((ended_at.getTime() - started_at.getTime()) / 1_000);
    facts.push(`en ${durationWords(seconds)}`);
  }
  if (bytes !== null) facts.push(formatSize("fr", bytes));
  if (row_count !== null) facts.push(countOf(row_count, "ligne"));
  if (stored_count !== null) facts.push(countOf(stored_count, "fichier"));
  if (new_count) facts.push(`dont ${countOf(new_count, "nouveau", "x")}`);
  if (run.archive && run.kind !== "proof")
    facts.push(run.elsewhere ? "aussi ailleurs" : "sur la même machine");
  return facts;
}

const countOf = (count: number, one: string, many = "s") =>
  `${formatNumber("fr", count)} ${one}${count > 1 ? many : ""}`;
