import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import type { SaveState } from "./form/save.server.ts";
import type { Toast } from "./toast.ts";

const TEXT = "Pas de connexion : rien n’est confirmé, essayez à nouveau";

const SIGN_IN = "/admin/login";
const SESSION_OVER =
  "Votre session a pris fin : rien n’est enregistré, mais votre saisie est gardée ici";

/** The result that the browser creates for a change without an answer, for lists and for forms. */
export type MissingAnswer = SaveState & { problem: string; toast: Toast };

/**
 * Turns a missing answer into an ordinary result, so that the screen keeps everything that was typed: the
 * change may or may not have reached the site. It does the same for a form whose answer redirects to the sign-in.
 */
export const keepScreen: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === "GET") return next();
  const copy = request.clone();
  const results = await next();
  const all = Object.values(results);
  if (!all.some((result) => hasNoAnswer(result) || isSignIn(result))) return results;
  const values = await copy.formData().catch(() => new FormData());
  const isOver = all.some(isSignIn);
  // A button is pressed again after the sign-in; what was typed into a form would have to be typed again.
  if (isOver && values.has("intent")) return results;
  const text = isOver ? SESSION_OVER : TEXT;
  const answer: MissingAnswer = {
    values: Object.fromEntries([...values].map(([name, value]) => [name, String(value)])),
    errors: {},
    problem: text,
    toast: { kind: "error", text },
    ...(isOver && { signIn: SIGN_IN }),
  };
  const stay = (result: DataStrategyResult): DataStrategyResult =>
    hasNoAnswer(result) || isSignIn(result)
      ? // With this status nothing else of the screen is read again.
        { type: "data", result: data(answer, 503) }
      : result;
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, stay(result)]));
};

/** Whether the site redirects to the sign-in because the session is over. */
function isSignIn({ result }: DataStrategyResult): boolean {
  const location = result instanceof Response ? result.headers.get("location") : null;
  return location?.startsWith(`${SIGN_IN}?from=`) ?? false;
}

/** Whether there was no answer, or only that of a proxy while the site restarts. */
function hasNoAnswer({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  if (isRouteErrorResponse(result)) return result.status >= 502;
  const { data: failure, init } = Object(result) as { data?: unknown; init?: ResponseInit };
  // What the site itself answered came with a status.
  return failure instanceof Error && !init;
}
