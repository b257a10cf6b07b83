import type { RouterContextProvider } from "react-router";
import { readSession, renewSession } from "../auth/session.system.server.ts";
import { staffContext } from "../auth/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { asStaff } from "../platform/database/doors.server.ts";
import { runJobs } from "../platform/jobs.server.ts";
import { log } from "../platform/log.server.ts";
import { keyOf, storageOf } from "../platform/storage.server.ts";
import type { Toast } from "./kit/toast.ts";
import { removeSamples } from "./samples.staff.server.ts";

type Asking = { request: Request; context: Readonly<RouterContextProvider> };
type Done = { toast: Toast; cookies?: string[] };

const good = (text: string): Toast => ({ kind: "success", text });
const bad = (text: string): Toast => ({ kind: "error", text });

/** The buttons of Diagnostic. */
const WORK: Readonly<Record<string, (asking: Asking) => Promise<Done>>> = {
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

  async "remove-samples"({ context }) {
    const { count, files } = await asStaff(context.get(staffContext), removeSamples);
    for (const key of files.map(keyOf)) if (key) await storageOf(key).remove(key);
    return { toast: good(`${count} exemples supprimés avec succès`) };
  },
};

/** Does what a button of Diagnostic asks for, and says how it went. */
export async function workOf(intent: string | undefined, asking: Asking): Promise<Done> {
  const work = intent !== undefined && Object.hasOwn(WORK, intent) ? WORK[intent] : undefined;
  if (!work) return { toast: bad("Action inconnue") };
  try {
    return await work(asking);
  } catch (error) {
    log.error({ err: error, intent }, "diagnostic work failed");
    return { toast: bad("Une erreur est survenue") };
  }
}
