import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { formatMoment } from "../../i18n/format.ts";
import { optional, required, whole } from "../../kit/form/schema.ts";
import { intent, runIntents, seenIntent } from "../../kit/list/intents.server.ts";
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
} from "../ledger/money.staff.server.ts";
import { cashFields } from "../offline/cash-schema.ts";
import { removeTests, showPaymentLink } from "../orders/orders.staff.server.ts";
import type { QueryAnswer } from "../providers/provider.ts";
import { isLarge } from "../refunds/approval.operations.server.ts";
import { DISCREPANCIES, VERDICTS } from "./discrepancies.ts";
import { pollOrderOfRefund, pollOrderOnDemand } from "./polling.system.server.ts";

const one = z.object({ id: z.uuid() });
const refundSchema = z.object({
  /** Of this showing of the form: sent twice, it is one request. */
  id: z.uuid(),
  order_id: z.uuid(),
  charge_id: z.uuid(),
  amount: whole("Le montant doit être positif", 1),
});

const INTENTS = {
  ask: intent(one, async () => "L’opérateur vient d’être interrogé, ou n’a rien à dire"),
  cash: intent(
    one.extend(cashFields),
    async (db, { id, ...cash }) => {
      await takeCash(db, id, cash);
      return "Paiement enregistré avec succès";
    },
    "Erreur lors de l’encaissement",
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
        ? "Correction demandée\u202f: la caisse a été comptée depuis, une deuxième personne l’approuve"
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
      reason: required("Dites ce que vous avez vu"),
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
        text: "Lien à donner au payeur seulement, c’est noté",
        copy: env().PUBLIC_URL + path,
      };
    },
    "Erreur lors de la lecture du lien",
  ),
  refund: intent(
    refundSchema,
    async (db, wish) => {
      await requestRefund(db, wish);
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

/** Approving a large refund, or a correction of counted cash, needs the second factor. */
export const needsSecondFactor =
  (context: Readonly<RouterContextProvider>) =>
  async ({ intent, id }: FormValues) =>
    intent === "approveCorrection" ||
    (intent === "approve" &&
      isId(id) &&
      asStaff(context.get(staffContext), (db) => isLarge(db, id, currentTime())));

/** The actions of the list and the screen of an order. Before an approval the provider is polled once more. */
export async function runPaymentIntents(
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
    ? "L’opérateur n’a rien répondu d’utile, réessayez plus tard"
    : "L’opérateur a répondu, l’état du paiement est à jour";
}

const waitMessage = (until: Date) =>
  `vous le pourrez à partir du ${formatMoment("fr", until)}, un e-mail vous le rappelle`;
