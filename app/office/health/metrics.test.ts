import { expect, test } from "vitest";
import { type Measurements, metricsText } from "./metrics.route.ts";

const NOW = new Date("2027-03-01T08:00:00Z");
const tally = (name: string, total: number) => ({ name, total, lately: 1, last: NOW });
const measured: Measurements = {
  upSeconds: 12.5,
  memory: { resident: 100, heap: 50, heapMost: 400, free: 1_000, size: 2_000 },
  descriptors: { open: 30, most: 1_024 },
  connections: { open: 3, idle: 2, waiting: 0, most: 10 },
  jobs: [
    { name: "mail.send", everyMs: 30_000, last: { at: NOW } },
    { name: "bin.empty", everyMs: 1, last: { at: NOW, failure: "no answer" }, late: "overdue" },
    { name: "files.sweep", everyMs: 1 },
  ],
  checks: [
    { cause: "disk", name: "", level: "error", summary: "", details: [], ms: 1, at: NOW },
    {
      cause: "certificate",
      name: "",
      level: "warning",
      summary: "",
      details: [],
      ms: 1,
      at: NOW,
      unknown: true,
    },
  ],
  errors: [tally('words with "quotes"\\\nand a line', 2)],
  warnings: [],
  limits: [tally("sign-in, network", 7)],
};

test("the text is OpenMetrics: each family once, its samples behind it, and an end", () => {
  const lines = metricsText(measured).split("\n");
  expect(lines.slice(-2)).toEqual(["# EOF", ""]);
  expect(lines).toEqual(
    expect.arrayContaining([
      "# TYPE site_up_seconds gauge",
      "# UNIT site_up_seconds seconds",
      "site_up_seconds 12.5",
      'site_database_connections{state="idle"} 2',
      'site_check{check="disk"} 2',
      'site_check{check="certificate"} -1',
      'site_job_failing{job="bin.empty"} 1',
      'site_job_late{job="bin.empty"} 1',
      'site_job_late{job="mail.send"} 0',
      `site_job_last_run_timestamp_seconds{job="mail.send"} ${NOW.getTime() / 1_000}`,
      'site_errors_total{what="words with \\"quotes\\"\\\\\\nand a line"} 2',
      "# TYPE site_refusals counter",
      'site_refusals_total{limit="sign-in, network"} 7',
    ]),
  );
  const types = lines.filter((line) => line.startsWith("# TYPE "));
  expect(new Set(types).size).toBe(types.length);
  // A family without samples is left out, and a unit ends the name of its family.
  expect(lines.join("\n")).not.toContain("site_warnings");
  for (const [, name, unit] of lines.join("\n").matchAll(/# UNIT (\S+) (\S+)/g)) {
    expect(name?.endsWith(`_${unit}`), name).toBe(true);
  }
  for (const line of lines.slice(0, -2)) {
    expect(line).toMatch(
      /^(?:# (?:TYPE|UNIT|HELP) |[a-z_]+(?:\{\w+="(?:[^"\\]|\\.)*"\})? -?[\d.]+$)/,
    );
  }
});
