import { KeyRound, ListChecks, MailCheck, RotateCw, Timer, Trash2, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { data, Link } from "react-router";
import { withCookies } from "../../auth/sign-in/call-auth.server.ts";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { countWaitingRemovals } from "../../files/storage/removals.staff.server.ts";
import { formatSize } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { useNotice } from "../../mail/use-notice.ts";
import { recordsOf } from "../frame/notions.ts";
import { readFirstStepsList } from "../home/first-steps.staff.server.ts";
import { HiddenFirstSteps } from "../home/first-steps.tsx";
import { countSamples, type SampleCount } from "../home/samples.staff.server.ts";
import type { Route } from "./+types/diagnostic.admin.ts";
import { CheckList, summaryOf } from "./check-list.tsx";
import { diagnose } from "./checks.system.server.ts";
import { runDiagnosticAction } from "./diagnostic-actions.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const checks = await diagnose(staff);
  // What Diagnostic is for, it does without a database too.
  const content = await asStaff(staff, readContent).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "diagnostic without its cards");
    return null;
  });
  return { checks, content };
}

async function readContent(db: StaffDb) {
  const guide = await readFirstStepsList(db);
  const open = guide.steps.filter(({ done }) => !done).map(({ name }) => name);
  return {
    samples: await countSamples(db),
    removals: await countWaitingRemovals(db),
    putAway: guide.isAway ? open : undefined,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent } = await readFieldsOrNone(request);
  const { toast, cookies = [] } = await runDiagnosticAction(intent, { request, context });
  return data({ toast }, { headers: withCookies(cookies) });
}

/** Whether all that the site stands on works, tried for real. */
export default function Diagnostic({ loaderData }: Route.ComponentProps) {
  const { checks, content } = loaderData;
  const { submit, pending } = useIntent();
  const button = (intent: string, label: string, icon: ReactNode) => (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit(intent, {})}
      className="button quiet"
    >
      {icon}
      {label}
    </button>
  );
  return (
    <>
      <OfficeHead
        title="Diagnostic"
        lead="Chaque vérification est réellement faite, comme visiteur et comme administrateur, sans laisser de trace."
      >
        <Link to="/admin/diagnostic" className="button">
          <RotateCw aria-hidden="true" size={17} />
          Relancer le diagnostic
        </Link>
      </OfficeHead>
      <p role="status" className="mb-3 font-semibold">
        {summaryOf(checks)}
      </p>
      <CheckList checks={checks} />
      <div className="mt-4 flex flex-wrap gap-2">
        {button("session", "Vérifier la session", <KeyRound aria-hidden="true" size={17} />)}
        {button("refresh-session", "Rafraîchir la session", <Timer aria-hidden="true" size={17} />)}
        {button(
          "test-mail",
          "Envoyer un message d’essai",
          <MailCheck aria-hidden="true" size={17} />,
        )}
        <Link to="/admin/diagnostic/links" className="button quiet">
          <Unlink aria-hidden="true" size={17} />
          Vérifier les liens et les images
        </Link>
        {button("jobs", "Lancer les tâches de fond", <ListChecks aria-hidden="true" size={17} />)}
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {content ? (
          <ContentCards {...content} submit={submit} />
        ) : (
          <p className="panel p-4">
            Les fichiers à retirer et le contenu d’exemple n’ont pas pu être lus : la base de
            données ne répond pas.
          </p>
        )}
        <AdministratorCard />
      </div>
    </>
  );
}

type ContentProps = NonNullable<Route.ComponentProps["loaderData"]["content"]> & {
  submit: ReturnType<typeof useIntent>["submit"];
};

function ContentCards({ samples, removals, putAway, submit }: ContentProps) {
  return (
    <>
      {removals.files > 0 && (
        <RemovalsCard
          {...removals}
          confirm={() => submit("confirm-removals", { files: String(removals.files) })}
        />
      )}
      <SamplesCard samples={samples} remove={() => submit("remove-samples", {})} />
      {putAway && <HiddenFirstSteps open={putAway} />}
    </>
  );
}

function AdministratorCard() {
  const notice = useNotice();
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Créer un administrateur</h2>
      <ol className="mt-2 grid list-decimal gap-2 pl-5">
        <li>
          Depuis ce site : ouvrez{" "}
          <Link to="/admin/staff" className="link">
            Comptes
          </Link>
          , choisissez « Inviter » et saisissez son adresse. Dès qu’une deuxième personne
          l’approuve, ou vous-même 24 heures plus tard si vous êtes seul,{" "}
          {notice(
            "il reçoit un lien pour choisir son mot de passe.",
            "un lien pour choisir son mot de passe s’affiche, à lui remettre : ce site ne peut pas envoyer d’e-mail.",
          )}
        </li>
        <li>
          Depuis le serveur (avec la base embarquée, arrêtez d’abord le site) :{" "}
          <code className="rounded bg-sand px-1.5 py-0.5 wrap-anywhere">
            npm run admin -- create nom@exemple.org "Prénom Nom"
          </code>
          . Le mot de passe est montré une seule fois.
        </li>
        <li>
          Au premier démarrage : les réglages <code>ADMIN_EMAIL</code> et{" "}
          <code>ADMIN_PASSWORD</code> créent le premier compte.
        </li>
      </ol>
    </section>
  );
}

type SamplesProps = { samples: readonly SampleCount[]; remove: () => void };

const wordsOf = (entity: string) => recordsOf(entity)?.words.many ?? entity;

/** What the first start put here as examples, and the way to be rid of it. */
function SamplesCard({ samples, remove }: SamplesProps) {
  const removable = samples.filter(({ count }) => count > 0);
  const kept = samples.filter((one) => one.kept > 0);
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Contenu d’exemple</h2>
      {samples.length === 0 && (
        <p className="mt-1">Il ne reste aucun exemple : tout le contenu est le vôtre.</p>
      )}
      {removable.length > 0 && <Removable samples={removable} remove={remove} />}
      {kept.length > 0 && (
        <>
          <p className="mt-3">
            {removable.length > 0 ? "Ceux-ci restent" : "Il reste des exemples"}, parce que quelque
            chose de réel s’appuie dessus :
          </p>
          <ul className="mt-2 grid gap-1 tabular-nums">
            {kept.map(({ entity, kept: count }) => (
              <li key={entity}>
                <Link to={recordsOf(entity)?.address ?? "/admin"} className="link">
                  {wordsOf(entity)}
                </Link>
                {` : ${count} (${keptWords(entity)})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** What can keep an example of a table, as its notion tells. */
function keptWords(entity: string): string {
  const { keptBy = [], keptWhereNamed } = recordsOf(entity)?.samples ?? {};
  const others = keptBy.map(({ table, words }) => words ?? wordsOf(table).toLowerCase());
  return [...others, ...(keptWhereNamed ? ["des contenus qui le montrent"] : [])].join(", ");
}

function Removable({ samples, remove }: SamplesProps) {
  const [asking, setAsking] = useState(false);
  const words = samples.map(({ entity, count }) => `${wordsOf(entity)} : ${count}`);
  return (
    <>
      <p className="mt-1">
        Le site a été rempli d’exemples au premier démarrage. Voici ceux que personne n’a modifiés :
      </p>
      <ul className="mt-2 grid gap-1 tabular-nums">
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" className="button danger mt-4" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={17} />
        Supprimer le contenu d’exemple
      </button>
      {asking && (
        <ConfirmDialog
          title="Supprimer le contenu d’exemple ?"
          message={`Seront supprimés pour de bon, sans passer par la corbeille : ${words.join(", ")}. Ce que vous avez créé ou modifié reste, comme ce à quoi quelqu’un s’est inscrit.`}
          close={() => setAsking(false)}
          confirm={remove}
        />
      )}
    </>
  );
}

type RemovalsProps = { files: number; bytes: number; confirm: () => void };

/** More files than a handful were let go: a person says whether they are removed. */
function RemovalsCard({ files, bytes, confirm }: RemovalsProps) {
  const [asking, setAsking] = useState(false);
  const amount = `${files} fichier${files > 1 ? "s" : ""} (${formatSize("fr", bytes, 2)})`;
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Fichiers à retirer</h2>
      <p className="mt-1">
        En attente : {amount}, supprimés il y a plus de 30 jours ou jamais arrivés en entier. C’est
        beaucoup à la fois, ou la base semble plus ancienne que ses fichiers : rien n’est retiré du
        stockage sans votre accord. Si ce nombre vous étonne, vérifiez d’abord que le site utilise
        la bonne base de données.
      </p>
      <button type="button" className="button danger mt-4" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={17} />
        Retirer {amount}
      </button>
      {asking && (
        <ConfirmDialog
          title="Retirer ces fichiers ?"
          message={`${amount} seront retirés du stockage pour de bon. Ce qu’une fiche, un texte ou la corbeille nomme encore est gardé.`}
          action="Retirer"
          close={() => setAsking(false)}
          confirm={confirm}
        />
      )}
    </section>
  );
}
