import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import type { FormValues } from "../core/check-fields.ts";
import { currentTime } from "../core/clock.ts";
import { asStaff } from "../core/database/doors.server.ts";
import { readFieldsOrNone } from "../core/form.server.ts";
import { isId } from "../core/id.ts";
import { staffContext } from "../core/staff-context.ts";
import { intent, runIntents } from "../kit/intents.server.ts";
import { isLarge } from "./approval.operations.server.ts";
import { askAboutOrder, askAboutRefund } from "./asking.system.server.ts";
import { INTENTS } from "./payment-intents.server.ts";
import type { QueryAnswer } from "./provider.ts";

/**
 * A refund that is too much for one person wants the second factor of whoever lets it go; so does counted cash that is
 * taken out of the books.
 */
export const letsMuchGo =
  (context: Readonly<RouterContextProvider>) =>
  async ({ intent, id }: FormValues) =>
    intent === "approveCorrection" ||
    (intent === "approve" &&
      isId(id) &&
      asStaff(context.get(staffContext), (db) => isLarge(db, id, currentTime())));

/**
 * What the list and the screen of an order do. Before money is let go, and when somebody wants to know, the operators
 * are asked what they say now.
 */
export async function actOnOrders(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Awaited<ReturnType<typeof runIntents>>> {
  const { intent: wish, id } = await readFieldsOrNone(request.clone());
  if (wish === "approve" && isId(id)) await askAboutRefund(id, currentTime());
  const answers = wish === "ask" && isId(id) ? await askAboutOrder(id, currentTime()) : [];
  if (answers.length === 0) return runIntents(request, context, INTENTS);
  const ask = intent(z.object({ id: z.uuid() }), async () => answerWords(answers));
  return runIntents(request, context, { ...INTENTS, ask });
}

function answerWords(answers: readonly QueryAnswer["state"][]): string {
  return answers.every((state) => state === "unknown")
    ? "L’opérateur n’a rien répondu d’utile, réessayez plus tard"
    : "L’opérateur a répondu, l’état du paiement est à jour";
}
