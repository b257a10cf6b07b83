import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { data, Form, Link, type RouterContextProvider } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { formatRoles } from "../../core/values/roles.ts";
import { formatAmount, formatMoment, several } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { usePolling } from "../../kit/use-polling.ts";
import { readMailKind } from "../../mail/sent-mails.staff.server.ts";
import type { UnbookedCharge } from "../../payments/providers/provider.ts";
import type { Route } from "./+types/quarantine.admin.ts";
import { confirmAccounts, readAccountReview } from "./account-review.system.server.ts";
import {
  type AccountReview,
  isPrepared,
  isUnderWay,
  MAIL_CHOICES,
  mailField,
  type PendingActions,
  type PendingMails,
  QUARANTINE_STEPS,
  type Quarantine,
  type QuarantineStep,
  type StepProblem,
  type StepState,
} from "./quarantine.ts";
import { readQuarantine, requestStep } from "./quarantine-state.system.server.ts";
import { readPendingActions, releaseSite, requireAdministrator } from "./release.system.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the screen of a site at rest shows; null at work. @throws AppError 'forbidden' */
function readQuarantineScreen(context: Context) {
  return asSystem("rest.read", async (db) => {
    await requireAdministrator(db, context.get(staffContext));
    const quarantine = await readQuarantine(db);
    if (!quarantine) return null;
    const actions = await readPendingActions(db, quarantine.at, currentTime());
    const mails = actions.mails.map((kind) => ({ ...kind, reason: readMailKind(kind.template) }));
    const leaving = { ...actions, mails };
    const entrances = await readAccountReview(db, quarantine);
    return { quarantine, leaving, entrances, isPrepared: isPrepared(quarantine, entrances) };
  });
}

/** What was pressed, with what was chosen: nothing of it is lost. */
type QuarantineAnswer = {
  values: FormValues;
  errors: Record<string, string>;
  problem?: string;
  done?: string;
};

const answer = (values: FormValues, more: Partial<QuarantineAnswer>, status = 200) =>
  data<QuarantineAnswer>({ values, errors: {}, ...more }, status);

const AT_WORK = "Le site n’est plus en pause : quelqu’un l’a remis en marche.";
const UNPREPARED =
  "Les étapes 1 et 2 doivent être terminées, et l’étape 3 confirmée avec les comptes d’aujourd’hui.";
const ACCOUNTS_CHANGED =
  "Les comptes ont changé depuis que vous les avez lus : relisez la liste, puis confirmez.";
const UNDECIDED = "Choisissez pour chaque sorte de message s’il part ou s’il est retenu.";
const CHOOSE = "Choisissez : retenir ou envoyer.";

/** Begins a step, or releases the site. */
async function changeQuarantine(request: Request, context: Context) {
  const values = await readFieldsOrNone(request);
  const staff = context.get(staffContext);
  const { intent } = values;
  const step = QUARANTINE_STEPS.find((one): one is QuarantineStep => one === intent);
  if (step) {
    await asSystem("rest.ask", (db) => requireAdministrator(db, staff));
    const isResting = await requestStep(step);
    return isResting ? answer(values, {}) : answer(values, { problem: AT_WORK }, 409);
  }
  if (intent === "entrances") {
    await asSystem("rest.ask", (db) => requireAdministrator(db, staff));
    const outcome = await confirmAccounts(staff, values.seen);
    if (outcome === "confirmed") return answer(values, {});
    return answer(values, { problem: outcome === "changed" ? ACCOUNTS_CHANGED : AT_WORK }, 409);
  }
  if (intent !== "release") return answer(values, { problem: "Action inconnue" }, 400);
  const release = await releaseSite(staff, values);
  switch (release.kind) {
    case "at-work":
      return answer(values, { done: AT_WORK });
    case "unprepared":
      return answer(values, { problem: UNPREPARED }, 409);
    case "undecided": {
      const errors = Object.fromEntries(release.fields.map((field) => [field, CHOOSE]));
      return answer(values, { problem: UNDECIDED, errors }, 400);
    }
    case "released": {
      const { withheld, leaving } = release;
      const mails = `${several(leaving, "message part", "messages partent")}, ${several(withheld, "est retenu", "sont retenus")}.`;
      return answer(values, { done: `Le site a repris son travail. ${mails}` });
    }
  }
}

export const handle = { loadFailure: "Erreur lors du chargement de l’état du site" };

/** What was refused is shown beside how the site is now: somebody else may have released it. */
export const shouldRevalidate = () => true;

const LOOK_EVERY_MS = 2_000;

export const loader = ({ context }: Route.LoaderArgs) => readQuarantineScreen(context);

export const action = (asked: Route.ActionArgs) =>
  withConfirmation(asked, ["entrances", "release"], (request) =>
    changeQuarantine(request, asked.context),
  );

/** A site that was restored: what is done before it works again, and the button that ends its rest. */
export default function RestAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = QUARANTINE_STEPS.some((name) => isUnderWay(loaderData?.quarantine.steps[name]));
  usePolling(isBusy, LOOK_EVERY_MS);
  if (!loaderData) {
    return (
      <>
        <OfficeHead title="Le site est ouvert" />
        <div className="grid max-w-[860px] gap-5">
          <Panel
            tone="green"
            title={actionData?.done ?? "Il envoie ses messages, rembourse et encaisse."}
          >
            <p>
              <Link to="/admin/backups" className="button quiet">
                Voir les sauvegardes
              </Link>
            </p>
          </Panel>
        </div>
      </>
    );
  }
  const { quarantine, leaving, entrances, isPrepared } = loaderData;
  return (
    <>
      <OfficeHead
        title="Site en pause"
        lead="Ce site a été restauré depuis une sauvegarde. Il répond, mais n’envoie aucun message ni rappel, ne rembourse et n’encaisse rien tant que vous ne le remettez pas en marche."
      />
      <div className="grid max-w-[860px] gap-5">
        <section aria-label="La sauvegarde" className="panel grid gap-1 p-5">
          <p>
            Le site est celui du <strong>{formatMoment("fr", quarantine.at)}</strong>. Ce qui a été
            écrit après ce moment n’y est pas.
          </p>
          <p>
            Des reçus ont pu être donnés depuis : les prochains portent des numéros bien plus hauts,
            pour qu’aucun ne serve deux fois.
          </p>
          <p>
            Des licences ont pu être suspendues depuis, des cartes remplacées ou des clés annulées :
            refaites-le avant de remettre le site en marche. La liste des contrôles sans réseau
            attend jusque-là.
          </p>
          <p className="text-muted">
            Remis en place le {formatMoment("fr", quarantine.restoredAt)}.
          </p>
          {quarantine.archive && (
            <p className="text-sm text-muted wrap-anywhere">{quarantine.archive}</p>
          )}
        </section>
        <RemovalsStep step={quarantine.steps.departures} />
        <ProvidersStep step={quarantine.steps.providers} />
        <AccountsStep entrances={entrances} confirmed={quarantine.steps.entrances} />
        <ReleaseSection leaving={leaving} isPrepared={isPrepared} answer={actionData} />
      </div>
    </>
  );
}

type StepProps = { step: StepState | undefined };

const PROBLEMS: Readonly<Record<StepProblem, string>> = {
  here: "Les sauvegardes de cette machine n’ont pas pu être lues : vérifiez BACKUP_DIR, puis recommencez.",
  elsewhere: "Le stockage ailleurs n’a pas répondu : recommencez dès qu’il répond.",
  lists:
    "La liste d’un opérateur est arrivée incomplète : recommencez dès qu’il répond, ou comparez dans son espace.",
  failed: "L’étape s’est arrêtée : la raison est dans le journal du serveur. Recommencez.",
};

/** Erases and unsubscribes again whoever was since. */
function RemovalsStep({ step }: StepProps) {
  return (
    <Step
      name="departures"
      title="1. Effacements, désinscriptions et accès"
      verb="Refaire"
      step={step}
    >
      <p>
        Les personnes effacées, désinscrites ou privées d’un accès depuis la sauvegarde le sont de
        nouveau, d’après la liste gardée à côté des sauvegardes.
      </p>
      {step?.ended_at && <p className="font-semibold">{removalWords(step)}</p>}
      {!!step?.counts.waiting && (
        <p>
          {several(step.counts.waiting, "effacement attend", "effacements attendent")} qu’une place
          à venir ou un paiement en cours soit réglé. Le site réessaie chaque heure après la
          reprise.
        </p>
      )}
      {!!step?.counts.unreadable && (
        <p>
          {several(step.counts.unreadable, "liste n’a pas été lue", "listes n’ont pas été lues")} :
          abîmée, ou d’un autre site.
        </p>
      )}
    </Step>
  );
}

function removalWords({ counts: { erased = 0, unsubscribed = 0 } }: StepState): string {
  if (erased + unsubscribed === 0) return "Rien n’était à refaire.";
  const people = several(erased, "personne effacée", "personnes effacées");
  return `${people} de nouveau, ${several(unsubscribed, "désinscription refaite", "désinscriptions refaites")}.`;
}

/** Asks the providers what became of what was on its way. */
function ProvidersStep({ step }: StepProps) {
  const { total = 0, asked = 0, paid = 0, unanswered = 0 } = step?.counts ?? {};
  const { settled = 0, settledAsked = 0, refunded = 0, unknown = 0 } = step?.counts ?? {};
  return (
    <Step name="providers" title="2. Paiements et remboursements" verb="Interroger" step={step}>
      <p>
        Le site demande aux opérateurs ce que sont devenus les paiements qui étaient en cours, si ce
        qui était payé a été remboursé depuis, et ce qu’ils ont encaissé après la sauvegarde. Il
        n’encaisse et n’annule rien.
      </p>
      {isUnderWay(step) && total + settled > 0 && (
        <p className="grid gap-1">
          <progress
            aria-label="Commandes demandées"
            max={total + settled}
            value={asked + settledAsked}
            className="w-full"
          />
          {asked + settledAsked} sur {several(total + settled, "commande", "commandes")}
        </p>
      )}
      {step?.ended_at && (
        <p className="font-semibold">
          {total === 0
            ? "Aucun paiement n’était en cours."
            : `${several(total, "commande demandée", "commandes demandées")} : ${several(paid, "payée depuis", "payées depuis")}, ${unanswered} sans réponse.`}
        </p>
      )}
      {step?.ended_at && settled > 0 && (
        <p className="font-semibold">
          {several(settled, "commande payée vérifiée", "commandes payées vérifiées")} :{" "}
          {several(refunded, "remboursement fait depuis", "remboursements faits depuis")}.
        </p>
      )}
      {step?.ended_at && unknown > 0 && (
        <UnknownCharges charges={step.charges ?? []} count={unknown} />
      )}
      {!!step?.ended_at && unanswered > 0 && (
        <p>
          Sans réponse, le site interrogera de nouveau l’opérateur après la reprise, et n’encaissera
          rien deux fois.
        </p>
      )}
    </Step>
  );
}

/** What was taken for orders that the archive does not know: each payer has to be found, or paid back. */
function UnknownCharges({ charges, count }: { charges: readonly UnbookedCharge[]; count: number }) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold text-red">
        {several(count, "encaissement est inconnu", "encaissements sont inconnus")} ici : la
        commande est venue après la sauvegarde. Retrouvez chaque payeur dans l’espace de
        l’opérateur.
      </p>
      <ul className="list-disc pl-5">
        {charges.map(({ provider, txnId, amount, currency }) => (
          <li key={`${provider} ${txnId}`} className="wrap-anywhere">
            {provider}, {txnId} : {formatAmount("fr", amount, currency)}
          </li>
        ))}
        {count > charges.length && <li>et {count - charges.length} de plus</li>}
      </ul>
    </div>
  );
}

/** Who may enter, which a person confirms. */
function AccountsStep({
  entrances: { accounts, cut, seen },
  confirmed,
}: {
  entrances: AccountReview;
  confirmed: Quarantine["steps"]["entrances"];
}) {
  const isRight = confirmed?.seen === seen;
  const title = "3. Qui peut entrer";
  return (
    <StepPanel name="entrances" title={title} state={isRight ? "done" : "toDo"}>
      <p>
        Toutes les sessions, invitations, demandes d’accès et liens d’aperçu d’avant sont fermés. Un
        mot de passe, une clé d’accès ou une validation en deux étapes modifiés depuis la sauvegarde
        redeviennent ceux d’avant : chacun doit refaire ce changement.
      </p>
      {cut.length > 0 && (
        <p className="font-semibold">
          De nouveau sans les droits retirés depuis la sauvegarde : {cut.join(", ")}. Pour en rendre
          un, attendez la reprise.
        </p>
      )}
      <ul className="list-disc pl-5">
        {accounts.map((account) => (
          <li key={account.id} className="wrap-anywhere">
            <Link to={`/admin/staff/${account.id}`} className="link">
              {account.name}
            </Link>{" "}
            ({account.email}) : {formatRoles(account)}
            {account.has_second_factor ? "" : ", sans validation en deux étapes"}
          </li>
        ))}
      </ul>
      {confirmed && !isRight && (
        <p className="font-semibold text-red">
          Les comptes ont changé depuis la confirmation : relisez la liste.
        </p>
      )}
      {confirmed && isRight && (
        <p className="text-sm text-muted">
          Confirmé par {confirmed.by} le {formatMoment("fr", new Date(confirmed.at))}.
        </p>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="seen" value={seen} />
        <button
          type="submit"
          name="intent"
          value="entrances"
          className={`button ${isRight ? "quiet" : ""}`}
        >
          {accounts.length === 1
            ? "Confirmer : cette personne peut entrer"
            : `Confirmer : ces ${accounts.length} personnes peuvent entrer`}
        </button>
      </Form>
    </StepPanel>
  );
}

const STATES = {
  toDo: { tone: "plain", label: "À faire" },
  busy: { tone: "wait", label: "En cours" },
  toRepeat: { tone: "wait", label: "À reprendre" },
  done: { tone: "good", label: "Fait" },
} as const;

type PanelProps = {
  name: string;
  title: string;
  state: keyof typeof STATES;
  children: ReactNode;
};

function StepPanel({ name, title, state, children }: PanelProps) {
  const { tone, label } = STATES[state];
  return (
    <section aria-labelledby={`step-${name}`} className="panel grid gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={`step-${name}`} className="text-lg">
          {title}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {children}
    </section>
  );
}

type Props = StepProps & { name: QuarantineStep; title: string; verb: string; children: ReactNode };

function Step({ name, title, verb, step, children }: Props) {
  const busy = isUnderWay(step);
  const state = !step ? "toDo" : busy ? "busy" : step.problem ? "toRepeat" : "done";
  return (
    <StepPanel name={name} title={title} state={state}>
      {children}
      {step?.problem && <p className="font-semibold text-red">{PROBLEMS[step.problem]}</p>}
      {step?.ended_at && (
        <p className="text-sm text-muted">Fait le {formatMoment("fr", new Date(step.ended_at))}.</p>
      )}
      <Form method="post" preventScrollReset>
        <button
          type="submit"
          name="intent"
          value={name}
          disabled={busy}
          className={`button ${step ? "quiet" : ""}`}
        >
          {busy && <LoaderCircle aria-hidden="true" size={17} className="animate-spin" />}
          {busy ? "En cours…" : step ? `${verb} de nouveau` : verb}
        </button>
      </Form>
    </StepPanel>
  );
}

/** Mails that wait, with why they were written. */
type MailsOfKind = PendingMails & { reason: string };

type ReleaseProps = {
  leaving: Omit<PendingActions, "mails"> & { mails: readonly MailsOfKind[] };
  isPrepared: boolean;
  answer: QuarantineAnswer | undefined;
};

/** What would leave the site, what of it is held back, and the button that lets the rest go. */
function ReleaseSection({ leaving, isPrepared, answer }: ReleaseProps) {
  const before = leaving.mails.filter(({ age }) => age === "before");
  const since = leaving.mails.filter(({ age }) => age === "since");
  return (
    <section aria-labelledby="release" className="panel grid gap-4 p-5">
      <h2 id="release" className="text-lg">
        4. Ce qui va partir, et la reprise
      </h2>
      {answer?.problem && <Panel tone="red" title={answer.problem} />}
      <Facts leaving={leaving} />
      <Form method="post" preventScrollReset className="grid gap-4">
        {leaving.mails.length === 0 && <p>Aucun message n’attend.</p>}
        <Kinds
          title="Messages d’avant la sauvegarde, peut-être déjà partis"
          mails={before}
          answer={answer}
        />
        <Kinds title="Messages écrits depuis la remise en place" mails={since} answer={answer} />
        {!isPrepared && <p className="text-muted">Faites d’abord les étapes 1, 2 et 3.</p>}
        <button
          type="submit"
          name="intent"
          value="release"
          disabled={!isPrepared}
          className="button justify-self-start"
        >
          Remettre le site en marche
        </button>
      </Form>
    </section>
  );
}

function Facts({
  leaving: { refunds, refundsByHand, reminders, places },
}: Pick<ReleaseProps, "leaving">) {
  const sums = refunds.map(
    ({ amount, currency, count }) =>
      `${several(count, "remboursement", "remboursements")} (${formatAmount("fr", amount, currency)})`,
  );
  const owed = reminders.events + reminders.payments + reminders.memberships;
  const freed = places.holds + places.offers;
  return (
    <ul className="grid list-disc gap-1 pl-5">
      <li>
        {sums.length === 0
          ? "Aucun remboursement à envoyer."
          : `${sums.join(", ")} à envoyer : l’opérateur reconnaît ceux qu’il a déjà faits.`}
      </li>
      {refundsByHand > 0 && (
        <li>
          {several(refundsByHand, "remboursement à la main", "remboursements à la main")} : vérifiez
          s’ils ont été faits depuis.
        </li>
      )}
      <li>{owed === 0 ? "Aucun rappel dû." : `${several(owed, "rappel dû", "rappels dus")}.`}</li>
      <li>
        {freed === 0
          ? "Aucune place à libérer."
          : `${several(freed, "place dont le délai est passé sera libérée", "places dont le délai est passé seront libérées")}.`}
      </li>
    </ul>
  );
}

type KindsProps = Pick<ReleaseProps, "answer"> & {
  title: string;
  mails: readonly MailsOfKind[];
};

function Kinds({ title, mails, answer }: KindsProps) {
  if (mails.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h3 className="text-base">{title}</h3>
      {mails.map((kind) => (
        <Kind key={mailField(kind)} kind={kind} answer={answer} />
      ))}
    </div>
  );
}

const CHOICE_LABELS = { hold: "Retenir", send: "Envoyer" } as const;

function Kind({ kind, answer }: Omit<KindsProps, "title" | "mails"> & { kind: MailsOfKind }) {
  const { reason, age, count, oldest, newest } = kind;
  const field = mailField(kind);
  const error = answer?.errors[field];
  const chosen = answer?.values[field] ?? (age === "since" ? "send" : undefined);
  return (
    <fieldset
      aria-describedby={error ? `${field}-error` : undefined}
      className="rounded-card border border-line p-3"
    >
      <legend className="px-1 font-semibold">
        {reason} : {several(count, "message", "messages")}
      </legend>
      <p className="text-sm text-muted">{periodWords(oldest, newest)}</p>
      <div className="mt-1 flex flex-wrap gap-x-5">
        {MAIL_CHOICES.map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={field}
              value={choice}
              defaultChecked={chosen === choice}
              className="size-5 accent-leaf"
            />
            {CHOICE_LABELS[choice]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${field}-error`} className="text-sm font-semibold text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function periodWords(oldest: Date, newest: Date): string {
  const [from, to] = [formatMoment("fr", oldest), formatMoment("fr", newest)];
  return from === to ? `Écrit le ${from}` : `Écrits du ${from} au ${to}`;
}
