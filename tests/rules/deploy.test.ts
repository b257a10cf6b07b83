import { describe, expect, test } from "vitest";
import { ARCHIVE_TIMEOUT_MS } from "../../app/backups/nightly/before-migration.server.ts";
import { SERVE } from "../../scripts/supervise.mjs";
import { GRACE_MS } from "../../server/stop.ts";
import { read } from "../support/source.ts";

// What stands in deploy/ says the same as the site itself.

const unit = (name: string) => read(`deploy/systemd/${name}`);
const SERVICES = ["fge.service", "fge@.service"];
const lineOf = (text: string, name: string) =>
  new RegExp(`^\\s*(?:Environment=)?${name}[= ](.+)$`, "m").exec(text)?.[1];

describe("the units", () => {
  test.each(SERVICES)("%s starts the site as npm start does", (name) => {
    expect(lineOf(unit(name), "ExecStart")).toBe(
      `/opt/fge/current/node_modules/.bin/node ${SERVE.join(" ")}`,
    );
  });

  test.each(SERVICES)("%s begins once the clock is set", (name) => {
    for (const line of ["After", "Wants"]) {
      expect(lineOf(unit(name), line)?.split(" ")).toContain("time-sync.target");
    }
  });

  test.each(SERVICES)("%s waits until the site has ended by itself", (name) => {
    const within = Number(lineOf(unit(name), "STOP_SECONDS"));
    const CLOSED_SECONDS = 2;
    expect(within * 1_000).toBeGreaterThan(2 * GRACE_MS);
    expect(Number(lineOf(unit(name), "TimeoutStopSec"))).toBeGreaterThan(within + CLOSED_SECONDS);
  });

  test.each(SERVICES)("%s waits for the archive that a new version begins with", (name) => {
    const asked = Number(/--max-time (\d+) /.exec(lineOf(unit(name), "ExecStartPost") ?? "")?.[1]);
    expect(asked * 1_000).toBeGreaterThan(ARCHIVE_TIMEOUT_MS);
    expect(Number(lineOf(unit(name), "TimeoutStartSec"))).toBeGreaterThan(asked);
  });

  test("of one process and of several keep the site in the same way", () => {
    const guarded = (name: string) => {
      const text = unit(name);
      return text.slice(text.indexOf("# It may write below"));
    };
    expect(guarded("fge@.service")).toBe(guarded("fge.service"));
    expect(guarded("fge.service")).toContain("ProtectSystem=strict");
  });
});

describe("the proxy", () => {
  const seconds = (text = "") => Number(/^(\d+)s$/.exec(text)?.[1]);
  const common = read("deploy/common.caddy");
  const several = read("deploy/Caddyfile.several");

  test("lets go of its connections before the site does, and hears in time that it stops", () => {
    expect(seconds(lineOf(common, "keepalive")) * 1_000).toBeLessThan(GRACE_MS);
    expect(seconds(lineOf(several, "health_interval")) * 1_000).toBeLessThan(GRACE_MS);
  });

  test("sends again only what changes nothing, and does not ask what no process can answer", () => {
    expect(lineOf(common, "method")).toBe("GET HEAD");
    expect(lineOf(several, "health_uri")).toBe("/healthz");
  });
});

test("the settings that deploy/ names are those of the site", () => {
  const runbook = read("docs/runbook.md");
  const known = new Set(runbook.match(/`[A-Z][A-Z0-9_]+`/g)?.map((name) => name.slice(1, -1)));
  const named = [
    ...read("deploy/site.env").matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm),
    ...unit("fge.service").matchAll(/^Environment=([A-Z_]+)=/gm),
  ].map(([, name = ""]) => name);
  const others = ["NODE_ENV", "TMPDIR"];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
});

test("the tests run without any setting of a site that the environment has", () => {
  const [, pattern = ""] = /SITE_SETTING =\s+\/(.+)\/;/.exec(read("scripts/suites.mjs")) ?? [];
  const settings = [
    ...read("app/core/process/env.server.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
  ]
    .map(([, name = ""]) => name)
    // The tests set the first themselves; the second is made of two settings.
    .filter((name) => !["NODE_ENV", "SESSION_SECRETS"].includes(name));
  expect(settings.length).toBeGreaterThan(30);
  expect(settings.filter((name) => !new RegExp(pattern).test(name))).toEqual([]);
});
