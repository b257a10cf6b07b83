import { createHash, timingSafeEqual } from "node:crypto";
import { databaseConnections } from "../../core/database/doors/doors.server.ts";
import type { Connections } from "../../core/database/engine.server.ts";
import {
  errorTallies,
  limitTallies,
  type Tally,
  warningTallies,
} from "../../core/log/tallies.server.ts";
import { env } from "../../core/process/env.server.ts";
import { type JobState, jobStates } from "../../core/process/jobs.server.ts";
import { descriptors, type MemoryUse, memoryUse } from "../../core/process/machine.server.ts";
import { type HealthCheck, lastHealthChecks } from "../checks/checks.system.server.ts";
import type { Route } from "./+types/metrics.route.ts";

const TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Metrics for a monitoring program. Without a token in the settings the address does not exist. */
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

/** Compares digests of one length in constant time. */
const isToken = (header: string, token: string): boolean =>
  timingSafeEqual(digest(header), digest(`Bearer ${token}`));

/** The values of a scrape. All of them are in memory, so frequent requests cost nothing. */
export type Measurements = {
  upSeconds: number;
  memory: MemoryUse;
  descriptors?: { open: number; most: number };
  connections?: Connections;
  jobs: readonly JobState[];
  checks: readonly HealthCheck[];
  errors: readonly Tally[];
  warnings: readonly Tally[];
  limits: readonly Tally[];
};

type Sample = { labels?: Readonly<Record<string, string>>; value: number };
type Family = {
  name: string;
  type: "gauge" | "counter";
  help: string;
  unit?: "seconds" | "bytes";
  samples: readonly Sample[];
};

/** The text format of OpenMetrics 1.0. Labels only hold names from the source code, so their number is bounded. */
export function metricsText(measured: Measurements): string {
  const families = familiesOf(measured).filter(({ samples }) => samples.length > 0);
  return `${families.map(familyText).join("")}# EOF\n`;
}

function familyText({ name, type, help, unit, samples }: Family): string {
  const head = [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${help}`,
  ];
  const suffix = type === "counter" ? "_total" : "";
  const lines = samples.map(
    ({ labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`,
  );
  return `${[...head, ...lines].join("\n")}\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(",")}}` : "";
}

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const LEVELS = { success: 0, warning: 1, error: 2 } as const;
const UNKNOWN = -1;

function familiesOf(measured: Measurements): Family[] {
  const { upSeconds, memory, descriptors, connections, jobs, checks } = measured;
  const gauge = (name: string, help: string, samples: readonly Sample[], unit?: Family["unit"]) =>
    ({ name, type: "gauge", help, samples, unit }) as const;
  const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }]);
  return [
    gauge("site_up_seconds", "Since the start of this process.", one(upSeconds), "seconds"),
    gauge("site_resident_bytes", "Memory that this process holds.", one(memory.resident), "bytes"),
    gauge("site_heap_bytes", "Objects of this process.", one(memory.heap), "bytes"),
    gauge("site_memory_free_bytes", "Memory that is left to it.", one(memory.free), "bytes"),
    gauge("site_descriptors_open", "Files and connections that are open.", one(descriptors?.open)),
    gauge("site_descriptors_most", "How many may be.", one(descriptors?.most)),
    gauge("site_database_connections", "Connections of this process.", [
      ...(connections
        ? [
            { labels: { state: "open" }, value: connections.open },
            { labels: { state: "idle" }, value: connections.idle },
            { labels: { state: "waiting" }, value: connections.waiting },
          ]
        : []),
    ]),
    gauge(
      "site_check",
      "How it is: 0 well, 1 to be looked at, 2 grave, -1 unknown.",
      checks.map(({ cause, level, unknown }) => ({
        labels: { check: cause },
        value: unknown ? UNKNOWN : LEVELS[level],
      })),
    ),
    gauge(
      "site_job_last_run_timestamp_seconds",
      "When a job ended last.",
      jobs.flatMap(({ name, last }) =>
        last ? [{ labels: { job: name }, value: last.at.getTime() / 1_000 }] : [],
      ),
      "seconds",
    ),
    gauge(
      "site_job_failing",
      "1 when its last run failed.",
      jobs.map(({ name, last }) => ({ labels: { job: name }, value: last?.failure ? 1 : 0 })),
    ),
    gauge(
      "site_job_late",
      "1 when it should have run again, or ended, long ago.",
      jobs.map(({ name, late }) => ({ labels: { job: name }, value: late ? 1 : 0 })),
    ),
    counted("site_errors", "Errors in the log.", "what", measured.errors),
    counted("site_warnings", "Warnings in the log.", "what", measured.warnings),
    counted("site_refusals", "What limits refused.", "limit", measured.limits),
  ];
}

const counted = (name: string, help: string, label: string, tallies: readonly Tally[]): Family => ({
  name,
  type: "counter",
  help,
  samples: tallies.map((tally) => ({ labels: { [label]: tally.name }, value: tally.total })),
});
