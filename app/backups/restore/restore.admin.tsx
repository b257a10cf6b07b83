import { LoaderCircle } from "lucide-react";
import { data, Form, Link, type RouterContextProvider } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import {
  JournalError,
  readJournal,
  type SiteJournal,
  type SiteState,
} from "../../core/database/copy/site-states.server.ts";
import { asSystem, databaseKind } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { env } from "../../core/process/env.server.ts";
import { type StaffAccount, staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { AppError, isFull } from "../../core/values/errors.ts";
import { formatAmount, formatMoment, formatSize, several } from "../../i18n/format.ts";
import { OfficeHead } from "../../kit/office-head.tsx";
import { usePolling } from "../../kit/use-polling.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { requireAdministrator } from "../quarantine/release.system.server.ts";
import type { Route } from "./+types/restore.admin.ts";
import { findRestorable, listRestorable } from "./restore-archives.server.ts";
import {
  cancelRestore,
  type RestoreOutcome,
  readSince,
  requestCopy,
  requestFormerState,
  type Since,
} from "./restore-changes.system.server.ts";
import {
  archiveName,
  CANCEL,
  COPY_HOURS,
  COPY_PROBLEM_LABELS,
  COPY_PROBLEMS,
  COPY_STEP_LABELS,
  COPY_STEPS,
  GO_BACK,
  PLACES,
  type Place,
  PREPARE,
} from "./restores.ts";

type Context = Readonly<RouterContextProvider>;

const placeIn = (value: string | null | undefined): Place | undefined =>
  PLACES.find((place) => place === value);

/** What the screen of restores shows, and of the archive that was chosen what would be lost. @throws AppError 'forbidden' */
async function readRestoreScreen(context: Context, query: URLSearchParams) {
  await asSystem("restores.read", (db) => requireAdministrator(db, context.get(staffContext)));
  const settings = env();
  const { DATA_DIR, S3_BUCKET } = settings;
  const isServer = databaseKind() === "server";
  const { journal, isDamaged } = isServer ? { journal: EMPTY, isDamaged: false } : look(DATA_DIR);
  return {
    isServer,
    isDamaged,
    hasKeys: readBackupKeys(DATA_DIR) !== undefined,
    hasFilesElsewhere: S3_BUCKET !== undefined,
    journal,
    places: await listRestorable(),
    chosen: isServer ? undefined : await choose(query),
  };
}

const EMPTY: SiteJournal = { states: [] };

/** A journal that is damaged says nothing, and is no reason to show nothing. */
function look(dataDir: string): { journal: SiteJournal; isDamaged: boolean } {
  try {
    return { journal: readJournal(dataDir), isDamaged: false };
  } catch (error) {
    if (error instanceof JournalError) return { journal: EMPTY, isDamaged: true };
    throw error;
  }
}

async function choose(query: URLSearchParams) {
  const from = placeIn(query.get("from"));
  const archive = query.get("archive");
  const at = from && archive ? await findRestorable(from, archive) : undefined;
  if (!from || !archive || !at) return undefined;
  return { archive, from, at, since: await asSystem("restores.read", (db) => readSince(db, at)) };
}

type RestoreAnswer = { intent: string; problem?: string; done?: string };

const PROBLEMS: Readonly<Record<Exclude<RestoreOutcome, "done">, string>> = {
  busy: "Une restauration est déjà demandée : attendez-la, ou annulez-la d’abord.",
  server:
    "La base est sur un serveur : la restauration se fait en ligne de commande, comme décrit ci-dessous.",
  keys: "Ce site n’a pas la clé de ses sauvegardes : la restauration se fait en ligne de commande, avec la clé imprimée.",
  disks:
    "La base ou les fichiers du site sont sur un disque à part, que le site ne peut pas remplacer en une fois : la restauration se fait en ligne de commande.",
  gone: "Cette sauvegarde, ou cet état, n’est plus là. Rechargez la page.",
  nothing: "Il n’y a rien à annuler : rechargez la page pour voir où en est le site.",
};

const DONE: Readonly<Record<string, string>> = {
  [PREPARE]: "La copie est demandée.",
  [CANCEL]: "Annulé. Le prochain démarrage ne change rien.",
  [GO_BACK]: "Le prochain démarrage reviendra à cet état.",
};

const FULL = "Il n’y a plus de place sur le disque : rien n’a changé.";
const DAMAGED = "L’état de la restauration n’est pas lisible : le journal du serveur dit pourquoi.";

function work(intent: string, staff: StaffAccount, values: FormValues): Promise<RestoreOutcome> {
  const { archive = "", state = "" } = values;
  if (intent === CANCEL) return cancelRestore(staff);
  if (intent === GO_BACK) return requestFormerState(staff, state);
  const from = placeIn(values.from);
  return from ? requestCopy(staff, { archive, from }) : Promise.resolve("gone");
}

/** Does what was pressed. */
async function changeRestore(request: Request, context: Context) {
  const values = await readFieldsOrNone(request);
  const { intent = "" } = values;
  const answer = (more: Omit<RestoreAnswer, "intent">, status = 200) =>
    data<RestoreAnswer>({ intent, ...more }, status);
  const staff = context.get(staffContext);
  if (!Object.hasOwn(DONE, intent)) return answer({ problem: "Action inconnue" }, 400);
  try {
    const outcome = await work(intent, staff, values);
    if (outcome === "done")
      return answer({
        done: `${DONE[intent]}${intent === CANCEL ? "" : deliveryText(" Les administrateurs sont prévenus.", "")}`,
      });
    return answer({ problem: PROBLEMS[outcome] }, 409);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isFull(error)) return answer({ problem: FULL }, 409);
    if (error instanceof JournalError) return answer({ problem: DAMAGED }, 409);
    throw error;
  }
}

export const handle = { loadFailure: "Erreur lors du chargement des sauvegardes à restaurer" };

/** What was refused is shown beside how it is now: somebody else may have asked for a restore. */
export const shouldRevalidate = () => true;

const LOOK_EVERY_MS = 2_000;

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readRestoreScreen(context, url.searchParams);

export const action = (asked: Route.ActionArgs) =>
  withConfirmation(asked, [PREPARE, GO_BACK], (request) => changeRestore(request, asked.context));

/** Makes an archive the site, by way of a copy beside it, and back. */
export default function RestoreAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { isServer, isDamaged, hasKeys, hasFilesElsewhere, journal, places, chosen } = loaderData;
  const isMaking = journal.work !== undefined && journal.work.status !== "failed";
  usePolling(isMaking, LOOK_EVERY_MS);
  const isTaken = isMaking || journal.due !== undefined;
  const isClosed = isServer || isDamaged || isTaken;
  return (
    <>
      <OfficeHead
        title="Restaurer"
        lead="Une copie est préparée depuis une sauvegarde, à côté du site. Au prochain démarrage, elle le remplace."
      />
      <div className="grid max-w-[860px] gap-5">
        {actionData?.problem && <Panel tone="red" title={actionData.problem} />}
        {actionData?.done && <Panel tone="green" title={actionData.done} />}
        {isDamaged && (
          <Panel tone="red" title="L’état de la restauration n’est pas lisible.">
            <p>Le journal du serveur nomme le fichier. Rien n’est retiré en attendant.</p>
          </Panel>
        )}
        {isServer && <RestoreByCommand />}
        <RestoreState journal={journal} />
        {chosen && !isClosed && hasKeys && (
          <ChosenArchive chosen={chosen} hasFilesElsewhere={hasFilesElsewhere} />
        )}
        <FormerStates states={journal.states} isClosed={isClosed} />
        <ArchiveList places={places} isClosed={isClosed || !hasKeys} />
      </div>
    </>
  );
}

const PLACE_TITLES: Readonly<Record<Place, string>> = {
  here: "Sur cette machine",
  elsewhere: "Ailleurs",
};

type ListProps = {
  places: readonly { place: Place; archives?: readonly { key: string; at: Date }[] }[];
  /** Nothing may be begun now: they are shown, and lead nowhere. */
  isClosed: boolean;
};

/** Every archive that can be read from here, the newest first. */
function ArchiveList({ places, isClosed }: ListProps) {
  return (
    <section aria-labelledby="archives" className="panel grid gap-4 p-5">
      <h2 id="archives" className="text-lg">
        Les sauvegardes
      </h2>
      {places.map(({ place, archives }) => (
        <div key={place} className="grid gap-1">
          <h3 className="text-base">{PLACE_TITLES[place]}</h3>
          {!archives && <p className="text-muted">Ce stockage n’a pas répondu.</p>}
          {archives?.length === 0 && <p className="text-muted">Aucune sauvegarde.</p>}
          <ul className="divide-y divide-line">
            {archives?.map(({ key, at }) => (
              <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <span className="font-semibold">{formatMoment("fr", at)}</span>
                {!isClosed && (
                  <Link
                    to={`?${new URLSearchParams({ archive: key, from: place })}#chosen`}
                    className="link inline-flex min-h-11 items-center"
                    aria-label={`Restaurer la sauvegarde du ${formatMoment("fr", at)}`}
                  >
                    Restaurer…
                  </Link>
                )}
                <span className="w-full text-sm text-muted wrap-anywhere">{archiveName(key)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Why a database on a server is not switched from the screen, and what does it. */
function RestoreByCommand() {
  return (
    <section aria-labelledby="by-command" className="panel grid gap-4 p-5">
      <h2 id="by-command" className="text-lg">
        La base est sur un serveur
      </h2>
      <p>
        Le compte du site possède sa base, et ne peut pas en créer une seconde à côté : une
        restauration depuis cet écran ne serait pas complète. Elle se fait en ligne de commande,
        sans toucher au site qui tourne.
      </p>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>
          L’administrateur du serveur crée une base vide, du même propriétaire :{" "}
          <code className="wrap-anywhere">createdb -O fge fge_copie</code>
        </li>
        <li>
          La sauvegarde y est remise, avec un dossier de données vide et la clé imprimée :{" "}
          <code className="wrap-anywhere">
            DATA_DIR=/var/lib/fge-copie DATABASE_URL=postgres://…/fge_copie npm run restore --
            ARCHIVE CLE
          </code>
          . Si <code>DATABASE_OWNER_URL</code> est réglée, donnez-la de même, pour la nouvelle base.
        </li>
        <li>
          <code>DATA_DIR</code> et <code>DATABASE_URL</code> sont changés dans les réglages, puis le
          site redémarré : il est en pause, et se remet en marche dans l’administration. L’ancienne
          base reste entière ; remettre les anciens réglages y ramène.
        </li>
      </ol>
      <p className="text-muted">
        Avec des fichiers dans un stockage S3, donnez aussi à la copie un dossier vide, avec{" "}
        <code>S3_PREFIX</code>.
      </p>
    </section>
  );
}

type ChosenProps = {
  chosen: { archive: string; from: Place; at: Date; since: Since };
  /** Whether uploads are on a store that is one for both. */
  hasFilesElsewhere: boolean;
};

/** What taking this archive would do, in numbers, and the button that begins it. */
function ChosenArchive({ chosen, hasFilesElsewhere }: ChosenProps) {
  const { archive, from, at, since } = chosen;
  const lost = lostWords(since);
  return (
    <section id="chosen" aria-labelledby="chosen-title" className="panel grid gap-4 p-5">
      <h2 id="chosen-title" className="text-lg">
        Restaurer la sauvegarde du {formatMoment("fr", at)}
      </h2>
      <p className="text-sm text-muted wrap-anywhere">{archiveName(archive)}</p>
      <div className="grid gap-1">
        <h3 className="text-base">Ce qui s’est passé depuis, et que le site perdra</h3>
        {lost.length === 0 ? (
          <p>Rien n’a été enregistré depuis cette sauvegarde.</p>
        ) : (
          <ul className="grid list-disc gap-1 pl-5">
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="grid gap-1">
        <h3 className="text-base">Ce qui va se passer</h3>
        <ol className="grid list-decimal gap-1 pl-5">
          <li>
            Tous les administrateurs reçoivent un message, et le journal garde qui l’a demandé.
          </li>
          <li>
            Une copie est préparée à côté du site, puis comparée avec la sauvegarde. Le site
            continue pendant ce temps.
          </li>
          <li>
            Le prochain démarrage, même imprévu, remplace le site par la copie. Passé {COPY_HOURS}{" "}
            heures sans démarrage, elle est abandonnée.
          </li>
          <li>
            Le site restauré est en pause : rien n’en part avant que vous le remettiez en marche.
            Chacun se reconnecte, avec le mot de passe et la validation en deux étapes d’avant le{" "}
            {formatMoment("fr", at)} ; les comptes fermés depuis le restent.
          </li>
          <li>
            Un site en pause n’envoie pas de code par e-mail : si vous en recevez un pour vous
            connecter, gardez un code de secours sous la main.
          </li>
          <li>
            Les prochains reçus portent des numéros bien plus hauts : ceux qui ont été donnés après
            la sauvegarde ne servent pas une seconde fois.
          </li>
          <li>
            Les licences redeviennent celles de la sauvegarde : refaites les suspensions, les cartes
            remplacées et les clés annulées depuis. Les cartes signées depuis ne sont plus
            valables : chaque titulaire doit rouvrir la sienne.
          </li>
          <li>L’état actuel est gardé sept jours, et vous pouvez y revenir.</li>
          {hasFilesElsewhere && (
            <li>
              Les fichiers téléversés restent dans leur stockage : ceux qui y manquent y reviennent,
              aucun n’en est retiré.
            </li>
          )}
        </ol>
      </div>
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-4">
        <input type="hidden" name="archive" value={archive} />
        <input type="hidden" name="from" value={from} />
        <button type="submit" name="intent" value={PREPARE} className="button">
          Préparer la copie
        </button>
        <Link to="/admin/backups/restore" className="link">
          Choisir une autre sauvegarde
        </Link>
      </Form>
    </section>
  );
}

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  charge: ["encaissement", "encaissements"],
  refund: ["remboursement", "remboursements"],
};

/** A line for each kind of thing, with how many; nothing for what there is none of. */
function lostWords(since: Since): string[] {
  const counts: [number, string, string][] = [
    [since.members, "demande d’adhésion", "demandes d’adhésion"],
    [since.registrations, "inscription à un événement", "inscriptions à un événement"],
    [since.orders, "commande", "commandes"],
    [since.messages, "message de contact", "messages de contact"],
    [since.subscriptions, "abonnement à la newsletter", "abonnements à la newsletter"],
    [since.files, "fichier", "fichiers"],
    [since.mails, "e-mail déjà parti", "e-mails déjà partis"],
    [since.changes, "action inscrite au journal", "actions inscrites au journal"],
  ];
  const money = since.money.map(({ kind, amount, currency, count }) => {
    const [one, many] = KINDS[kind] ?? ["écriture", "écritures"];
    return `${several(count, one, many)} (${formatAmount("fr", amount, currency)})`;
  });
  const [members, registrations, orders, ...others] = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => several(count, one, many));
  return [members, registrations, orders, ...money, ...others].filter((line) => line !== undefined);
}

const moment = (text: string) => formatMoment("fr", new Date(text));

/** What the next start does, or how far the copy for it came; how to stop it. */
function RestoreState({ journal }: { journal: SiteJournal }) {
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
function FormerStates({ states, isClosed }: FormerProps) {
  const formers = states.filter(({ kind }) => kind === "former");
  if (formers.length === 0) return null;
  return (
    <section aria-labelledby="formers" className="panel grid gap-4 p-5">
      <h2 id="formers" className="text-lg">
        L’état précédent
      </h2>
      <p>
        Le site d’avant la restauration est gardé entier, base et fichiers. Si vous y revenez,
        l’état actuel est mis de côté, sept jours lui aussi ; le site est alors en pause, et chacun
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
