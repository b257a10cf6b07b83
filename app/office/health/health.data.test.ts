import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DATA_DIR } from "../../../tests/admin/records/settings.ts";
import { insertRow } from "../../../tests/database/tables.ts";
import { tellSiteMap } from "../../../tests/support/browser/site-map.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { startApp } from "../../core/app.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { setClock } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import {
  takeReports,
  writeReports,
} from "../../site/policy-reports/policy-reports.system.server.ts";
import { checkHealth, troublesIn } from "../checks/checks.system.server.ts";
import { CAUSE_NAMES, type Trouble } from "./causes.ts";
import { sendAlerts } from "./health-alerts.system.server.ts";
import { checkConnections, checkMail, checkRates } from "./health-checks.system.server.ts";
import { HealthWatch } from "./watch.system.server.ts";

await tellSiteMap();
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const ADMINISTRATORS = 2;
const DISK: Trouble = { cause: "disk", level: "error", summary: "12 Mo libres sur 20 Go" };
const MAIL: Trouble = { cause: "mail", level: "warning", summary: "3 en échec depuis un jour" };

withDatabase((engine, database) => {
  let now = new Date();
  const owner = <Row>(statement: string) => database().asOwner<Row>(statement);
  const clear = async () => {
    for (const table of ["mail_outbox", "health_causes", "policy_reports"]) {
      await owner(`delete from ${table}`);
    }
  };
  beforeAll(async () => {
    for (const email of ["mariama@example.gn", "ibrahima@example.gn", "former@example.gn"]) {
      const is_active = !email.startsWith("former");
      await asSystem("test", (db) =>
        insertRow(db, "profiles", {
          id: newId(),
          role: "admin",
          email,
          name: "Mariama",
          is_active,
        }),
      );
    }
  });
  beforeEach(async () => {
    now = new Date("2031-05-03T03:00:00Z");
    setClock(() => now.getTime());
    await clear();
  });
  afterEach(() => setClock());

  /** The subjects of what was queued since it was asked last, one for each mail. */
  async function subjects(): Promise<string[]> {
    const rows = await owner<{ subject: string }>("delete from mail_outbox returning subject");
    return rows.map(({ subject }) => subject).sort();
  }
  const twice = (subject: string) => new Array(ADMINISTRATORS).fill(subject);
  /** A minute after the other, each seen by two processes at the same moment. */
  async function pass(minutes: number, troubles: readonly Trouble[]) {
    for (let minute = 0; minute < minutes; minute++) {
      await Promise.all([sendAlerts(troubles, now), sendAlerts(troubles, now)]);
      now = new Date(now.getTime() + MINUTE);
    }
  }
  const GRAVE = "Urgent\u202f: Place sur le disque";
  const WELL = "Rétabli\u202f: Place sur le disque";

  test("what is grave is told once it has lasted, to each administrator, by one of two processes", async () => {
    await pass(1, [DISK]);
    expect(await subjects()).toEqual([]);
    await pass(3, [DISK]);
    expect(await subjects()).toEqual(twice(GRAVE));
    await pass(20, [DISK]);
    expect(await subjects()).toEqual([]);
  });

  test("every cause can be written down and told", async () => {
    const all = CAUSE_NAMES.map((cause): Trouble => ({ ...DISK, cause }));
    await pass(3, all);
    expect(await subjects()).toHaveLength(ADMINISTRATORS);
    const known = await owner<{ cause: string }>("select cause from health_causes");
    expect(known.map(({ cause }) => cause)).toEqual(expect.arrayContaining([...CAUSE_NAMES]));
  });

  test("what was seen by a clock that was ahead is over once it is right, and what is seen then is not", async () => {
    const right = now;
    now = new Date(right.getTime() + 400 * 24 * 60 * MINUTE);
    await pass(3, [DISK, { ...DISK, cause: "clock" }]);
    now = right;
    await subjects();
    await pass(3, [DISK]);
    const open = await owner<{ cause: string }>(
      "select cause from health_causes where ended_at is null and cause <> 'day'",
    );
    expect(open).toEqual([{ cause: "disk" }]);
    expect(await subjects()).toEqual(expect.arrayContaining(twice("Rétabli\u202f: Horloge")));
  });

  test("that it is well again is told once, after a while, and only to whom it was told", async () => {
    await pass(1, [DISK]);
    await pass(15, []);
    expect(await subjects()).toEqual([]);
    await pass(4, [DISK]);
    await subjects();
    await pass(5, []);
    expect(await subjects()).toEqual([]);
    await pass(15, []);
    expect(await subjects()).toEqual(twice(WELL));
  });

  test("what comes and goes all day long is told once, and once that it is over", async () => {
    const sent: string[] = [];
    for (let hour = 0; hour < 5; hour++) {
      await pass(5, [DISK]);
      await pass(20, []);
      sent.push(...(await subjects()));
    }
    expect(sent.filter((subject) => subject === GRAVE)).toHaveLength(ADMINISTRATORS);
    expect(sent).toHaveLength(2 * ADMINISTRATORS);
    // The next day is another one.
    now = new Date("2031-05-04T03:00:00Z");
    await pass(4, [DISK]);
    expect(await subjects()).toEqual(twice(GRAVE));
  });

  test("several grave causes of one moment are one mail", async () => {
    await pass(3, [DISK, { ...DISK, cause: "database" }, { ...DISK, cause: "ledger" }]);
    expect(await subjects()).toEqual(twice("Urgent\u202f: 3 problèmes graves"));
  });

  test("what is not grave waits for the mail of the day, which comes once a day in the morning", async () => {
    await pass(10, [MAIL]);
    expect(await subjects()).toEqual([]);
    now = new Date("2031-05-03T07:00:00Z");
    await pass(30, [MAIL]);
    expect(await subjects()).toEqual(twice("1 point à vérifier sur le site"));
    await pass(3, [{ ...MAIL, level: "error" }]);
    expect(await subjects()).toEqual(twice("Urgent\u202f: Envoi des e-mails"));
    now = new Date("2031-05-04T09:00:00Z");
    await pass(2, [MAIL, DISK]);
    expect((await subjects()).filter((subject) => /^2 points/.test(subject))).toHaveLength(2);
  });

  test("nothing is told of a day on which all was well", async () => {
    now = new Date("2031-05-03T07:00:00Z");
    await pass(5, []);
    expect(await subjects()).toEqual([]);
  });

  test("mail that should have left is found, and how long it has waited", async () => {
    const queued = (values: object) =>
      asSystem("test", (db) => insertRow(db, "mail_outbox", { next_attempt_at: now, ...values }));
    const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
    await queued({ created_at: ago(5) });
    expect(await checkMail(now)).toMatchObject({ level: "success" });
    await queued({ created_at: ago(-60), next_attempt_at: ago(-60) });
    expect(await checkMail(now)).toMatchObject({ level: "success" });
    await queued({ created_at: ago(45), next_attempt_at: ago(40) });
    expect(await checkMail(now)).toMatchObject({ level: "warning" });
    await queued({ created_at: ago(400), next_attempt_at: ago(390) });
    expect(await checkMail(now)).toMatchObject({ level: "error" });
  });

  test("everything can be looked at here, and nothing is looked at twice in a moment", async () => {
    setClock();
    const looks = await checkHealth();
    const failed = looks.filter(({ summary }) => /^Impossible|^Pas de réponse/.test(summary));
    expect(failed).toEqual([]);
    const causes = looks.map(({ cause }) => cause);
    expect(causes).toEqual(expect.arrayContaining(["ledger", "backups", "rates"]));
    // Whatever is looked at can be written down and told.
    await sendAlerts(troublesIn(looks.map((look) => ({ ...look, level: "warning" }))), new Date());
    expect(await checkHealth()).toEqual(looks);
    const { summary } = await checkConnections();
    expect(summary).toMatch(engine === "server" ? /^\d+ sur \d+ au serveur$/ : /^Base embarquée/);
  });

  test("a rate of exchange that grew old is found", async () => {
    const rate = (date: string) => ({ gnf: "9300", source: "BCRG", date });
    expect((await checkRates()).level).toBeUndefined();
    const setting_key = "exchange_rate";
    await asSystem("test", (db) =>
      insertRow(db, "site_settings", { setting_key, setting_value: rate("2031-04-20") }),
    );
    expect((await checkRates()).level).toBeUndefined();
    now = new Date("2031-05-25T03:00:00Z");
    expect(await checkRates()).toMatchObject({
      level: "warning",
      summary: "Le taux a plus de 30 jours",
    });
    await owner("delete from site_settings where setting_key = 'exchange_rate'");
  });

  describe("reports of browsers", () => {
    const ORIGIN = "http://localhost:3000";
    const body = (blocked: string) => ({
      "csp-report": {
        "document-uri": `${ORIGIN}/about?token=secret`,
        "effective-directive": "img-src",
        "blocked-uri": blocked,
      },
    });
    const stored = () =>
      owner<{ blocked: string; page: string; reports: number }>(
        "select blocked, page, reports from policy_reports order by reports desc, blocked",
      );

    test("are counted by kind, across processes, and cost no statement until they are written", async () => {
      for (let n = 0; n < 500; n++) takeReports(body("inline"), "192.0.2.1");
      expect(await stored()).toEqual([]);
      await writeReports();
      takeReports(body("inline"), "192.0.2.2");
      await writeReports();
      await writeReports();
      expect(await stored()).toEqual([{ blocked: "inline", page: "/about", reports: 501 }]);
    });

    test("of one network make a few kinds alone; of many, the table keeps its size", async () => {
      for (let n = 0; n < 1_000; n++) takeReports(body(`https://n${n}.example`), "192.0.2.3");
      await writeReports();
      expect((await stored()).length).toBeLessThanOrEqual(20);
      await clear();
      takeReports(body("inline"), "192.0.2.4");
      takeReports(body("inline"), "192.0.2.4");
      await writeReports();
      for (let n = 0; n < 1_000; n++) {
        takeReports(body(`https://m${n}.example`), `198.51.100.${n % 250}`);
        if (n % 90 === 0) await writeReports();
      }
      await writeReports();
      const kinds = await stored();
      expect(kinds).toHaveLength(200);
      // What came more often than the others stays.
      expect(kinds[0]).toEqual({ blocked: "inline", page: "/about", reports: 2 });
    });

    test("that cannot be written now are written later", async () => {
      takeReports(body("eval"), "192.0.2.5");
      startApp({ database: {} });
      await expect(writeReports()).rejects.toThrow();
      startApp({ database: { engine: database().engine } });
      await writeReports();
      expect(await stored()).toEqual([{ blocked: "eval", page: "/about", reports: 1 }]);
    });
  });

  test("a database that refuses is told without it, once, and that it is well again by it", async () => {
    const outbox = join(DATA_DIR, "outbox");
    rmSync(outbox, { recursive: true, force: true });
    rmSync(join(DATA_DIR, "told"), { recursive: true, force: true });
    const watches = [new HealthWatch(), new HealthWatch()];
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) {
        await Promise.all(watches.map((watch) => watch.turn()));
        now = new Date(now.getTime() + MINUTE);
      }
    };
    const written = () => {
      try {
        return readdirSync(outbox).filter((name) => name.endsWith(".eml"));
      } catch {
        return [];
      }
    };
    // Whom to tell is known from before.
    await turns(1);
    startApp({ database: {} });
    await turns(2);
    expect(written()).toEqual([]);
    await turns(20);
    expect(written()).toHaveLength(ADMINISTRATORS);
    expect(readFileSync(join(outbox, written()[0] ?? ""), "utf8")).toContain("Auto-Submitted");
    startApp({ database: { engine: database().engine } });
    await turns(15);
    const rows = await owner<{ subject: string }>("select subject from mail_outbox");
    const well = rows.filter(({ subject }) => subject.startsWith("Rétabli"));
    expect(well).toHaveLength(ADMINISTRATORS);
    expect(
      rows.filter(({ subject }) => /Base de données/.test(subject) && /^Urgent/.test(subject)),
    ).toEqual([]);
  });

  test("a start without a database tells whoever was known, and tries again until a mail left", async () => {
    const outbox = join(DATA_DIR, "outbox");
    const clear = () => {
      rmSync(outbox, { recursive: true, force: true });
      rmSync(join(DATA_DIR, "told"), { recursive: true, force: true });
    };
    const messages = () => (existsSync(outbox) ? readdirSync(outbox) : []);
    clear();
    await new HealthWatch().turn();
    expect(readFileSync(join(DATA_DIR, "administrators.sealed"), "utf8")).not.toContain("@");
    startApp({ database: {} });
    const watch = new HealthWatch();
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) {
        await watch.turn();
        now = new Date(now.getTime() + MINUTE);
      }
    };
    // Where mail is kept stands a file: nothing leaves.
    writeFileSync(outbox, "");
    await turns(5);
    expect(existsSync(join(DATA_DIR, "told"))).toBe(true);
    expect(readdirSync(join(DATA_DIR, "told"))).toEqual([]);
    rmSync(outbox);
    await turns(1);
    expect(messages()).toHaveLength(ADMINISTRATORS);
    await turns(3);
    expect(messages()).toHaveLength(ADMINISTRATORS);
    startApp({ database: { engine: database().engine } });
    clear();
  });

  test("whoever stops the watch stops it, also in the middle of a turn", async () => {
    const watch = new HealthWatch().start(5, 1);
    await new Promise((wait) => setTimeout(wait, 20));
    await watch.stop(5_000);
    const [before] = await owner<{ at: Date }>("select max(seen_at) as at from health_causes");
    await new Promise((wait) => setTimeout(wait, 50));
    const [after] = await owner<{ at: Date }>("select max(seen_at) as at from health_causes");
    expect(after).toEqual(before);
  });
});
