import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import type { SaveState } from "./save.server.ts";
import type { Toast } from "./toast.ts";

const TEXT = "Pas de connexion : rien n’est confirmé, essayez à nouveau";

/** What a change is answered with in the browser when the site did not: for lists, and for forms. */
export type Unanswered = SaveState & { problem: string; toast: Toast };

/**
 * A change that the site did not answer is an answer like others, so that the screen stays with all
 * that is typed on it. Whether it reached the site nobody knows.
 */
export const keepScreen: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === "GET") return next();
  const copy = request.clone();
  const results = await next();
  if (!Object.values(results).some(isUnanswered)) return results;
  const typed = await copy.formData().catch(() => new FormData());
  const answer: Unanswered = {
    typed: Object.fromEntries([...typed].map(([name, value]) => [name, String(value)])),
    errors: {},
    problem: TEXT,
    toast: { kind: "error", text: TEXT },
  };
  const kept = (result: DataStrategyResult): DataStrategyResult =>
    isUnanswered(result) ? { type: "data", result: data(answer, 503) } : result;
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, kept(result)]));
};

/** No answer at all, or that of a proxy for a site which starts again. */
function isUnanswered({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  if (isRouteErrorResponse(result)) return result.status >= 502;
  const { data: failure, init } = Object(result) as { data?: unknown; init?: ResponseInit };
  // What the site itself answered came with a status.
  return failure instanceof Error && !init;
}
