import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import type { SaveState } from "./form/save.server.ts";
import type { Toast } from "./toast.ts";

const KEPT = "rien n’est confirmé, essayez à nouveau";
const WORDS = {
  line: `Pas de connexion : ${KEPT}`,
  database: `La base de données ne répond pas : ${KEPT}`,
  failure: `Une erreur est survenue : ${KEPT}`,
};

const SIGN_IN = "/admin/login";
const SESSION_OVER =
  "Votre session a pris fin : rien n’est enregistré, mais votre saisie est gardée ici";

/** The result that the browser creates for a change that failed, for lists and for forms. */
export type MissingAnswer = SaveState & { problem: string; toast: Toast };

/**
 * Turns a missing answer, or a failure of the site, into an ordinary result, so that the screen keeps everything that
 * was typed: the change may or may not have been made. It does the same for a form whose answer redirects to the
 * sign-in.
 */
export const keepScreen: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === "GET") return next();
  const copy = request.clone();
  const results = await next();
  const all = Object.values(results);
  const failure = all.map(failureIn).find(Boolean);
  const isOver = all.some(isSignIn);
  if (!failure && !isOver) return results;
  const values = await copy.formData().catch(() => new FormData());
  // A button is pressed again after the sign-in; what was typed into a form would have to be typed again.
  if (isOver && values.has("intent")) return results;
  const text = failure ? WORDS[failure] : SESSION_OVER;
  const answer: MissingAnswer = {
    values: Object.fromEntries([...values].map(([name, value]) => [name, String(value)])),
    errors: {},
    problem: text,
    toast: { kind: "error", text },
    ...(!failure && { signIn: SIGN_IN }),
  };
  const stay = (result: DataStrategyResult): DataStrategyResult =>
    failureIn(result) || isSignIn(result)
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

/** Why a change has no result: no answer but that of a proxy, or that the site could not. */
function failureIn({ type, result }: DataStrategyResult): keyof typeof WORDS | undefined {
  if (type !== "error") return undefined;
  if (isRouteErrorResponse(result)) {
    if (Object(result.data).databaseAway) return "database";
    return result.status >= 502 ? "line" : undefined;
  }
  const { data: failure, init } = Object(result) as { data?: unknown; init?: ResponseInit };
  if (!(failure instanceof Error)) return undefined;
  // What the site itself answered came with a status.
  return init ? "failure" : "line";
}
