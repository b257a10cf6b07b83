import {
  BadgeAlert,
  CalendarRange,
  Clock,
  Coins,
  CreditCard,
  Download,
  Ellipsis,
  Eye,
  FlaskConical,
  Settings,
  Smartphone,
  Undo2,
} from "lucide-react";
import { useState } from "react";
import { Link, type RouterContextProvider, useSearchParams } from "react-router";
import * as z from "zod";
import { withConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../core/http/form.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { isId } from "../core/secrets/id.ts";
import { staffContext } from "../core/staff-context.ts";
import type { FormValues } from "../core/values/check-fields.ts";
import { ofName } from "../i18n/elision.ts";
import { formatAmount, formatDate, formatMoment, several } from "../i18n/format.ts";
import { EmailText } from "../kit/email-text.tsx";
import { EventNav } from "../kit/event-tabs.tsx";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { optional, required, whole } from "../kit/form/schema.ts";
import { Counters, countWords } from "../kit/list/counters.tsx";
import { intent, runIntents, seenIntent } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge } from "../kit/list/row-controls.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import { IfMay } from "../kit/may.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import { usePrefetch } from "../kit/use-prefetch.ts";
import { deliveryText } from "../mail/mail.server.ts";
import { useNotice } from "../mail/use-notice.ts";
import { isFiltered, parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/payments.admin.ts";
import { DISCREPANCIES, VERDICTS } from "./attempts/payments.ts";
import { pollOrderOfRefund, pollOrderOnDemand } from "./attempts/polling.system.server.ts";
import {
  approveCorrection,
  approveRefund,
  cancelUnpaid,
  correctCash,
  recordRefund,
  requestRefund,
  resolveDiscrepancy,
  takeCash,
  withdrawCorrection,
  withdrawRefund,
} from "./ledger/money.staff.server.ts";
import { waiveRest } from "./ledger/waivers.staff.server.ts";
import { cashFields } from "./offline/cash-schema.ts";
import { ORDER_LIST } from "./orders/order-list.ts";
import {
  countClaimsOfTests,
  countMoney,
  countTests,
  countWaitingForTests,
  findEventOfList,
  listOrders,
  listPaidEvents,
  type OrderRow,
  removeTests,
  showPaymentLink,
} from "./orders/orders.staff.server.ts";
import { ORDER_KINDS, ORDER_STATUSES } from "./orders/orders.ts";
import { LIST, OrderBadge } from "./payment-badges.admin.tsx";
import { formatSums } from "./payment-journal.ts";
import { KIND_LABELS, ORDER_LABELS } from "./payment-labels.ts";
import { closedByTests, loadProviders } from "./providers/online-providers.system.server.ts";
import type { QueryAnswer } from "./providers/provider.ts";
import { isLarge } from "./refunds/approval.operations.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des paiements" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(ORDER_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const tests = await countTests(db);
    return {
      query,
      event: query.filters.event ? await findEventOfList(db, query.filters.event) : undefined,
      counts: await countMoney(db, query),
      tests,
      claimsOfTests: tests > 0 ? await countClaimsOfTests(db) : 0,
      events: await listPaidEvents(db),
      waitingForTests: tests > 0 ? await countWaitingForTests(db) : 0,
      ...(await listOrders(db, query)),
    };
  });
}

export function action(args: Route.ActionArgs) {
  const { context } = args;
  return withConfirmation(args, needsSecondFactor(context), async (request) => {
    const answer = await runPaymentIntents(request, context);
    // Without the tests in their way, online payments open at once.
    if (closedByTests().length > 0) await loadProviders();
    return answer;
  });
}

const one = z.object({ id: z.uuid() });
const refundSchema = z.object({
  /** The id of this rendering of the form: sent twice, it is one request. */
  id: z.uuid(),
  order_id: z.uuid(),
  charge_id: z.uuid(),
  amount: whole("Le montant doit être positif", 1),
  note: required("Le motif du remboursement est requis"),
  /** Asked where nothing else of the order is left. */
  keeps: z.enum(["yes", "no"]).optional(),
});

const INTENTS = {
  ask: intent(one, async () => "L’opérateur vient d’être interrogé, ou n’a rien de nouveau"),
  cash: intent(
    one.extend(cashFields),
    async (db, { id, ...cash }) => {
      await takeCash(db, id, cash);
      return "Paiement enregistré avec succès";
    },
    "Erreur lors de l’encaissement",
  ),
  waive: seenIntent(
    one.extend({
      seen_due: whole("Le reste dû est requis", 1),
      reason: required("Le motif est requis"),
      asked: z.uuid().optional(),
    }),
    async (db, { id, ...waiver }) => WAIVER_TEXTS[await waiveRest(db, id, waiver)],
    "Erreur lors de l’enregistrement",
  ),
  removeTests: intent(
    z.object({ count: whole("Le nombre d’essais est requis", 0) }),
    async (db, { count }) => {
      await removeTests(db, count);
      return "Essais retirés avec succès";
    },
    "Erreur lors du retrait des essais",
  ),
  correct: seenIntent(
    one.extend({ charge_id: z.uuid(), reason: required("Le motif est requis") }),
    async (db, { id, ...correction }) =>
      (await correctCash(db, id, correction)) === "asked"
        ? "Correction demandée\u202f: la caisse a été comptée depuis, une deuxième personne doit l’approuver"
        : "Encaissement corrigé avec succès",
    "Erreur lors de la correction",
  ),
  approveCorrection: intent(
    one,
    async (db, { id }) => {
      const wait = await approveCorrection(db, id);
      if (wait) return `Personne d’autre ne peut approuver\u202f: ${waitMessage(wait)}`;
      return "Encaissement corrigé avec succès";
    },
    "Erreur lors de l’approbation",
  ),
  withdrawCorrection: intent(one, async (db, { id }) => {
    await withdrawCorrection(db, id);
    return "Demande de correction retirée avec succès";
  }),
  doubt: intent(
    one.extend({
      doubt: z.enum(DISCREPANCIES),
      verdict: z.enum(VERDICTS),
      reason: required("Indiquez ce que vous avez vu"),
    }),
    async (db, { id, ...finding }) => {
      await resolveDiscrepancy(db, id, finding);
      return "Constat enregistré avec succès";
    },
    "Erreur lors de l’enregistrement",
  ),
  cancel: seenIntent(
    one,
    async (db, { id }) => {
      await cancelUnpaid(db, id);
      return "Commande annulée avec succès";
    },
    "Erreur lors de l’annulation",
  ),
  link: intent(
    one,
    async (db, { id }) => {
      const path = await showPaymentLink(db, id);
      return {
        text: "Lien à donner au payeur seulement. Cette lecture est notée au journal",
        copy: env().PUBLIC_URL + path,
      };
    },
    "Erreur lors de la lecture du lien",
  ),
  refund: intent(
    refundSchema,
    async (db, { keeps, ...wish }) => {
      await requestRefund(db, { ...wish, ...(keeps && { keeps_place: keeps === "yes" }) });
      return "Remboursement demandé avec succès";
    },
    "Erreur lors de la demande",
  ),
  approve: seenIntent(one, async (db, { id }) => {
    const wait = await approveRefund(db, id);
    if (wait) return `Personne d’autre ne peut approuver : ${waitMessage(wait)}`;
    return "Remboursement approuvé avec succès";
  }),
  withdraw: seenIntent(one, async (db, { id }) => {
    await withdrawRefund(db, id);
    return "Demande de remboursement retirée avec succès";
  }),
  record: seenIntent(
    one.extend({
      reference: optional(100),
      decision: optional(300),
    }),
    async (db, { id, reference, decision }) => {
      const record = { operatorReference: reference, decision: decision ?? undefined };
      await recordRefund(db, id, record);
      return "Remboursement enregistré avec succès";
    },
  ),
};

const WAIVER_TEXTS = {
  waived: "Reste non réclamé, la commande est payée",
  asked: "Demande enregistrée\u202f: au-dessus du plafond, une deuxième personne l’approuve",
  waiting:
    "Demande enregistrée\u202f: personne d’autre ne peut l’approuver, confirmez-la dans une journée",
};

/** Approving a large refund, a correction of counted cash, or a rest that is given up, needs the second factor. */
const needsSecondFactor =
  (context: Readonly<RouterContextProvider>) =>
  async ({ intent, id, asked }: FormValues) =>
    intent === "approveCorrection" ||
    (intent === "waive" && Boolean(asked)) ||
    (intent === "approve" &&
      isId(id) &&
      asStaff(context.get(staffContext), (db) => isLarge(db, id, currentTime())));

/** The actions of the list and the screen of an order. Before an approval the provider is polled once more. */
async function runPaymentIntents(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Awaited<ReturnType<typeof runIntents>>> {
  const { intent: name, id } = await readFieldsOrNone(request);
  if (name === "approve" && isId(id)) await pollOrderOfRefund(id, currentTime());
  const answers = name === "ask" && isId(id) ? await pollOrderOnDemand(id, currentTime()) : [];
  if (answers.length === 0) return runIntents(request, context, INTENTS);
  const ask = intent(one, async () => answerMessage(answers));
  return runIntents(request, context, { ...INTENTS, ask });
}

function answerMessage(answers: readonly QueryAnswer["state"][]): string {
  return answers.every((state) => state === "unknown")
    ? "L’opérateur n’a donné aucune réponse utile, réessayez plus tard"
    : "L’opérateur a répondu, l’état du paiement est à jour";
}

const waitMessage = (until: Date) =>
  `vous le pourrez à partir du ${formatMoment("fr", until)}${deliveryText(", un e-mail vous le rappelle", "")}`;

const columns = [
  { title: "Payeur", className: "main", cell: (row: OrderRow) => <PayerCell {...row} /> },
  {
    title: "Objet",
    className: "brief",
    cell: ({ kind, label_fr }: OrderRow) => (
      <div className="min-w-0 md:min-w-[180px] md:max-w-[280px]">
        <p className="line-clamp-2">{label_fr}</p>
        <p className="text-muted max-sm:hidden">{KIND_LABELS[kind]}</p>
      </div>
    ),
  },
  {
    title: "Montant",
    className: "brief whitespace-nowrap text-right tabular-nums",
    cell: ({ price_amount, price_currency }: OrderRow) =>
      formatAmount("fr", price_amount, price_currency),
  },
  { title: "État", className: "brief", cell: (row: OrderRow) => <State {...row} /> },
  {
    title: "Date",
    sort: "created_at",
    className: "spare whitespace-nowrap",
    cell: ({ created_at }: OrderRow) => formatMoment("fr", created_at),
  },
];

const STATES = [
  { value: "look", label: "À traiter" },
  ...ORDER_STATUSES.map((value) => ({ value, label: ORDER_LABELS[value].label })),
];

export default function PaymentsAdmin({ loaderData }: Route.ComponentProps) {
  const { counts, event, events } = loaderData;
  const empty = counts.received[0]?.currency ?? event?.currency;
  // The book and its totals go by the day on which money came; these orders by the day on which they were opened.
  const scope = isFiltered(loaderData.query) ? "pour ces commandes" : "depuis le début";
  const [params] = useSearchParams();
  return (
    <>
      <OfficeHead
        title="Paiements"
        lead="Ce qui est dû, ce qui est encaissé, ce qui est à rembourser."
        primary={{ label: "Encaisser une adhésion", to: "/admin/payments/memberships" }}
      >
        <Link to="/admin/payments/announced" className="button quiet">
          <Smartphone aria-hidden="true" size={17} />
          Transferts déclarés
        </Link>
        <Link to="/admin/payments/payouts" className="button quiet">
          <Undo2 aria-hidden="true" size={17} />
          Remboursements à envoyer
        </Link>
        <details className="relative max-md:open:w-full">
          <summary className="button quiet">
            <Ellipsis aria-hidden="true" size={17} />
            Plus
          </summary>
          <div className="panel z-10 mt-1 grid p-1 md:absolute md:right-0 md:w-max [&>*]:justify-start [&>*]:border-0">
            <a href={`/admin/payments/export?${params}`} className="button quiet">
              <Download aria-hidden="true" size={17} />
              Exporter le livre
            </a>
            <Link to="/admin/payments/totals" className="button quiet">
              <CalendarRange aria-hidden="true" size={17} />
              Totaux par mois
            </Link>
            <Link to="/admin/payments/settings" className="button quiet">
              <Settings aria-hidden="true" size={17} />
              Taux, numéros, horaires
            </Link>
            <IfMay to="/admin/payments/online">
              <Link to="/admin/payments/online" className="button quiet">
                <CreditCard aria-hidden="true" size={17} />
                Paiements en ligne
              </Link>
            </IfMay>
          </div>
        </details>
      </OfficeHead>
      {event && (
        <EventNav event={event.id} at="payments">
          {event.title}
        </EventNav>
      )}
      <Counters
        counters={[
          { label: `Encaissé ${scope}`, value: formatSums(counts.received, empty), icon: Coins },
          { label: `Remboursé ${scope}`, value: formatSums(counts.returned, empty), icon: Undo2 },
          { label: "En attente", value: countWords(counts.waiting), icon: Clock },
          { label: "À traiter", value: countWords(counts.look), icon: BadgeAlert },
        ]}
      />
      {loaderData.tests > 0 && (
        <TestOrders
          count={loaderData.tests}
          claims={loaderData.claimsOfTests}
          waiting={loaderData.waitingForTests}
        />
      )}
      <ListPage
        list={loaderData}
        noun={["commande", "commandes"]}
        caption="Commandes"
        search="Nom, e-mail, téléphone ou référence"
        filters={[
          { name: "status", label: "État", all: "Tous les états", choices: STATES },
          {
            name: "kind",
            label: "Objet",
            all: "Adhésions, inscriptions et licences",
            choices: ORDER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
          },
          {
            name: "event",
            label: "Événement",
            all: "Tous les événements",
            choices: events.map(({ id, title, date }) => ({
              value: id,
              label: `${title}, ${formatDate("fr", date)}`,
            })),
          },
          { name: "from", label: "Ouverte du", day: true },
          { name: "to", label: "au", day: true },
        ]}
        columns={columns}
        nameOf={({ payer_name, label_fr }) => `${payer_name} : ${label_fr}`}
        highlighted={({ mismatch, doubtful, owes, to_return }) =>
          mismatch || doubtful || owes || to_return
        }
        actions={(row) => <SeeLink {...row} />}
        empty={{
          title: "Aucun paiement",
          filtered: "Aucun paiement ne correspond à vos filtres.",
          first: "Les commandes faites sur le site apparaîtront ici.",
        }}
      />
    </>
  );
}

function State({ status, mode, mismatch, doubtful, owes, to_return, kept }: OrderRow) {
  return (
    <div className="flex flex-wrap gap-1 max-md:justify-end">
      <OrderBadge status={status} mode={mode} owes={owes} isToReturn={to_return} />
      {mismatch && <Badge tone="bad">Montant inattendu</Badge>}
      {doubtful && <Badge tone="bad">À vérifier</Badge>}
      {kept && <Badge tone="news">Remboursée, toujours valable</Badge>}
    </div>
  );
}

function PayerCell({ id, payer_name, payer_email, reference }: OrderRow) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <RecordLink id={id} className="row-link block font-semibold hover:underline">
        {payer_name}
      </RecordLink>
      <p className="font-normal text-muted">
        <EmailText email={payer_email} />
      </p>
      <p className="font-normal text-muted tabular-nums">{reference}</p>
    </div>
  );
}

function SeeLink({ id, payer_name }: OrderRow) {
  const prefetch = usePrefetch();
  return (
    <RecordLink
      id={id}
      prefetch={prefetch}
      aria-label={`Voir le paiement ${ofName(payer_name)}`}
      title="Voir"
      className="icon-button"
    >
      <Eye aria-hidden="true" size={17} />
    </RecordLink>
  );
}

/** The number of test orders, and the button that removes them once no declared transfer of theirs is open. */
function TestOrders({
  count,
  claims,
  waiting,
}: {
  count: number;
  claims: number;
  waiting: number;
}) {
  const { submit, pending } = useIntent(LIST);
  const [asking, setAsking] = useState(false);
  const notice = useNotice();
  const offered =
    waiting > 0
      ? ` Les places qu’ils gardent sont proposées à la liste d’attente : ${notice(
          `${several(waiting, "personne l’apprend", "personnes l’apprennent")} par e-mail`,
          `${several(waiting, "personne", "personnes")} à prévenir vous-même`,
        )}.`
      : "";
  const tests = count === 1 ? "1 commande d’essai" : `${count} commandes d’essai`;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-amber p-3 text-ochre">
      <p>
        {tests}, {count === 1 ? "exclue" : "exclues"} des totaux et des exports.
      </p>
      {claims > 0 ? (
        <Link to="/admin/payments/announced">
          {several(claims, "transfert déclaré", "transferts déclarés")} à vérifier avant de les
          retirer
        </Link>
      ) : (
        <button
          type="button"
          disabled={pending !== undefined}
          onClick={() => setAsking(true)}
          className="button quiet small text-blood"
        >
          <FlaskConical aria-hidden="true" size={15} />
          Retirer les essais
        </button>
      )}
      {asking && (
        <ConfirmDialog
          title="Retirer tous les essais ?"
          message={`${tests}, avec leurs paiements simulés et les inscriptions ou adhésions que des visiteurs ont faites ainsi. Leurs auteurs n’en sont pas avertis.${offered} Ce que l’équipe a saisi ou encaissé reste.`}
          action="Retirer les essais"
          keep="Garder les essais"
          close={() => setAsking(false)}
          confirm={() => submit("removeTests", { count: String(count) })}
        />
      )}
    </div>
  );
}
