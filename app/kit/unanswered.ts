import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import type { SaveState } from "./save.server.ts";
import type { Toast } from "./toast.ts";

const TEXT = "Pas de connexion : rien n’est confirmé, essayez à nouveau";

/** The result that the browser makes up for a change that got no answer: one for lists, one for forms. */
export type Unanswered = SaveState & { problem: string; toast: Toast };

/**
 * Turns a missing answer into an ordinary result, so that the screen keeps everything that was typed. The
 * change may or may not have reached the site.
 */
export const keepScreen: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === "GET") return next();
  const copy = request.clone();
  const results = await next();
  if (!Object.values(results).some(isUnanswered)) return results;
  const values = await copy.formData().catch(() => new FormData());
  const answer: Unanswered = {
    values: Object.fromEntries([...values].map(([name, value]) => [name, String(value)])),
    errors: {},
    problem: TEXT,
    toast: { kind: "error", text: TEXT },
  };
  const stay = (result: DataStrategyResult): DataStrategyResult =>
    isUnanswered(result) ? { type: "data", result: data(answer, 503) } : result;
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, stay(result)]));
};

/** No answer at all, or that of a proxy while the site restarts. */
function isUnanswered({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  if (isRouteErrorResponse(result)) return result.status >= 502;
  const { data: failure, init } = Object(result) as { data?: unknown; init?: ResponseInit };
  // What the site itself answered came with a status.
  return failure instanceof Error && !init;
}
