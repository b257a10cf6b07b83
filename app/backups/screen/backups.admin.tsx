import { Archive, Printer } from "lucide-react";
import { data, Form, Link } from "react-router";
import { CodeByMail, PasswordGate } from "../../auth/second-factor/second-factor-section.tsx";
import { type Factor, readFactor } from "../../auth/second-factor/second-factors.system.server.ts";
import { EntranceField, Panel } from "../../auth/sign-in/entrance-form.tsx";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatMoment, formatNumber, formatSize } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { usePolling } from "../../kit/use-polling.ts";
import { readBackupHistory } from "../nightly/backup-runs.system.server.ts";
import { BACK_UP_NOW, isGrave } from "../nightly/backups.ts";
import { listLocalArchives } from "../restore/restore-archives.server.ts";
import type { Route } from "./+types/backups.admin.ts";
import { type BackupState, changeBackups } from "./backup-changes.server.ts";
import {
  durationWords,
  isBusy,
  isKeyDue,
  judge,
  lostWords,
  RUN_KIND_LABELS,
  RUN_REASON_LABELS,
  removalWords,
  TONE_LABELS,
} from "./backup-state.ts";

export const handle = { loadFailure: "Erreur lors du chargement des sauvegardes" };

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const now = currentTime();
  const history = await asStaff(staff, readBackupHistory);
  const { here, leaving } = await listLocalArchives(now);
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
  const { verdict, runs, hasKeys } = loaderData;
  return (
    <>
      <OfficeHead
        title="Sauvegardes"
        lead="Chaque nuit, le site écrit une archive chiffrée de tout ce qu’il contient, puis la remet en place dans un endroit à part et compare."
      />
      <div className="grid max-w-[860px] gap-5">
        <Panel
          tone={PANELS[verdict.tone]}
          title={`${hasKeys ? TONE_LABELS[verdict.tone] : "À configurer"}. ${verdict.words}.`}
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
              Aucune sauvegarde. La première sera faite après la création de la clé de secours.
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
          <Badge tone={isGrave(missing) ? "bad" : "wait"}>À vérifier</Badge>
        ) : (
          <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
        )}
      </p>
      <p className="text-sm text-muted empty:hidden">{factsOf(run).join(", ")}</p>
      {reason && (
        <p className="text-sm">Ce qui n’a pas fonctionné : {RUN_REASON_LABELS[reason]}.</p>
      )}
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

const LOOKS_EVERY_MS = 3_000;

type SectionProps = {
  hasKeys: boolean;
  /** Something waits, or is under way. */
  busy: boolean;
  /** Of when the archives are that a new one lets go. */
  leaving: Date[];
  state: BackupState | undefined;
};

/** An archive without waiting for the night: before an upgrade, or before something daring. */
function BackUpNowSection({ hasKeys, busy, leaving, state }: SectionProps) {
  usePolling(busy, LOOKS_EVERY_MS);
  if (!hasKeys) return null;
  const own = state?.intent === BACK_UP_NOW ? state : undefined;
  return (
    <section aria-labelledby="back-up-now" className="panel grid gap-4 p-5">
      <h2 id="back-up-now" className="text-lg">
        Sauvegarder maintenant
      </h2>
      {own?.problem && <Panel tone="red" title={own.problem} />}
      <p>
        Sans attendre la nuit : avant une mise à jour, ou après une longue saisie. Le site continue
        pendant ce temps, et la sauvegarde est essayée aussitôt après.
      </p>
      <p>{removalWords(leaving)}</p>
      <p role="status" className="font-semibold empty:hidden">
        {busy && (
          <>
            Une sauvegarde ou un essai est en cours.{" "}
            <noscript>Rechargez la page pour voir où elle en est.</noscript>
          </>
        )}
        {!busy && own?.done && "Terminé. Le résultat est dans la liste ci-dessous."}
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value={BACK_UP_NOW} />
        <button type="submit" disabled={busy} className="button">
          <Archive aria-hidden="true" size={17} />
          Sauvegarder maintenant
        </button>
      </Form>
    </section>
  );
}

type KeySectionProps = {
  hasKeys: boolean;
  keyShownAt: Date | undefined;
  keyDue: boolean;
  factor: Factor;
  state: BackupState | undefined;
};

/** The key without which an archive is of no use once the machine is gone: made, shown once, asked for again. */
function RecoveryKeySection({ hasKeys, keyShownAt, keyDue, factor, state }: KeySectionProps) {
  return (
    <section aria-labelledby="recovery-key" className="panel grid gap-4 p-5">
      <h2 id="recovery-key" className="text-lg">
        Clé de secours
      </h2>
      {state?.problem && <Panel tone="red" title={state.problem} />}
      {state?.done && (
        <Panel tone="green" title={state.done}>
          {state.recoveryKey && <NewKey recoveryKey={state.recoveryKey} />}
        </Panel>
      )}
      {!hasKeys && (
        <>
          <p>
            Si la machine est perdue, cette clé seule ouvre les sauvegardes. Elle est montrée une
            fois : imprimez-la et confiez-la à deux personnes. La première sauvegarde commence dans
            la demi-heure.
          </p>
          <CodeByMail factor={factor} state={state} />
          <PasswordGate
            intent="make-key"
            submit="Créer la clé de secours"
            state={state}
            factor={factor.on ? factor : undefined}
          />
        </>
      )}
      {hasKeys && !state?.recoveryKey && (
        <>
          <p>
            {keyShownAt
              ? `Vérifiée la dernière fois le ${formatMoment("fr", keyShownAt)}.`
              : "Personne ne l’a encore saisie."}{" "}
            {keyDue &&
              "Prenez la feuille imprimée et saisissez la clé : le site la compare et ne la garde pas."}
          </p>
          <Form method="post" preventScrollReset className="grid gap-3">
            <input type="hidden" name="intent" value="show-key" />
            <EntranceField
              name="recovery_key"
              label="La clé imprimée"
              hint="Elle commence par FGE-RECOVERY. Les espaces et les minuscules ne comptent pas."
              type="text"
              autoComplete="off"
              error={state?.intent === "show-key" ? state.errors.recovery_key : undefined}
            />
            <button type="submit" className="button justify-self-start">
              Vérifier la clé
            </button>
          </Form>
        </>
      )}
    </section>
  );
}

function NewKey({ recoveryKey }: { recoveryKey: string }) {
  return (
    <>
      <p className="rounded-control bg-sand p-4 font-mono text-lg wrap-anywhere select-all [word-spacing:0.5em]">
        {recoveryKey}
      </p>
      <button type="button" onClick={() => window.print()} className="button justify-self-start">
        <Printer aria-hidden="true" size={18} />
        Imprimer cette page
      </button>
      <p>
        Imprimez cette page maintenant. Donnez la clé à deux personnes, sur papier, et ne la gardez
        pas sur cette machine. Puis rechargez la page et saisissez la clé depuis la feuille : le
        site reste au rouge jusque-là.
      </p>
    </>
  );
}
