import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  assessClock,
  isClockTrusted,
  onTrustedClock,
  trustClock,
} from "../../app/backups/nightly/site-time.server.ts";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { type StaffAccount, staffContext } from "../../app/core/staff-context.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { checkClock } from "../../app/office/health/health-checks.system.server.ts";
import {
  changeHealth,
  readClockQuestion,
} from "../../app/office/health/health-screen.system.server.ts";
import { retentionJob } from "../../app/people/retention/retention.jobs.server.ts";
import { binJob } from "../../app/records/bin/bin.jobs.server.ts";
import { siteJobs } from "../../server/jobs.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { DATA_DIR } from "./records/settings.ts";

const file = join(DATA_DIR, "trusted-time.json");
const began = Date.now();
const stopping = new AbortController().signal;
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

/** The machine's own clock: one that a test puts in its place is believed. */
const setMachine = (days: number) => vi.setSystemTime(began + days * DAY);

const say = (witnessed: number) =>
  writeFileSync(file, JSON.stringify({ witnessed: new Date(witnessed).toISOString() }));

withDatabase((_engine, database) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    say(began);
  });
  afterEach(() => vi.useRealTimers());

  const count = async (table: string) => {
    const rows = await database().asOwner<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n;
  };
  const clear = () =>
    Promise.all([retentionJob, binJob].map((job) => onTrustedClock(job).run(stopping)));

  test("at 400 days ahead nothing is removed, in red, until somebody says that the clock is right", async () => {
    setMachine(0);
    await isClockTrusted();
    await asSystem("test", (db) => insertRow(db, "contact_messages", { status: "read" }));
    await asSystem("test", (db) => insertRow(db, "bin", { deleted_at: new Date() }));
    setMachine(4_000);
    await clear();
    expect([await count("contact_messages"), await count("bin")]).toEqual([1, 1]);
    expect(await checkClock()).toMatchObject({ level: "error" });
    await trustClock();
    await clear();
    expect([await count("contact_messages"), await count("bin")]).toEqual([0, 0]);
    expect(await checkClock()).toMatchObject({ level: "success" });
  });

  test("an administrator alone says so, about the time that was shown, and the log has it", async () => {
    const account = async (role: string) => {
      const id = newId();
      const who = { name: "Awa", email: `${role}@example.gn` };
      await asSystem("test", (db) =>
        insertRow(db, "profiles", { id, role, is_active: true, ...who }),
      );
      return { id, ...who };
    };
    setMachine(0);
    await isClockTrusted();
    setMachine(400);
    const press = async (staff: { id: string; name: string; email: string }, shown: Date) => {
      const context = new RouterContextProvider();
      context.set(staffContext, staff as StaffAccount);
      const body = new URLSearchParams({ intent: "trust-clock", shown: shown.toISOString() });
      const request = new Request("http://localhost/admin/health", { method: "POST", body });
      return (await changeHealth(request, context)).data.toast.kind;
    };
    const admin = await account("admin");
    const asked = await readClockQuestion();
    expect(asked?.now).toEqual(new Date());
    await expect(press(await account("user"), new Date())).rejects.toMatchObject({
      kind: "forbidden",
    });
    expect(await press(admin, new Date(began))).toBe("error");
    expect(await isClockTrusted()).toBe(false);
    expect(await press(admin, new Date())).toBe("success");
    expect([await isClockTrusted(), await readClockQuestion()]).toEqual([true, null]);
    expect(await count("audit_log where action = 'profiles.clock-trusted'")).toBe(1);
    await database()
      .asOwner("truncate audit_log cascade")
      .catch(() => {});
  });

  test("rows vouch for a clock whose file is lost, and old ones do not; what is not asked of them goes on", async () => {
    const row = (days: number) =>
      asSystem("test", (db) =>
        insertRow(db, "audit_log", { created_at: new Date(began + days * DAY) }),
      );
    setMachine(0);
    say(began - 40 * DAY);
    await row(-30);
    expect(await assessClock()).toMatchObject({
      trusted: false,
      known: new Date(began - 30 * DAY),
    });
    rmSync(file);
    say(began - 41 * DAY);
    await row(-0.5);
    expect((await assessClock()).trusted).toBe(true);
    expect(JSON.parse(readFileSync(file, "utf8")).witnessed).toBe(new Date(began).toISOString());
    const mail = siteJobs.find(({ name }) => name === "mail.send");
    expect(mail && onTrustedClock(mail)).toBe(mail);
  });
});

test("each job that removes or ends something by the calendar waits for the clock", () => {
  const waiting = siteJobs.filter((job) => job.byCalendar).map(({ name }) => name);
  expect(waiting.sort()).toEqual([
    "auth.clear",
    "bin.empty",
    "club.places",
    "data.retention",
    "events.clock",
    "files.sweep",
    "membership.end",
    "membership.forget",
    "payments.expire",
    "people.forget",
    "previews.forget",
    "registrations.forget",
    "registrations.offers",
  ]);
});
