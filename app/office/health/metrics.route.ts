import { createHash, timingSafeEqual } from "node:crypto";
import { databaseConnections } from "../../core/database/doors/doors.server.ts";
import { errorTallies, limitTallies, warningTallies } from "../../core/log/tallies.server.ts";
import { env } from "../../core/process/env.server.ts";
import { jobStates } from "../../core/process/jobs.server.ts";
import { memoryUse } from "../../core/process/machine.server.ts";
import { descriptors } from "../../core/process/process.server.ts";
import { lastHealthChecks } from "../checks/checks.system.server.ts";
import type { Route } from "./+types/metrics.route.ts";
import { metricsText } from "./metrics.ts";

const TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** For a program that collects such numbers. Without a token in the settings there is nothing here. */
export function loader({ request }: Route.LoaderArgs) {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) return new Response(null, { status: 404 });
  if (!isToken(request.headers.get("authorization") ?? "", METRICS_TOKEN)) {
    return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
  }
  const text = metricsText({
    upSeconds: process.uptime(),
    memory: memoryUse(),
    descriptors: descriptors(),
    connections: databaseConnections(),
    jobs: jobStates(),
    checks: lastHealthChecks(),
    errors: errorTallies.list(),
    warnings: warningTallies.list(),
    limits: limitTallies.list(),
  });
  return new Response(text, { headers: { "content-type": TYPE, "cache-control": "no-store" } });
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compared by digests of one length: how long it takes says nothing of the token. */
const isToken = (header: string, token: string): boolean =>
  timingSafeEqual(digest(header), digest(`Bearer ${token}`));
