import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { roleWords } from "../../core/values/roles.ts";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { several } from "../../kit/plural.ts";
import type { UnbookedCharge } from "../../payments/providers/provider.ts";
import {
  type Entrances,
  isUnderWay,
  type Rest,
  type RestProblem,
  type RestStep,
  type StepState,
} from "./rest.ts";

type StepProps = { step: StepState | undefined };

const PROBLEMS: Readonly<Record<RestProblem, string>> = {
  here: "Les sauvegardes de cette machine n’ont pas pu être lues : vérifiez BACKUP_DIR, puis recommencez.",
  elsewhere: "Le stockage ailleurs n’a pas répondu : recommencez dès qu’il répond.",
  lists:
    "La liste d’un prestataire n’est pas venue en entier : recommencez dès qu’il répond, ou comparez dans son espace.",
  failed: "L’étape s’est arrêtée : la raison est dans le journal du serveur. Recommencez.",
};

/** Erases and unsubscribes again whoever was since. */
export function DeparturesStep({ step }: StepProps) {
  return (
    <Step
      name="departures"
      title="1. Effacements, désinscriptions et accès"
      verb="Refaire"
      step={step}
    >
      <p>
        Qui a été effacé, s’est désinscrit ou a perdu un accès depuis la sauvegarde l’est de
        nouveau, d’après la liste gardée à côté des sauvegardes.
      </p>
      {step?.ended_at && <p className="font-semibold">{departureWords(step)}</p>}
      {!!step?.counts.waiting && (
        <p>
          {several(step.counts.waiting, "effacement attend", "effacements attendent")} qu’une place
          à venir ou de l’argent en cours soit réglé. Le site réessaie chaque heure après la
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

function departureWords({ counts: { erased = 0, unsubscribed = 0 } }: StepState): string {
  if (erased + unsubscribed === 0) return "Rien n’était à refaire.";
  const people = several(erased, "personne effacée", "personnes effacées");
  return `${people} de nouveau, ${several(unsubscribed, "désinscription refaite", "désinscriptions refaites")}.`;
}

/** Asks the providers what became of what was on its way. */
export function ProvidersStep({ step }: StepProps) {
  const { total = 0, asked = 0, paid = 0, unanswered = 0 } = step?.counts ?? {};
  const { settled = 0, settledAsked = 0, refunded = 0, unknown = 0 } = step?.counts ?? {};
  return (
    <Step name="providers" title="2. Paiements et remboursements" verb="Demander" step={step}>
      <p>
        Le site demande aux prestataires ce que sont devenus les paiements qui étaient en cours, si
        ce qui était payé a été remboursé depuis, et ce qu’ils ont encaissé après la sauvegarde. Il
        ne prend et n’annule rien.
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
          Sans réponse, le site demandera encore après la reprise, et n’encaisse rien deux fois.
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
        commande est venue après la sauvegarde. Retrouvez chaque payeur dans l’espace du
        prestataire.
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
export function EntrancesStep({
  entrances: { accounts, cut, seen },
  confirmed,
}: {
  entrances: Entrances;
  confirmed: Rest["steps"]["entrances"];
}) {
  const isRight = confirmed?.seen === seen;
  const title = "3. Qui peut entrer";
  return (
    <StepPanel name="entrances" title={title} state={isRight ? "done" : "toDo"}>
      <p>
        Toutes les sessions, invitations, demandes d’accès et liens d’aperçu d’avant sont fermés. Un
        mot de passe, une clé d’accès ou un second facteur changé depuis la sauvegarde est de
        nouveau celui d’avant : qui l’avait changé le change encore.
      </p>
      {cut.length > 0 && (
        <p className="font-semibold">
          De nouveau sans les droits retirés depuis la sauvegarde : {cut.join(", ")}. Pour en rendre
          un, attendez la reprise.
        </p>
      )}
      <ul className="list-disc pl-5">
        {accounts.map((account) => (
          <li key={account.id} className="wrap-anywhere">
            <Link to={`/admin/staff/${account.id}`} className="link">
              {account.name}
            </Link>{" "}
            ({account.email}) : {roleWords(account)}
            {account.has_second_factor ? "" : ", sans second facteur"}
          </li>
        ))}
      </ul>
      {confirmed && !isRight && (
        <p className="font-semibold text-red">
          Les comptes ont changé depuis la confirmation : relisez la liste.
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
            ? "Confirmer : cette personne peut entrer"
            : `Confirmer : ces ${accounts.length} personnes peuvent entrer`}
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

type Props = StepProps & { name: RestStep; title: string; verb: string; children: ReactNode };

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
          {busy ? "En cours…" : step ? `${verb} encore` : verb}
        </button>
      </Form>
    </StepPanel>
  );
}
