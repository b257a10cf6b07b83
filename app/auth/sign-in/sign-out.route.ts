import { redirect } from "react-router";
import { isSameOriginRequest } from "../../core/http/request-info.ts";
import { log } from "../../core/log/log.server.ts";
import { toastCookie } from "../../kit/toast.ts";
import { sessionOf } from "../sessions/cookies.server.ts";
import { accountOf } from "../sessions/guard.server.ts";
import { forgetSession } from "../sessions/recent-sessions.server.ts";
import type { Route } from "./+types/sign-out.route.ts";
import { callAuth, withCookies } from "./call-auth.server.ts";

const FAILED = "Erreur lors de la déconnexion";

/** Signs out. A script gets the status alone, so that it can keep the screen where that fails. */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (!isSameOriginRequest(request, url)) throw new Response(null, { status: 403 });
  const isScript = request.headers.get("accept") === "application/json";
  try {
    // The library reports success even if the database is down, so the account is read first.
    await accountOf(request, context);
    const { cookies } = await callAuth(request, context, "/sign-out", {});
    forgetSession(sessionOf(request));
    const toast = toastCookie({ kind: "success", text: "Déconnexion réussie" });
    const headers = withCookies([...cookies, toast]);
    // Drafts on this device are deleted, even if the script for that has not loaded.
    headers.set("clear-site-data", '"storage"');
    return isScript ? Response.json({}, { headers }) : redirect("/admin/login", { headers });
  } catch (error) {
    log.error({ err: error }, "sign-out failed");
    if (isScript) return Response.json({}, { status: 503 });
    const toast = toastCookie({ kind: "error", text: FAILED });
    return redirect("/admin", { headers: withCookies([toast]) });
  }
}

/** Whoever types the address finds the sign-in screen. */
export const loader = () => redirect("/admin/login");
