import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { Customer, PRICE } from "../../../tests/payments/support/customer.ts";
import {
  PaymentSimulation,
  PowerCut,
  STAFF,
} from "../../../tests/payments/support/payment-simulation.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import {
  ACCOUNT_FILE,
  reapplyRevocations,
  saveAccountRights,
} from "../../auth/account/account-rights-file.system.server.ts";
import {
  endQuarantine,
  isInQuarantine,
  readQuarantineState,
  startQuarantine,
} from "../../core/database/copy/quarantine.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { askIn } from "../../core/database/schema/schema-check.server.ts";
import { setClock } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { AppError } from "../../core/values/errors.ts";
import { sendDueRefunds } from "../../payments/payments.jobs.server.ts";
import { offerProviders, type PaymentProvider } from "../../payments/providers/provider.ts";
import { MOVED_LINK_FILE } from "../../site/moved/moved-links.system.server.ts";
import {
  confirmAccounts,
  readAccountReview,
  reapplyRevokedAccess,
} from "./account-review.system.server.ts";
import { prepareRelease } from "./quarantine.jobs.server.ts";
import { mailField, type Quarantine } from "./quarantine.ts";
import { readQuarantine, requestStep } from "./quarantine-state.system.server.ts";
import { readPendingActions, releaseByCommand, releaseSite } from "./release.system.server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "fge-rest-"));
process.env.DATA_DIR = dataDir;
afterAll(() => {
  setClock();
  rmSync(dataDir, { recursive: true, force: true });
});

const ADMIN = { id: STAFF, name: "S", email: "staff@example.org" };
const ARCHIVE = "archives/2026-01-01T02-00-00-000Z-abcdef.fge";

withDatabase((_engine, database) => {
  let simulation: PaymentSimulation;
  /** When the archive was made, as these tests have it. */
  let at: Date;
  const system = <T>(work: Parameters<typeof asSystem<T>>[1]) => asSystem("test", work);
  const owner = <Row>(text: string) =>
    database().asOwner<Row & Record<string, unknown>>(sql.raw(text));
  const quarantine = async (): Promise<Quarantine> => {
    const now = await system(readQuarantine);
    if (!now) throw new Error("the site is at work");
    return now;
  };
  const prepare = (stopping = new AbortController().signal) => prepareRelease(stopping);
  const both = async () => {
    await requestStep("departures");
    await requestStep("providers");
    await prepare();
  };
  const entrances = async () => {
    const now = await quarantine();
    return system((db) => readAccountReview(db, now));
  };
  const all = async () => {
    await both();
    expect(await confirmAccounts(ADMIN, (await entrances()).seen)).toBe("confirmed");
  };
  const addMail = (template: string, minutes: number) =>
    system((db) =>
      insertRow(db, "mail_outbox", {
        template,
        created_at: new Date(at.getTime() + minutes * MINUTE).toISOString(),
        next_attempt_at: at.toISOString(),
      }),
    );
  const old = mailField({ template: "newsletter-welcome", age: "before" });

  beforeAll(async () => {
    await database().asOwner("select 1");
  });
  beforeEach(async () => {
    simulation = new PaymentSimulation();
    setClock(() => simulation.now.getTime());
    await simulation.stand(database().engine);
    at = new Date(simulation.now.getTime() - 60 * MINUTE);
    await owner("delete from mail_outbox");
    await owner("update payments set status = 'failed', next_poll_at = null");
    await database().engine.transaction(endQuarantine);
    await database().engine.transaction((tx) =>
      startQuarantine(askIn(tx), { archive: ARCHIVE, at: at.toISOString() }),
    );
    await readQuarantineState();
  });

  test("says where it came from, and goes to work once for however many press", async () => {
    expect(await quarantine()).toMatchObject({ archive: ARCHIVE, at, steps: {} });
    expect(isInQuarantine()).toBe(true);
    expect(await releaseSite(ADMIN, {})).toEqual({ kind: "unprepared" });
    await requestStep("departures");
    await prepare();
    expect(await releaseSite(ADMIN, {})).toEqual({ kind: "unprepared" });
    await both();
    expect(await releaseSite(ADMIN, {})).toEqual({ kind: "unprepared" });
    await all();
    const before = await owner("select 1 from audit_log where action = 'profiles.release'");
    const pressed = await Promise.all([1, 2, 3].map(() => releaseSite(ADMIN, {})));
    expect(pressed.map(({ kind }) => kind).sort()).toEqual(["at-work", "at-work", "released"]);
    expect(isInQuarantine()).toBe(false);
    const mails = await owner<{ recipient: string }>(
      "select recipient from mail_outbox where template = 'site-released'",
    );
    expect(mails).toEqual([{ recipient: ADMIN.email }]);
    const after = await owner("select 1 from audit_log where action = 'profiles.release'");
    expect(after.length - before.length).toBe(1);
    expect(await requestStep("providers")).toBe(false);
    await prepare();
  });

  test("is for administrators alone", async () => {
    const id = newId();
    await system((db) => insertRow(db, "profiles", { id, role: "user" }));
    await both();
    const stranger = { id, name: "N", email: "n@example.org" };
    await expect(releaseSite(stranger, {})).rejects.toThrow(AppError);
    expect(await readQuarantineState()).toBe(true);
  });

  test("goes to work by a command too, which decides and tells as the screen does", async () => {
    await addMail("newsletter-welcome", -5);
    await addMail("newsletter-welcome", 30);
    expect(await releaseByCommand("hold", false)).toEqual({ kind: "unprepared" });
    for (const mails of [undefined, "maybe"]) {
      expect(await releaseByCommand(mails, true)).toEqual({ kind: "undecided", fields: [old] });
    }
    await all();
    const held = { kind: "released", withheld: 1, leaving: 1 };
    expect(await releaseByCommand("hold", false)).toEqual(held);
    expect(await readQuarantineState()).toBe(false);
    expect(await releaseByCommand("hold", false)).toEqual({ kind: "at-work" });
    const by = "Une commande sur le serveur";
    const mails = await owner<{ text_body: string }>(
      "select text_body from mail_outbox where template = 'site-released'",
    );
    expect(mails.map(({ text_body }) => text_body.includes(by))).toEqual([true]);
    const named = `select 1 from audit_log where action = 'profiles.release' and staff_name = '${by}'`;
    expect(await owner(named)).toHaveLength(1);
  });

  test("a link that was renewed since the archive opens nothing after a release by command either", async () => {
    const id = newId();
    const token = "t".repeat(32);
    await system((db) => insertRow(db, "members", { id, application_token: token }));
    const hash = createHash("sha256").update(token).digest("hex");
    appendFileSync(join(dataDir, MOVED_LINK_FILE), `\n${JSON.stringify({ hash })}`);
    expect(await releaseByCommand("hold", true)).toMatchObject({ kind: "released" });
    const [row] = await owner<{ application_token: string }>(
      `select application_token from members where id = '${id}'`,
    );
    expect(row?.application_token).toMatch(/^[0-9a-f]{32}$/);
  });

  describe("who may enter", () => {
    const account = async (values: Record<string, unknown>) => {
      const id = newId();
      await system((db) =>
        insertRow(db, "profiles", { id, email: `${id}@example.org`, ...values }),
      );
      return id;
    };
    const standing = async (id: string) => {
      const [row] = await owner<{ role: string; roles: string[]; is_active: boolean }>(
        `select role, roles, is_active from profiles where id = '${id}'`,
      );
      return row;
    };
    const change = (id: string, to: string) =>
      owner(`update profiles set ${to} where id = '${id}'`);

    test("whoever was shut out since the archive, or lost a role, has it no more; nothing is given", async () => {
      const people = {
        closed: await account({ role: "admin" }),
        lowered: await account({ role: "admin" }),
        cut: await account({ roles: "{editor,treasurer}" }),
        raised: await account({ roles: "{editor}" }),
        back: await account({ roles: "{events}" }),
      };
      await saveAccountRights(dataDir);
      // The archive is made; then:
      at = simulation.now;
      simulation.later(10);
      await change(people.closed, "is_active = false");
      await change(people.lowered, "role = 'user', roles = '{events}'");
      await change(people.cut, "roles = '{editor}'");
      await change(people.raised, "role = 'admin', roles = '{}'");
      await change(people.back, "roles = '{}'");
      await saveAccountRights(dataDir);
      simulation.later(10);
      await change(people.back, "roles = '{events}'");
      await saveAccountRights(dataDir);
      await saveAccountRights(dataDir);
      expect(readFileSync(join(dataDir, ACCOUNT_FILE), "utf8")).not.toContain("example.org");
      // The archive comes back, with what all of them were.
      await change(people.closed, "is_active = true");
      await change(people.lowered, "role = 'admin', roles = '{}'");
      await change(people.cut, "roles = '{editor,treasurer}'");
      await change(people.raised, "role = 'user', roles = '{editor}'");
      await database().engine.transaction(endQuarantine);
      await database().engine.transaction((tx) =>
        startQuarantine(askIn(tx), { archive: ARCHIVE, at: at.toISOString() }),
      );
      await reapplyRevokedAccess();
      expect(await standing(people.closed)).toMatchObject({ is_active: false });
      const lowered = { role: "user", roles: ["events"], is_active: true };
      expect(await standing(people.lowered)).toEqual(lowered);
      expect(await standing(people.cut)).toMatchObject({ roles: ["editor"] });
      expect(await standing(people.raised)).toMatchObject({ role: "user", roles: ["editor"] });
      expect(await standing(people.back)).toMatchObject({ roles: ["events"] });
      const { cut, accounts } = await entrances();
      expect(cut).not.toEqual([]);
      const shown = accounts.map(({ id }) => id);
      expect(shown).not.toContain(people.closed);
      expect(shown).toContain(people.lowered);
      // Another time it finds nothing, also where a line was cut short, and one is of a clock far ahead.
      const ahead = new Date(simulation.now.getTime() + 400 * 1_440 * MINUTE).toISOString();
      const wrong = { id: people.back, at: ahead, active: false, rights: [] };
      appendFileSync(join(dataDir, ACCOUNT_FILE), `\n${JSON.stringify(wrong)}\n{"id":"`);
      expect(await system((db) => reapplyRevocations(db, at, dataDir))).toBe(0);
    });

    test("a person confirms it as it was shown, and again when it changed", async () => {
      const id = await account({ roles: "{editor}" });
      await both();
      expect(await confirmAccounts(ADMIN, undefined)).toBe("changed");
      const { seen } = await entrances();
      await change(id, "roles = '{treasurer}'");
      expect(await confirmAccounts(ADMIN, seen)).toBe("changed");
      expect(await confirmAccounts(ADMIN, (await entrances()).seen)).toBe("confirmed");
      await change(id, "roles = '{events}'");
      expect(await releaseSite(ADMIN, {})).toEqual({ kind: "unprepared" });
      expect(await confirmAccounts(ADMIN, (await entrances()).seen)).toBe("confirmed");
      expect(await releaseSite(ADMIN, {})).toMatchObject({ kind: "released" });
      expect(await confirmAccounts(ADMIN, seen)).toBe("at-work");
    });

    test("who was shut out since cannot release the site", async () => {
      const id = await account({ role: "admin" });
      await saveAccountRights(dataDir);
      simulation.later(1);
      await change(id, "is_active = false");
      await saveAccountRights(dataDir);
      await change(id, "is_active = true");
      await all();
      const gone = { id, name: "N", email: "n@example.org" };
      await expect(releaseSite(gone, {})).rejects.toThrow(AppError);
      expect(await readQuarantineState()).toBe(true);
    });
  });

  describe("mails that wait", () => {
    test("from before the archive are decided on by a person, kind by kind", async () => {
      await addMail("newsletter-welcome", -5);
      await addMail("newsletter-welcome", 30);
      await addMail("backup-alarm", -9);
      await all();
      const { mails } = await system((db) => readPendingActions(db, at, simulation.now));
      expect(mails.map(({ template, age, count }) => [template, age, count])).toEqual([
        ["backup-alarm", "before", 1],
        ["newsletter-welcome", "before", 1],
        ["newsletter-welcome", "since", 1],
      ]);
      const alarm = mailField({ template: "backup-alarm", age: "before" });
      expect(await releaseSite(ADMIN, {})).toEqual({ kind: "undecided", fields: [alarm, old] });
      for (const wrong of ["", "maybe", "hold "]) {
        const fields = { [alarm]: "hold", [old]: wrong };
        expect(await releaseSite(ADMIN, fields)).toEqual({ kind: "undecided", fields: [old] });
      }
      const queued = await owner("select 1 from mail_outbox where status = 'queued'");
      expect(queued).toHaveLength(3);
      expect(await releaseSite(ADMIN, { [alarm]: "send", [old]: "hold" })).toEqual({
        kind: "released",
        withheld: 1,
        leaving: 2,
      });
      const rows = await owner<{ template: string; status: string; text_body: string }>(
        `select template, status, text_body from mail_outbox
         where template <> 'site-released' order by created_at`,
      );
      expect(rows).toEqual([
        { template: "backup-alarm", status: "queued", text_body: "T" },
        { template: "newsletter-welcome", status: "withheld", text_body: "" },
        { template: "newsletter-welcome", status: "queued", text_body: "T" },
      ]);
    });

    test("none of them is decided on when the release is cut short", async () => {
      await addMail("newsletter-welcome", -5);
      await all();
      simulation.cut = { transactions: 1, committed: false };
      await expect(releaseSite(ADMIN, { [old]: "hold" })).rejects.toThrow(PowerCut);
      expect(await readQuarantineState()).toBe(true);
      const statuses = () =>
        owner<{ status: string }>(
          "select status from mail_outbox where template <> 'site-released'",
        );
      expect(await statuses()).toEqual([{ status: "queued" }]);
      simulation.cut = { transactions: 1, committed: true };
      await expect(releaseSite(ADMIN, { [old]: "hold" })).rejects.toThrow(PowerCut);
      // It was done, and whoever presses again is told so.
      expect(await releaseSite(ADMIN, { [old]: "send" })).toEqual({ kind: "at-work" });
      expect(await statuses()).toEqual([{ status: "withheld" }]);
    });
  });

  describe("payments on their way", () => {
    /** Somebody who was paying when the archive was made. */
    async function payer(): Promise<Customer> {
      await database().engine.transaction(endQuarantine);
      await readQuarantineState();
      const customer = await Customer.arrives(simulation);
      await customer.pays();
      await database().engine.transaction((tx) =>
        startQuarantine(askIn(tx), { archive: ARCHIVE, at: at.toISOString() }),
      );
      await readQuarantineState();
      return customer;
    }

    test("are asked about: what was paid since is paid here, and nothing is begun", async () => {
      const [paid, open] = [await payer(), await payer()];
      paid.plays("approve");
      simulation.later(1);
      await both();
      expect((await quarantine()).steps.providers).toMatchObject({
        counts: { total: 2, asked: 2, paid: 1, unanswered: 0 },
      });
      expect([await paid.status(), await open.status()]).toEqual(["confirmed", "held"]);
      const late = await Customer.arrives(simulation);
      const began = simulation.started.length;
      expect(await late.pays()).toEqual({ kind: "unavailable" });
      expect([simulation.started.length, await late.attempts()]).toEqual([began, []]);
    });

    test("are asked about once when the process ends in the middle, and by one of two", async () => {
      for (let n = 0; n < 12; n++) await payer();
      await requestStep("providers");
      simulation.later(1);
      // The first ten are on their way when the site is told to stop.
      await prepare({
        get aborted() {
          return simulation.queries > 0;
        },
      } as AbortSignal);
      expect(simulation.queries).toBe(10);
      expect((await quarantine()).steps.providers?.ended_at).toBeUndefined();
      await Promise.all([prepare(), prepare()]);
      expect((await quarantine()).steps.providers).toMatchObject({
        counts: { total: 12, asked: 12 },
      });
      expect(simulation.queries).toBe(12);
    });

    test("are asked about by the next process when one dies, after its lease", async () => {
      await payer();
      await requestStep("providers");
      simulation.later(1);
      // Claimed: then the power goes.
      simulation.cut = { transactions: 1, committed: true };
      await expect(prepare()).rejects.toThrow(PowerCut);
      await prepare();
      expect((await quarantine()).steps.providers?.ended_at).toBeUndefined();
      simulation.later(3);
      await prepare();
      expect((await quarantine()).steps.providers).toMatchObject({ counts: { asked: 1 } });
    });

    /** Providers as they are, but for what is given. */
    const provide = (change: Partial<PaymentProvider>) =>
      offerProviders(simulation.providers.map((provider) => ({ ...provider, ...change })));

    test("one that was paid before the archive and refunded after it does not stay paid", async () => {
      const [refunded, paid] = [await payer(), await payer()];
      refunded.plays("approve");
      paid.plays("approve");
      await both();
      expect(await refunded.status()).toBe("confirmed");
      // Somebody returned it at the provider, or by the site as it was after the archive.
      const [real] = simulation.providers;
      provide({
        async query(attempt, signal) {
          const answer = (await real?.query(attempt, signal)) ?? { state: "unknown" };
          if (answer.state !== "paid") return answer;
          const isTheirs = refunded.theirs.some((one) => one.merchant_ref === attempt.merchantRef);
          const [charge] = answer.charges;
          const returned = [{ id: "R-1", amount: charge.amount, currency: charge.currency }];
          return { ...answer, charges: [isTheirs ? { ...charge, returned } : charge] };
        },
      });
      simulation.later(1);
      await requestStep("providers");
      await prepare();
      expect((await quarantine()).steps.providers).toMatchObject({
        counts: { total: 0, settled: 2, refunded: 1 },
      });
      expect(await refunded.ledger()).toContainEqual(["refund", -PRICE]);
      expect(await paid.ledger()).toEqual([["charge", PRICE]]);
      // Asked for once more, it finds nothing new.
      simulation.later(1);
      await requestStep("providers");
      await prepare();
      expect((await quarantine()).steps.providers?.counts.refunded).toBe(0);
    });

    test("the providers' own lists name the charges that the archive does not know", async () => {
      const known = await payer();
      known.plays("approve");
      await both();
      const [own] = known.theirs.flatMap(({ charges }) => charges);
      const charge = (txnId: string) => ({ txnId, amount: PRICE, currency: "XOF" });
      const days: Date[] = [];
      const list = async function* (from: Date) {
        days.push(from);
        // Each day has them: they count once.
        yield { ids: {}, charge: charge(own?.txnId ?? "") };
        yield { ids: {}, merchantRef: "P-LATER", charge: charge("T-1") };
      };
      provide({ list });
      simulation.later(1);
      await requestStep("providers");
      await prepare();
      const { providers } = (await quarantine()).steps;
      expect(providers).toMatchObject({ counts: { unknown: 1 } });
      expect(providers?.problem).toBeUndefined();
      expect(providers?.charges).toEqual([
        { provider: "Simulation", txnId: "T-1", amount: PRICE, currency: "XOF" },
      ]);
      expect(days[0]?.getTime()).toBeLessThanOrEqual(at.getTime());
      provide({
        list() {
          throw new Error("the list did not come whole");
        },
      });
      simulation.later(1);
      await requestStep("providers");
      await prepare();
      expect((await quarantine()).steps.providers?.problem).toBe("lists");
    });

    test("a step that fails says so, and is asked for again", async () => {
      await payer();
      await requestStep("providers");
      simulation.cut = { transactions: 2, committed: false };
      await prepare();
      expect((await quarantine()).steps.providers).toMatchObject({ problem: "failed" });
      await requestStep("providers");
      await prepare();
      const { providers } = (await quarantine()).steps;
      expect([providers?.problem, providers?.counts.total]).toEqual([undefined, 1]);
    });
  });

  test("a refund that waited is dated back to the archive, and nothing is sent before", async () => {
    const [charge] = await owner<{ id: string; order_id: string }>(
      "select id, order_id from ledger_entries where kind = 'charge' limit 1",
    );
    const waiting = (next_try_at: Date) =>
      system((db) =>
        insertRow(db, "refunds", {
          order_id: charge?.order_id,
          charge_id: charge?.id,
          currency: "XOF",
          status: "approved",
          approved_by: STAFF,
          next_try_at: next_try_at.toISOString(),
          created_at: new Date(at.getTime() - MINUTE).toISOString(),
        }),
      );
    const [tried, untried] = [await waiting(at), await waiting(simulation.now)];
    await all();
    const { refunds } = await system((db) => readPendingActions(db, at, simulation.now));
    expect(refunds).toEqual([{ currency: "XOF", amount: 2, count: 2 }]);
    // A job that runs all the same: no provider hears of it.
    await sendDueRefunds(() => at);
    const [one] = await owner<{ status: string }>(
      `select status from refunds where id = '${tried}'`,
    );
    expect(one?.status).toBe("unknown");
    await releaseSite(ADMIN, {});
    const [other] = await owner<{ same: boolean }>(
      `select sent_at = '${at.toISOString()}' as same from refunds where id = '${untried}'`,
    );
    expect(other?.same).toBe(true);
  });
});
