import { LoaderCircle } from "lucide-react";
import { Form } from "react-router";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import type { SiteJournal, SiteState } from "../../core/database/copy/site-states.server.ts";
import { formatMoment, formatSize } from "../../i18n/format.ts";
import {
  archiveName,
  CANCEL,
  COPY_PROBLEM_LABELS,
  COPY_PROBLEMS,
  COPY_STEP_LABELS,
  COPY_STEPS,
  GO_BACK,
} from "./restores.ts";

const moment = (text: string) => formatMoment("fr", new Date(text));

/** What the next start does, or how far the copy for it came; how to stop it. */
export function RestoreState({ journal }: { journal: SiteJournal }) {
  const { work, due, refused, states } = journal;
  const taken = states.find(({ id }) => id === due?.id);
  if (!work && !taken && !refused) return null;
  return (
    <section aria-labelledby="restore-state" className="panel grid gap-4 p-5">
      <h2 id="restore-state" className="text-lg">
        Où en est la restauration
      </h2>
      {refused && !work && !taken && (
        <Panel tone="red" title={`Le démarrage du ${moment(refused)} n’a rien changé.`}>
          <p>
            L’état demandé n’a pas pu prendre la place du site, qui est resté comme il était.
            Recommencez.
          </p>
        </Panel>
      )}
      {work && work.status !== "failed" && <Progress work={work} />}
      {work?.status === "failed" && (
        <Panel tone="red" title={`La copie n’a pas été faite : ${problemWords(work.problem)}.`}>
          <p>Le site n’a pas changé, et rien n’est resté de cette copie.</p>
        </Panel>
      )}
      {due && taken && <Due due={due} state={taken} />}
      {(work || taken) && (
        <Form method="post" preventScrollReset>
          <button type="submit" name="intent" value={CANCEL} className="button quiet">
            {work?.status === "failed" ? "Retirer ce message" : "Annuler la restauration"}
          </button>
        </Form>
      )}
    </section>
  );
}

const problemWords = (problem: string | undefined) =>
  COPY_PROBLEM_LABELS[COPY_PROBLEMS.find((one) => one === problem) ?? "unknown"];

function Progress({ work }: { work: NonNullable<SiteJournal["work"]> }) {
  const step = COPY_STEPS.find((one) => one === work.step);
  return (
    <div className="grid gap-1">
      <p role="status" className="flex items-center gap-2 font-semibold">
        <LoaderCircle aria-hidden="true" size={18} className="shrink-0 animate-spin" />
        {step
          ? `Étape ${COPY_STEPS.indexOf(step) + 1} sur ${COPY_STEPS.length} : ${COPY_STEP_LABELS[step]}.`
          : "La copie commence dès qu’aucune sauvegarde n’est en cours."}
      </p>
      <p className="text-muted">
        Demandée par {work.by.name} le {moment(work.asked_at)}.{" "}
        <noscript>Rechargez la page pour voir où elle en est.</noscript>
      </p>
      <p className="text-sm text-muted wrap-anywhere">{archiveName(work.archive)}</p>
    </div>
  );
}

type DueProps = { due: NonNullable<SiteJournal["due"]>; state: SiteState };

function Due({ due, state: { kind, at, bytes } }: DueProps) {
  return (
    <>
      <Panel
        tone="yellow"
        title={
          kind === "copy"
            ? "La copie est prête : redémarrez le site pour qu’elle le remplace."
            : "Redémarrez le site pour revenir à l’état précédent."
        }
      >
        <p>
          Le site sera celui du <strong>{moment(at)}</strong>. Le prochain démarrage le fait, même
          imprévu ; sur un serveur : <code>systemctl restart fge</code>. Sans démarrage avant le{" "}
          {moment(due.until)}, rien ne change.
        </p>
      </Panel>
      <p className="text-muted">
        Demandé par {due.by.name}
        {bytes !== undefined && `. Place prise sur le disque : ${formatSize("fr", bytes)}`}.
      </p>
    </>
  );
}

type FormerProps = {
  states: readonly SiteState[];
  /** Something else is asked for already. */
  isClosed: boolean;
};

/** What the site was before it was restored, while that is kept, and the way back. */
export function FormerStates({ states, isClosed }: FormerProps) {
  const formers = states.filter(({ kind }) => kind === "former");
  if (formers.length === 0) return null;
  return (
    <section aria-labelledby="formers" className="panel grid gap-4 p-5">
      <h2 id="formers" className="text-lg">
        L’état précédent
      </h2>
      <p>
        Le site d’avant la restauration est gardé entier, base et fichiers. Si vous y revenez,
        l’état actuel est mis de côté, sept jours lui aussi ; le site est alors au repos, et chacun
        se reconnecte.
      </p>
      <ul className="divide-y divide-line">
        {formers.map(({ id, at, until, bytes }) => (
          <li key={id} className="grid gap-2 py-3">
            <p>
              <span className="font-semibold">Le site du {moment(at)}</span>
              <span className="block text-sm text-muted">
                Gardé jusqu’au {moment(until)}
                {bytes !== undefined && `, ${formatSize("fr", bytes)} sur le disque`}.
              </span>
            </p>
            {!isClosed && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="state" value={id} />
                <button type="submit" name="intent" value={GO_BACK} className="button quiet">
                  Revenir à l’état précédent
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
