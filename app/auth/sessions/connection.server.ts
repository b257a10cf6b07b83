import type { RouterContextProvider } from "react-router";
import { ping } from "../../core/database/doors/doors.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { countAccounts } from "../staff/accounts.system.server.ts";
import { accountOf } from "./guard.server.ts";

export type ConnectionCheck = { name: string; ok: boolean; ms: number };

const WITHIN_MS = 4_000;

/** Tries what signing in depends on; the screen shows the first two checks, the others on demand. */
export function checkConnection(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ConnectionCheck[]> {
  return Promise.all([
    timed("Base de données", ping),
    timed("Service d’authentification", async () => {
      const { status } = await callAuth(request, context, "/ok");
      if (status !== 200) throw new Error(`the sign-in library answers ${status}`);
    }),
    timed("Lecture des comptes", countAccounts),
    timed("Session", () => accountOf(request, context)),
  ]);
}

async function timed(name: string, work: () => Promise<unknown>): Promise<ConnectionCheck> {
  const began = performance.now();
  const answers = work().then(
    () => true,
    () => false,
  );
  const ok = await withTimeout(answers, WITHIN_MS, () => false);
  return { name, ok, ms: Math.round(performance.now() - began) };
}
