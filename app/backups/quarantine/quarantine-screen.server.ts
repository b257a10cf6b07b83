import { data, type RouterContextProvider } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { several } from "../../i18n/format.ts";
import { readMailReason } from "../../mail/sent-mails.staff.server.ts";
import { confirmAccounts, readAccountReview } from "./account-review.system.server.ts";
import { isPrepared, QUARANTINE_STEPS, type QuarantineStep } from "./quarantine.ts";
import { readQuarantine, requestStep } from "./quarantine-state.system.server.ts";
import { readPendingActions, releaseSite, requireAdministrator } from "./release.system.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the screen of a site at rest shows; null at work. @throws AppError 'forbidden' */
export function readQuarantineScreen(context: Context) {
  return asSystem("rest.read", async (db) => {
    await requireAdministrator(db, context.get(staffContext));
    const rest = await readQuarantine(db);
    if (!rest) return null;
    const actions = await readPendingActions(db, rest.at, currentTime());
    const mails = actions.mails.map((kind) => ({ ...kind, reason: readMailReason(kind.template) }));
    const leaving = { ...actions, mails };
    const entrances = await readAccountReview(db, rest);
    return { rest, leaving, entrances, isPrepared: isPrepared(rest, entrances) };
  });
}

/** What was pressed, with what was chosen: nothing of it is lost. */
export type QuarantineAnswer = {
  values: FormValues;
  errors: Record<string, string>;
  problem?: string;
  done?: string;
};

const answer = (values: FormValues, more: Partial<QuarantineAnswer>, status = 200) =>
  data<QuarantineAnswer>({ values, errors: {}, ...more }, status);

const AT_WORK = "Le site n’est plus au repos : quelqu’un l’a remis au travail.";
const UNPREPARED =
  "Les étapes 1 et 2 doivent être terminées, et l’étape 3 confirmée avec les comptes d’aujourd’hui.";
const ACCOUNTS_CHANGED =
  "Les comptes ont changé depuis que vous les avez lus : relisez la liste, puis confirmez.";
const UNDECIDED = "Choisissez pour chaque sorte de message s’il part ou s’il est retenu.";
const CHOOSE = "Choisissez : retenir ou envoyer.";

/** Begins a step, or releases the site. */
export async function changeQuarantine(request: Request, context: Context) {
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
