import type { RouterContextProvider } from "react-router";
import { readSession, renewSession } from "../../auth/sessions/session.system.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { runJobs } from "../../core/process/jobs.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { AppError, isAway } from "../../core/values/errors.ts";
import { confirmRemovals } from "../../files/storage/removals.staff.server.ts";
import { formatMoment } from "../../i18n/format.ts";
import type { Toast } from "../../kit/toast.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { removeSamples } from "../home/samples.staff.server.ts";
import { mailTestMail } from "./mail-test.mail.ts";

type WorkRequest = { request: Request; context: Readonly<RouterContextProvider> };
type WorkResult = { toast: Toast; cookies?: string[] };

const good = (text: string): Toast => ({ kind: "success", text });
const bad = (text: string): Toast => ({ kind: "error", text });

/** The buttons of Diagnostic. */
const ACTIONS: Readonly<Record<string, (request: WorkRequest) => Promise<WorkResult>>> = {
  async session({ request, context }) {
    const session = await readSession(request, context);
    if (!session) return { toast: bad("Aucune session") };
    return { toast: good(`Session valide jusqu’au ${formatMoment("fr", session.endsAt)}`) };
  },

  async "refresh-session"({ request, context }) {
    const session = await renewSession(request, context);
    if (!session) return { toast: bad("Aucune session") };
    const toast = good(`Session prolongée jusqu’au ${formatMoment("fr", session.endsAt)}`);
    return { toast, cookies: session.cookies };
  },

  async jobs() {
    // A mail server that does not answer would keep the caller waiting.
    void runJobs();
    return { toast: good("Tâches de fond lancées") };
  },

  async "test-mail"({ context }) {
    const staff = context.get(staffContext);
    const mail = mailTestMail({ recipient: staff.email, name: staff.name, at: currentTime() });
    await asStaff(staff, (db) => queueMail(db, mail));
    return {
      toast: good(
        deliveryText(
          `Message d’essai en route vers ${staff.email}`,
          "Message d’essai gardé : ce site ne peut pas envoyer d’e-mail",
        ),
      ),
    };
  },

  async "remove-samples"({ context }) {
    const count = await asStaff(context.get(staffContext), removeSamples);
    if (count === 0) return { toast: good("Rien n’a changé : il n’y avait plus rien à supprimer") };
    const words = count > 1 ? `${count} exemples supprimés` : "Un exemple supprimé";
    return { toast: good(`${words} avec succès`) };
  },

  async "confirm-removals"({ request, context }) {
    const { files = "" } = await readFieldsOrNone(request);
    const count = Number(files);
    const amount = await asStaff(context.get(staffContext), (db) => confirmRemovals(db, count));
    const words =
      amount.files > 1 ? `${amount.files} fichiers seront retirés` : "Un fichier sera retiré";
    return { toast: good(`${words} dans un instant`) };
  },
};

/** Runs the action of a button of Diagnostic. Returns its message. */
export async function runDiagnosticAction(
  intent: string | undefined,
  request: WorkRequest,
): Promise<WorkResult> {
  const work = intent !== undefined && Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
  if (!work) return { toast: bad("Action inconnue") };
  try {
    return await work(request);
  } catch (error) {
    // The message of a conflict is written for staff.
    if (error instanceof AppError && error.kind === "conflict") {
      return { toast: bad(`Rien n’a changé : ${error.message}`) };
    }
    log.error({ err: error, intent }, "diagnostic work failed");
    if (isAway(error)) return { toast: bad("La base de données ne répond pas : rien n’a changé") };
    return { toast: bad("Une erreur est survenue") };
  }
}
