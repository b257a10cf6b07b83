import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { clearSignInsJob } from "../../app/auth/library/housekeeping.jobs.server.ts";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../app/core/log/log.server.ts";
import { type Job, jobStates, startJobs } from "../../app/core/process/jobs.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { prepareFilesJob } from "../../app/files/file-preparation.jobs.server.ts";
import { mailJob } from "../../app/mail/send.jobs.server.ts";
import { diagnose, testDatabase } from "../../app/office/checks/checks.system.server.ts";
import { removeSamples } from "../../app/office/home/samples.staff.server.ts";
import { paymentJobs } from "../../app/payments/payments.jobs.server.ts";
import { binJob } from "../../app/records/bin/bin.jobs.server.ts";
import { offersJob } from "../../app/registrations/places/places.system.server.ts";
import { OPEN_EVENT } from "../database/parents.ts";
import { insertParents, insertRow } from "../database/tables.ts";
import {
  FAILURE_KINDS,
  FailingEngine,
  ROW_OF_ANOTHER,
} from "../support/database/failing-engine.ts";
import { openTestDatabase, type TestDatabase } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { isDeep, repetitions } from "../support/fuzz/repetitions.ts";
import { MANAGED, operationsOf } from "./records/operations.ts";
import { DATA_DIR } from "./records/settings.ts";

const lines = vi.hoisted(() => [] as string[]);
vi.mock("../../app/core/log/log.server.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../../app/core/log/log.server.ts")>();
  return { ...real, log: real.createLog("debug", { write: (line) => void lines.push(line) }) };
});

/** What somebody typed; every other value of a statement is said beside `ROW_OF_ANOTHER`. */
const TYPED = "aissatou.typed@example.gn";
const ADMIN = { id: newId(), name: "Mariama Bah", email: "mariama@example.gn" };

let database: TestDatabase;
let tried = false;
const failing = new FailingEngine(() => tried);

beforeAll(async () => {
  database = await openTestDatabase("embedded");
  startApp({ database: { engine: failing.wrap(database.engine) } });
  await asSystem("test", async (db) => {
    await insertParents(db);
    await insertRow(db, "profiles", { ...ADMIN, role: "admin" });
  });
});
beforeEach(() => lines.splice(0));
afterAll(async () => {
  await database.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

let turn = 0;

/** Does the work while its statement of this number fails, none for 0: what it told, and how many it had. */
async function failOnce(work: () => Promise<unknown>, at: number) {
  failing.arm(at, FAILURE_KINDS[turn++ % FAILURE_KINDS.length]);
  tried = true;
  let message: unknown;
  try {
    message = await work();
  } catch (err) {
    log.error({ err }, "it was tried");
    log.warn({ reason: reasonOf(err) }, "it was tried");
  } finally {
    tried = false;
  }
  return { message, count: failing.count };
}

/**
 * Does the work again and again, each time with another statement that fails, until it has none left: every third of
 * them at each commit, and in depth every one. Returns everything that it told.
 */
async function failEach(work: () => Promise<unknown>) {
  const messages: unknown[] = [];
  let at = 1;
  for (let isOver = false; !isOver; at += repetitions(3, 1)) {
    const { message, count } = await failOnce(work, at);
    messages.push(message);
    isOver = count < at;
  }
  expect(messages.length).toBeGreaterThan(1);
  return messages;
}

/** At each commit another statement of each work fails; in depth each of them. */
async function failAny(work: () => Promise<unknown>) {
  if (isDeep) return failEach(work);
  const { count } = await failOnce(work, 0);
  return failOnce(work, 1 + (turn % count));
}

/** Nothing that a failure carries stands in it. */
function expectSafe(messages: unknown) {
  const text = `${lines.join("")}${JSON.stringify(messages)}`;
  for (const value of [ROW_OF_ANOTHER, TYPED, "Failed query", "params:"]) {
    expect(text.includes(value), `${value} in ${around(text, value)}`).toBe(false);
  }
}
const around = (text: string, value: string) =>
  text.slice(Math.max(0, text.indexOf(value) - 300), text.indexOf(value) + 100);

describe("when statements of what staff do fail, the log holds no value of", () => {
  beforeAll(() => {
    failing.takesBack = true;
  });
  afterAll(() => {
    failing.takesBack = false;
  });

  test(
    "operations",
    () =>
      checkEach(
        operationsOf(MANAGED).map((one) => [`${one.table}: ${one.of.name}`, one]),
        async ({ table, run, given }) => {
          lines.splice(0);
          const id = await asSystem("test", (db) => insertRow(db, table, given));
          await failAny(() => asStaff(ADMIN, (db) => run(db, id)));
          expect(lines.join("")).toContain("it was tried");
          expectSafe(undefined);
        },
      ),
    120_000,
  );

  test("the removal of samples", async () => {
    await asSystem("test", (db) => insertRow(db, "news", { is_sample: true }));
    await failEach(() => asStaff(ADMIN, (db) => removeSamples(db)));
    expectSafe(undefined);
  });

  test.runIf(isDeep)("for every table that staff change", () => {
    for (const { table } of MANAGED) expect(failing.tables).toContain(table);
  });
});

describe("when statements of a job fail, neither the log nor its state holds a value:", () => {
  const past = "2020-01-01T00:00:00Z";
  const jobs: [Job, (() => Promise<unknown>)?][] = [
    [binJob, () => put("bin", { deleted_at: past, label: TYPED })],
    [clearSignInsJob],
    [
      mailJob,
      () =>
        put("mail_outbox", { recipient: TYPED, subject: TYPED, text_body: `/tickets/${TYPED}` }),
    ],
    [
      offersJob,
      () => put("event_registrations", { email: `${newId()}${TYPED}`, event_id: OPEN_EVENT }),
    ],
    [
      prepareFilesJob,
      () => put("static_files", { title: TYPED, file_url: `/files/uploads/${newId()}.pdf` }),
    ],
    ...paymentJobs.map((job): [Job, () => Promise<unknown>] => [job, putMoney]),
  ];
  const put = (table: string, values: Record<string, unknown>) =>
    asSystem("test", (db) => insertRow(db, table, values));
  async function putMoney() {
    const due = { payer_name: TYPED, payer_email: TYPED };
    const order = await put("orders", { ...due, hold_expires_at: past, hold_cap_at: past });
    await put("payments", { order_id: order, status: "pending", next_poll_at: past });
    await put("refunds", { status: "approved", approved_by: ADMIN.id, next_try_at: past });
  }

  test.each(jobs.map(([job, prepare]) => ({ name: job.name, job, prepare })))(
    "$name",
    async ({ job, prepare }) => {
      const engine = { listen: async () => {} } as never;
      await prepare?.();
      const messages = await failEach(async () => {
        const running = await startJobs(engine, [job]);
        await running.stop();
        return jobStates();
      });
      expect(JSON.stringify(messages)).toContain("failure");
      expectSafe(messages);
      const stored = await database.asOwner(
        sql`select last_error from mail_outbox where last_error is not null`,
      );
      expectSafe(stored);
    },
  );
});

test("when statements of Diagnostic fail, none of its rows holds a value", async () => {
  const messages = await failEach(async () => [
    ...(await diagnose(ADMIN)),
    ...(await testDatabase(ADMIN)),
  ]);
  expect(JSON.stringify(messages)).toContain("42P01");
  expectSafe(messages);
}, 60_000);
