import { readBytes } from "../../core/http/body.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { limitedNetwork } from "../../core/http/submission.server.ts";
import type { Route } from "./+types/policy-reports.route.ts";
import { REPORT_TYPES } from "./policy-report.ts";
import { takeReports } from "./policy-reports.system.server.ts";

/** Browsers send a few kilobytes. */
const MAX_BYTES = 64 * 1024;
/** A page that breaks sends several at once; then it may wait. */
const OF_ONE_NETWORK = { count: 30, perMs: 60_000 };
/** Behind an operator's one address, or a proxy's, stands everybody. */
const OF_EVERYBODY = { count: 600, perMs: 60_000 };

const answer = (status: number, headers?: HeadersInit) => new Response(null, { status, headers });

/** Nothing is to be read here. */
export function loader() {
  return answer(405, { allow: "POST" });
}

/**
 * Takes what browsers report of our policy. A report has no cookie and no origin that proves anything, so that
 * nothing it says is believed: it is counted.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return answer(405, { allow: "POST" });
  const network = limitedNetwork(context.get(requestInfoContext));
  const isAllowed =
    (network === undefined || allow("policy-report", network, OF_ONE_NETWORK)) &&
    allow("policy-report, everybody", "everybody", OF_EVERYBODY);
  if (!isAllowed) return answer(429, { "retry-after": "60" });
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (!REPORT_TYPES.some((one) => one === type)) return answer(415);
  const raw = await readBytes(request, MAX_BYTES);
  if (!raw) return answer(413);
  return answer(takeReports(parsed(raw), network ?? "everybody") ? 204 : 400);
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}
