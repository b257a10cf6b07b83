import { Download } from "lucide-react";
import { Link } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, formatMoment, several } from "../../i18n/format.ts";
import { required } from "../../kit/form/schema.ts";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { BOX, Labelled } from "../offline/cash-form.admin.tsx";
import { BackToPayments, LIST } from "../payment-badges.admin.tsx";
import { meansName } from "../payment-journal.ts";
import { DISCREPANCY_LABELS, providerLabel } from "../payment-labels.ts";
import type { Route } from "./+types/payouts.admin.ts";
import {
  approvePayee,
  type CashReturn,
  listCashReturns,
  listPayouts,
  type Payout,
  requestPayee,
  settlePayout,
  settleStatement,
} from "./payouts.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des remboursements" };

const PAYOUTS = `${LIST}/payouts`;

/** Of each list, the oldest; the file and the statement know all of them. */
const SHOWN = 500;

export async function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const [payouts, cash] = [await listPayouts(db), await listCashReturns(db)];
    return {
      payouts: payouts.slice(0, SHOWN),
      cash: cash.slice(0, SHOWN),
      hidden: Math.max(0, payouts.length - SHOWN) + Math.max(0, cash.length - SHOWN),
    };
  });
}

const one = z.object({ id: z.uuid() });
const NUMBER = "Un numéro de téléphone, de 8 à 15 chiffres";
const number = z
  .string({ error: NUMBER })
  .transform((text) => text.replaceAll(/[\s.-]/g, ""))
  .refine((text) => /^\+?\d{8,15}$/.test(text), NUMBER);

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    settle: intent(
      one.extend({ reference: required("Le numéro de la transaction est requis", 60) }),
      async (db, { id, reference }) => {
        await settlePayout(db, id, reference);
        return "Remboursement envoyé, enregistré avec succès";
      },
      "Erreur lors de l’enregistrement",
    ),
    statement: intent(
      z.object({ lines: required("Collez les lignes du relevé", 100_000) }),
      async (db, { lines }) => {
        const { paid, rest } = await settleStatement(db, lines);
        const words = several(paid, "remboursement enregistré", "remboursements enregistrés");
        if (rest.length === 0) return words;
        return `${words}, ${several(rest.length, "ligne non reconnue", "lignes non reconnues")}`;
      },
      "Erreur lors de la lecture du relevé",
    ),
    payee: intent(
      one.extend({ number, reason: required("Le motif est requis") }),
      async (db, { id, ...payee }) => {
        await requestPayee(db, id, payee);
        return "Numéro enregistré, une deuxième personne doit l’approuver";
      },
      "Erreur lors du changement de numéro",
    ),
    approvePayee: intent(
      one.extend({ payee: z.uuid() }),
      async (db, { id, payee }) => {
        const wait = await approvePayee(db, id, payee);
        if (!wait) return "Numéro approuvé avec succès";
        return `Personne d’autre ne peut l’approuver, vous le pourrez à partir du ${formatMoment("fr", wait)}`;
      },
      "Erreur lors de l’approbation",
    ),
  });
}

/** Refunds that the federation makes itself: from the operator's account, or in cash at the desk. */
export default function PayoutsAdmin({
  loaderData: { payouts, cash, hidden },
}: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Remboursements à envoyer"
        lead="Les remboursements à faire à la main : envoyez-les depuis le compte de la fédération chez l’opérateur, puis cochez-les."
      >
        <BackToPayments />
        <a href={`${PAYOUTS}/export`} className="button quiet">
          <Download aria-hidden="true" size={17} />
          Fichier de paiement groupé
        </a>
      </OfficeHead>
      {hidden > 0 && (
        <p className="mb-4 rounded-control bg-sand p-3">
          {`Les plus anciens d’abord\u202f: ${several(hidden, "autre s’affichera ici", "autres s’afficheront ici")} ensuite. Le fichier et le relevé les comprennent tous.`}
        </p>
      )}
      {cash.length > 0 && <CashReturns cash={cash} />}
      {payouts.length === 0 && cash.length === 0 && (
        <Empty
          title="Rien à envoyer"
          first="Les remboursements approuvés que le site ne peut pas envoyer apparaîtront ici."
        />
      )}
      {payouts.length > 0 && (
        <>
          <StatementForm />
          <ul className="grid gap-4">
            {payouts.map((payout) => (
              <li key={payout.id} className="panel grid gap-4 p-4 lg:grid-cols-2">
                <Facts {...payout} />
                {payout.doubt ? (
                  <LookFirst {...payout} />
                ) : payout.requestedPayee ? (
                  <ApproveNumber {...payout} />
                ) : (
                  <PayForm id={payout.id} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Cash goes back at the desk: the order says to whom, and records it. */
function CashReturns({ cash }: { cash: CashReturn[] }) {
  return (
    <section className="panel mb-4 p-4">
      <h2 className="text-lg font-bold">À remettre en espèces</h2>
      <p className="text-muted">
        Remettez l’argent à la personne, puis enregistrez-le dans sa commande.
      </p>
      <ul className="divide-y divide-line">
        {cash.map(({ id, order_id, amount, currency, payer_name, label_fr, reference }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 py-2 wrap-anywhere">
            <strong className="tabular-nums">{formatAmount("fr", amount, currency)}</strong>
            <Link to={`${LIST}/${order_id}`} className="link">
              {payer_name}
            </Link>
            <span className="text-sm text-muted">
              {label_fr} · {reference}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Records many at once. The pasted text stays, for the lines that were not matched. */
function StatementForm() {
  const { send, busy } = useIntentForm(PAYOUTS, "statement");
  return (
    <details className="panel mb-4 p-4">
      <summary className="link">Cocher avec le relevé de l’opérateur</summary>
      <form onSubmit={send} className="mt-3 grid gap-3">
        <Labelled label="Lignes du relevé : numéro ou référence, montant, transaction">
          <textarea name="lines" rows={6} required maxLength={100_000} className={BOX} />
        </Labelled>
        <button type="submit" disabled={busy} className="button justify-self-start">
          Cocher ce qui est envoyé
        </button>
      </form>
    </details>
  );
}

function Facts(payout: Payout) {
  const { order_id, amount, currency, payer_name, number, reference, transaction } = payout;
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-lg font-semibold tabular-nums">{formatAmount("fr", amount, currency)}</p>
      <p>
        <Link to={`${LIST}/${order_id}`} className="link">
          {payer_name}
        </Link>{" "}
        · {payout.label_fr}
      </p>
      <p className="font-semibold tabular-nums">
        {number ?? (payout.requestedPayee ? "En attente du nouveau numéro" : "Numéro non fourni")}
      </p>
      {payout.isRefused && (
        <p className="text-red">
          {`Refusé par ${providerLabel(payout.provider)}${payout.refusal ? ` (${payout.refusal})` : ""}, à rembourser autrement`}
        </p>
      )}
      <p className="text-sm text-muted">
        {meansName(payout)} · {transaction} · {reference}
      </p>
      {payout.ended.map(({ number: former, reason, at }) => (
        <p key={at.toISOString()} className="text-sm text-muted">
          <s className="tabular-nums">{former}</s> demandé le {formatMoment("fr", at)} ({reason}),
          remplacé sans avoir été approuvé
        </p>
      ))}
    </div>
  );
}

/** An open discrepancy: nobody pays before it is resolved. */
function LookFirst({ order_id, doubt }: Payout) {
  return (
    <p className="rounded-control bg-amber p-3 text-ochre">
      À vérifier avant tout envoi : {doubt && DISCREPANCY_LABELS[doubt]}.{" "}
      <Link to={`${LIST}/${order_id}`} className="link">
        Indiquer ce qu’il en est
      </Link>
    </p>
  );
}

function PayForm({ id }: { id: string }) {
  const paid = useIntentForm(PAYOUTS, "settle", { id });
  const other = useIntentForm(PAYOUTS, "payee", { id });
  return (
    <div className="grid min-w-0 gap-3">
      <form onSubmit={paid.send} className="flex flex-wrap items-end gap-3">
        <Labelled label="Numéro de la transaction">
          <input name="reference" required maxLength={60} autoComplete="off" className={BOX} />
        </Labelled>
        <button type="submit" disabled={paid.busy} className="button">
          Envoyé
        </button>
      </form>
      <details>
        <summary className="link inline-flex min-h-9 items-center text-sm">
          Envoyer à un autre numéro
        </summary>
        <form onSubmit={other.send} className="flex flex-wrap items-end gap-3">
          <Labelled label="Autre numéro">
            <input name="number" type="tel" required maxLength={30} className={BOX} />
          </Labelled>
          <Labelled label="Motif">
            <input name="reason" required maxLength={300} autoComplete="off" className={BOX} />
          </Labelled>
          <button type="submit" disabled={other.busy} className="button quiet">
            Proposer ce numéro
          </button>
        </form>
      </details>
    </div>
  );
}

function ApproveNumber({ id, requestedPayee }: Payout) {
  const { submit, pending } = useIntent(PAYOUTS);
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        Autre numéro : <strong className="tabular-nums">{requestedPayee?.number}</strong>
      </p>
      <p className="mb-3 text-muted">{requestedPayee?.reason}</p>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => requestedPayee && submit("approvePayee", { id, payee: requestedPayee.id })}
        className="button"
      >
        Approuver ce numéro
      </button>
    </div>
  );
}
