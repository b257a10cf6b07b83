import type { ReactNode } from "react";
import { Link } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatAmount, formatMoment, PRICE_CURRENCIES } from "../../i18n/format.ts";
import { recordAt } from "../../kit/form/save.server.ts";
import { blankIsNull, optional, required, whole } from "../../kit/form/schema.ts";
import { intent, runIntents, seenIntent } from "../../kit/list/intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { formatSeen } from "../../records/seen.ts";
import { AmountFields, BOX, CashFields, Labelled } from "../offline/cash-form.admin.tsx";
import { amountFields, COUNTED } from "../offline/cash-schema.ts";
import { LIST } from "../payment-badges.admin.tsx";
import type { Route } from "./+types/till.admin.ts";
import {
  closeTill,
  confirmHandover,
  countTill,
  findOpenTill,
  findTill,
  type HandoverLine,
  handOver,
  listInTransit,
  listReceivers,
  openTill,
  returnHandover,
  type TillLine,
} from "./tills.staff.server.ts";
import { type Cash, TILL_KIND_LABELS } from "./tills.ts";

export const handle = { loadFailure: "Erreur lors du chargement de la caisse" };

/** The till of the account, or the one of the address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const file = params.id
    ? await recordAt(context, params.id, findTill)
    : await asStaff(staff, (db) => findOpenTill(db, staff.id));
  const owner = file?.till.owner ?? staff.id;
  return asStaff(staff, async (db) => ({
    file,
    me: staff.id,
    isOwn: owner === staff.id,
    transit: await listInTransit(db, owner),
    receivers: await listReceivers(db, owner),
    at: currentTime(),
    // The id of this rendering of the forms: sent twice, one handover.
    pressed: newId(),
  }));
}

const one = z.object({ id: z.uuid() });
const cashIn = (name: string) => ({
  [`${name}_GNF`]: whole(COUNTED, 0),
  [`${name}_XOF`]: whole(COUNTED, 0),
});
/** A balance may be negative after a correction. */
const seen = whole(COUNTED, -1_000_000_000);
const cashOf = (fields: Record<string, unknown>, name: string): Cash => ({
  GNF: Number(fields[`${name}_GNF`]),
  XOF: Number(fields[`${name}_XOF`]),
});

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    open: intent(
      z.object(cashIn("float")),
      async (db, fields) => {
        await openTill(db, cashOf(fields, "float"));
        return "Caisse ouverte avec succès";
      },
      "Erreur lors de l’ouverture",
    ),
    count: intent(
      one.extend({ ...cashIn("counted"), seen_GNF: seen, seen_XOF: seen, reason: optional(300) }),
      async (db, { id, reason, ...fields }) => {
        const counted = cashOf(fields, "counted");
        await countTill(db, id, { counted, seen: cashOf(fields, "seen"), reason });
        return "Comptage enregistré avec succès";
      },
      "Erreur lors du comptage",
    ),
    handOver: intent(
      one.extend({ ...amountFields, key: z.uuid(), receiver: blankIsNull(z.uuid()) }),
      async (db, { id, key, receiver, amount, currency }) => {
        await handOver(db, id, { id: key, receiver, amount, currency });
        return "Versement envoyé, il attend d’être confirmé";
      },
      "Erreur lors du versement",
    ),
    confirm: seenIntent(
      one.extend({ slip: optional(60) }),
      async (db, { id, slip }) => {
        await confirmHandover(db, id, slip);
        return "Versement confirmé avec succès";
      },
      "Erreur lors de la confirmation",
    ),
    return: seenIntent(
      one.extend({ reason: required("Le motif est requis") }),
      async (db, { id, reason }) => {
        await returnHandover(db, id, reason);
        return "Versement annulé, la somme est revenue dans la caisse";
      },
      "Erreur lors de l’annulation",
    ),
    close: intent(
      one,
      async (db, { id }) => {
        await closeTill(db, id);
        return "Caisse fermée avec succès";
      },
      "Erreur lors de la fermeture",
    ),
  });
}

/** A till: its balance and entries, and the forms to count, hand over and close. */
export default function TillAdmin({ loaderData, params }: Route.ComponentProps) {
  const { file, me, isOwn, transit, receivers, pressed } = loaderData;
  const isOpen = file !== undefined && file.till.closed_at === null;
  const mayAct = isOpen && (isOwn || !file.owner.isActive);
  const action = params.id ? `/admin/payments/tills/${params.id}` : "/admin/payments/till";
  return (
    <div className="tool mx-auto max-w-[900px]">
      <OfficeHead
        title={isOwn ? "Ma caisse" : `Caisse ${ofName(file?.owner.name ?? "")}`}
        lead={leadText(isOwn, file?.owner.isActive)}
      >
        <Link to={isOwn ? LIST : "/admin/payments/tills"} className="link p-2">
          Quitter
        </Link>
      </OfficeHead>
      <div className="grid gap-4">
        {!file && (
          <Section title="Ouvrir ma caisse">
            <OpenForm action={action} />
          </Section>
        )}
        {file && (
          <Section title={isOpen ? "Doit contenir" : `Fermée le ${closing(file.till.closed_at)}`}>
            <Contents {...file.balance} />
            <p className="text-sm text-muted">
              Ouverte le {formatMoment("fr", file.till.created_at)}
            </p>
          </Section>
        )}
        {file && mayAct && isOwn && (
          <Link to="/admin/payments/memberships" className="button min-h-20 text-xl">
            Encaisser une adhésion
          </Link>
        )}
        {transit.map((handover) => (
          <Transit key={handover.id} handover={handover} me={me} action={action} />
        ))}
        {file && mayAct && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Section title="Compter">
              <CountForm
                key={JSON.stringify(file.balance)}
                id={file.till.id}
                balance={file.balance}
                action={action}
              />
            </Section>
            <Section title="Verser">
              <HandOverForm
                key={JSON.stringify(file.balance)}
                id={file.till.id}
                receivers={receivers}
                pressed={pressed}
                action={action}
              />
            </Section>
            <Section title="Fermer">
              <CloseButton id={file.till.id} balance={file.balance} action={action} />
            </Section>
          </div>
        )}
      </div>
      {file && <Movements entries={file.entries} />}
      <p className="mt-4">
        <Link to="/admin/payments/tills" className="link">
          Toutes les caisses
        </Link>
      </p>
    </div>
  );
}

function leadText(isOwn: boolean, isActive = true): string {
  if (isOwn) return "Les espèces dont vous répondez : comptez-les chaque soir, puis versez-les.";
  if (isActive)
    return "Les espèces dont cette personne répond : elle seule les compte et les verse.";
  return "Ce compte n’encaisse plus : comptez ce qui reste, puis versez-le.";
}

const closing = (at: Date | null) => (at ? formatMoment("fr", at) : "");

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="panel min-w-0 p-4">
    <h2 className="mb-2 text-lg">{title}</h2>
    {children}
  </section>
);

const Contents = (balance: Cash) => (
  <ul className="mb-2">
    {PRICE_CURRENCIES.map((currency) => (
      <li key={currency} className="text-3xl font-semibold tabular-nums">
        {formatAmount("fr", balance[currency], currency)}
      </li>
    ))}
  </ul>
);

function Movements({ entries }: { entries: readonly TillLine[] }) {
  if (entries.length === 0) return <Empty title="Aucun mouvement" first="La caisse est vide." />;
  return (
    <section className="panel mt-4 p-4">
      <h2 className="mb-2 text-lg">Mouvements</h2>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0 wrap-anywhere">
              <p>
                {TILL_KIND_LABELS[entry.kind]}
                {entry.order_id && (
                  <>
                    {" · "}
                    <Link to={`${LIST}/${entry.order_id}`} className="link">
                      {entry.payer_name}
                    </Link>
                  </>
                )}
              </p>
              <p className="text-sm text-muted">{factsOf(entry)}</p>
            </div>
            <p className="ml-auto font-semibold tabular-nums">{movedOf(entry)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf({ kind, created_at, counted, currency, note }: TillLine): string {
  const found = kind === "count" && `compté : ${formatAmount("fr", counted ?? 0, currency)}`;
  return [formatMoment("fr", created_at), found, note].filter(Boolean).join(" · ");
}

/** What changed in the till; a count that found what was expected changes nothing. */
function movedOf({ kind, amount, currency }: TillLine): string {
  if (kind === "count" && amount === 0) return "Sans écart";
  const sum = formatAmount("fr", amount, currency);
  return kind === "count" ? `Écart\u202f: ${sum}` : sum;
}

function OpenForm({ action }: { action: string }) {
  const { send, busy } = useIntentForm(action, "open");
  return (
    <form onSubmit={send} className="grid grid-cols-2 items-end gap-3">
      <p className="col-span-full text-muted">
        Comptez d’abord ce qu’elle contient déjà : zéro s’il n’y a rien.
      </p>
      <CashFields name="float" label="Fond de caisse" start={0} />
      <button type="submit" disabled={busy} className="button col-span-full min-h-20 text-xl">
        Ouvrir ma caisse
      </button>
    </form>
  );
}

type TillFormProps = { id: string; balance: Cash; action: string };

function CountForm({ id, balance, action }: TillFormProps) {
  const seen = Object.fromEntries(
    PRICE_CURRENCIES.map((currency) => [`seen_${currency}`, String(balance[currency])]),
  );
  const { send, busy } = useIntentForm(action, "count", { id, ...seen });
  return (
    <form onSubmit={send} className="grid grid-cols-2 items-end gap-3">
      <CashFields name="counted" label="Compté" />
      <div className="col-span-full">
        <Labelled label="Motif de l’écart, s’il y en a un">
          <input name="reason" maxLength={300} autoComplete="off" className={BOX} />
        </Labelled>
      </div>
      <button type="submit" disabled={busy} className="button quiet col-span-full">
        Enregistrer le comptage
      </button>
    </form>
  );
}

type HandOverProps = {
  id: string;
  receivers: readonly { id: string; name: string }[];
  pressed: string;
  action: string;
};

function HandOverForm({ id, receivers, pressed, action }: HandOverProps) {
  const { send, errors, busy } = useIntentForm(action, "handOver", { id, key: pressed });
  return (
    <form onSubmit={send} className="grid grid-cols-2 items-end gap-3">
      <div className="col-span-full">
        <Labelled label="À qui">
          <select name="receiver" className={BOX}>
            <option value="">La banque</option>
            {receivers.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </select>
        </Labelled>
      </div>
      <AmountFields label="Montant" error={errors.amount} />
      <button type="submit" disabled={busy} className="button quiet col-span-full">
        Verser
      </button>
    </form>
  );
}

function CloseButton({ id, balance, action }: TillFormProps) {
  const { submit, pending } = useIntent(action);
  const isEmpty = PRICE_CURRENCIES.every((currency) => balance[currency] === 0);
  return (
    <>
      <p className="mb-3 text-muted">
        {isEmpty
          ? "Elle est vide : vous pouvez la fermer."
          : "Une caisse se ferme vide : versez d’abord ce qu’elle contient."}
      </p>
      <button
        type="button"
        disabled={!isEmpty || pending !== undefined}
        onClick={() => submit("close", { id })}
        className="button quiet"
      >
        Fermer la caisse
      </button>
    </>
  );
}

type TransitProps = { handover: HandoverLine; me: string; action: string };

/** A handover in transit: the receiver confirms it; for the bank, the number of its slip does. */
export function Transit({ handover, me, action }: TransitProps) {
  const { id, receiver, sent_by, amount, currency, sender, to, created_at, obstacle } = handover;
  const seen = formatSeen(handover);
  const confirm = useIntentForm(action, "confirm", { id, seen });
  const back = useIntentForm(action, "return", { id, seen });
  const mayConfirm = receiver === null ? obstacle === undefined : receiver === me;
  return (
    <section className="panel grid min-w-0 content-start gap-3 p-4">
      <h2 className="text-lg">{formatAmount("fr", amount, currency)} en cours de versement</h2>
      <p className="text-muted wrap-anywhere">
        De {sender} à {to ?? "la banque"} · {formatMoment("fr", created_at)}
      </p>
      {obstacle && (
        <p className="rounded-control bg-amber p-3 text-ochre wrap-anywhere">{obstacle}.</p>
      )}
      {mayConfirm && (
        <form onSubmit={confirm.send} className="flex flex-wrap items-end gap-3">
          {receiver === null && (
            <Labelled label="N° du bordereau de la banque">
              <input name="slip" required maxLength={60} autoComplete="off" className={BOX} />
            </Labelled>
          )}
          <button type="submit" disabled={confirm.busy} className="button">
            {receiver === null ? "La banque a reçu" : "J’ai reçu cette somme"}
          </button>
        </form>
      )}
      {(mayConfirm || sent_by === me) && (
        <form onSubmit={back.send} className="flex flex-wrap items-end gap-3">
          <Labelled label="Motif de l’annulation">
            <input name="reason" required maxLength={300} autoComplete="off" className={BOX} />
          </Labelled>
          <button type="submit" disabled={back.busy} className="button quiet">
            Annuler le versement
          </button>
        </form>
      )}
    </section>
  );
}
