import { allowSlowBodyContext, isSameOriginRequest } from "../../core/http/request-info.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { Route } from "./+types/replace.route.ts";
import { failureStep, receiveReplacement } from "./upload.server.ts";

/** Replaces the content of an existing file by the body of the request; its URL stays. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  if (!isSameOriginRequest(request, url)) return new Response(null, { status: 403 });
  const filename = (url.searchParams.get("filename") ?? "").slice(0, 255);
  const { id } = params;
  if (!request.body) return Response.json({ refused: "Ce fichier est vide." }, { status: 400 });
  context.get(allowSlowBodyContext)();
  try {
    await receiveReplacement(context.get(staffContext), request.body, { id, filename });
    return Response.json({ progress: 100, id });
  } catch (error) {
    const step = failureStep(error);
    return Response.json(step, { status: "refused" in step ? 400 : 503 });
  }
}

/** Only POST is allowed. */
export const loader = () => new Response(null, { status: 405, headers: { allow: "POST" } });
