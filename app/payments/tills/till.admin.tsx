import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, formatMoment, PRICE_CURRENCIES } from "../../i18n/format.ts";
import { recordAt } from "../../kit/form/save.server.ts";
import { blankIsNull, optional, required, whole } from "../../kit/form/schema.ts";
import { intent, runIntents, seenIntent } from "../../kit/list/intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { amountFields, COUNTED } from "../offline/cash-schema.ts";
import { LIST } from "../payment-badges.admin.tsx";
import type { Route } from "./+types/till.admin.ts";
import { CloseButton, CountForm, HandOverForm, OpenForm, Transit } from "./till-forms.admin.tsx";
import {
  closeTill,
  confirmHandover,
  countTill,
  findOpenTill,
  findTill,
  handOver,
  listInTransit,
  listReceivers,
  openTill,
  returnHandover,
  type TillLine,
} from "./tills.staff.server.ts";
import { type Cash, TILL_KIND_LABELS } from "./tills.ts";

export const handle = { loadFailure: "Erreur lors du chargement de la caisse" };

/** One's own till; or that of somebody, from the overview. */
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
    // Of this showing of the forms: sent twice, one handover.
    pressed: newId(),
  }));
}

const one = z.object({ id: z.uuid() });
const cashIn = (name: string) => ({
  [`${name}_GNF`]: whole(COUNTED, 0),
  [`${name}_XOF`]: whole(COUNTED, 0),
});
/** What a till holds by the books may be less than nothing, after a correction. */
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
        return "Remise envoyée, elle attend d’être confirmée";
      },
      "Erreur lors de la remise",
    ),
    confirm: seenIntent(
      one.extend({ slip: optional(60) }),
      async (db, { id, slip }) => {
        await confirmHandover(db, id, slip);
        return "Remise confirmée avec succès";
      },
      "Erreur lors de la confirmation",
    ),
    return: seenIntent(
      one.extend({ reason: required("Le motif est requis") }),
      async (db, { id, reason }) => {
        await returnHandover(db, id, reason);
        return "Remise annulée, la somme est revenue dans la caisse";
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

/** The cash that somebody answers for: what is in it, counted, handed over and closed. */
export default function TillAdmin({ loaderData, params }: Route.ComponentProps) {
  const { file, me, isOwn, transit, receivers, pressed } = loaderData;
  const isOpen = file !== undefined && file.till.closed_at === null;
  const mayAct = isOpen && (isOwn || !file.owner.isActive);
  const action = params.id ? `/admin/payments/tills/${params.id}` : "/admin/payments/till";
  return (
    <>
      <OfficeHead
        title={isOwn ? "Ma caisse" : `Caisse de ${file?.owner.name}`}
        lead={leadOf(isOwn, file?.owner.isActive)}
      >
        <Link to={LIST} className="button quiet">
          <ArrowLeft aria-hidden="true" size={17} />
          Paiements
        </Link>
        <Link to="/admin/payments/tills" className="button quiet">
          Toutes les caisses
        </Link>
      </OfficeHead>
      <div className="grid gap-4 lg:grid-cols-2">
        {transit.map((handover) => (
          <Transit key={handover.id} handover={handover} me={me} action={action} />
        ))}
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
        {file && mayAct && (
          <>
            <Section title="Compter">
              <CountForm
                key={JSON.stringify(file.balance)}
                id={file.till.id}
                balance={file.balance}
                action={action}
              />
            </Section>
            <Section title="Remettre">
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
          </>
        )}
      </div>
      {file && <Movements entries={file.entries} />}
    </>
  );
}

function leadOf(isOwn: boolean, isActive = true): string {
  if (isOwn) return "Les espèces dont vous répondez : comptez-les chaque soir, puis remettez-les.";
  if (isActive)
    return "Les espèces dont cette personne répond : elle seule les compte et les remet.";
  return "Ce compte n’administre plus le site : comptez ce qui reste, puis remettez-le.";
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
      <li key={currency} className="text-xl font-semibold tabular-nums">
        {formatAmount("fr", balance[currency], currency)}
      </li>
    ))}
  </ul>
);

/** What changed a till, the newest first. */
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
            <p className="ml-auto font-semibold tabular-nums">
              {formatAmount("fr", entry.amount, entry.currency)}
            </p>
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
