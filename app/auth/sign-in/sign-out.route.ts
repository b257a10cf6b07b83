import { redirect } from "react-router";
import { isSameOriginRequest } from "../../core/http/request-info.ts";
import { log } from "../../core/log/log.server.ts";
import { toastCookie } from "../../kit/toast.ts";
import { accountOf } from "../sessions/guard.server.ts";
import type { Route } from "./+types/sign-out.route.ts";
import { callAuth, withCookies } from "./call-auth.server.ts";

export async function action({ request, context, url }: Route.ActionArgs) {
  if (!isSameOriginRequest(request, url)) throw new Response(null, { status: 403 });
  try {
    // The library reports success even if the database is down, so the account is read first.
    await accountOf(request, context);
    const { cookies } = await callAuth(request, context, "/sign-out", {});
    const toast = toastCookie({ kind: "success", text: "Déconnexion réussie" });
    const headers = withCookies([...cookies, toast]);
    // Drafts on this device are deleted, even if the script for that has not loaded.
    headers.set("clear-site-data", '"storage"');
    return redirect("/admin/login", { headers });
  } catch (error) {
    log.error({ err: error }, "sign-out failed");
    const toast = toastCookie({ kind: "error", text: "Erreur lors de la déconnexion" });
    return redirect("/admin", { headers: withCookies([toast]) });
  }
}

/** Whoever types the address finds the sign-in screen. */
export const loader = () => redirect("/admin/login");
