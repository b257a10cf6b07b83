import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator, PASSWORD, TestBrowser } from "../../../tests/auth/browser.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { readBackupHistory } from "../nightly/backup-runs.system.server.ts";
import { changeBackups } from "../screen/backup-changes.server.ts";
import { judge } from "../screen/backup-state.ts";

const dataDir = mkdtempSync(join(tmpdir(), "fge-key-"));
process.env.DATA_DIR = dataDir;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

withDatabase((_name, database) => {
  let browser: TestBrowser;
  let others: string[];

  beforeAll(async () => {
    others = [await administrator(), await administrator()];
    browser = new TestBrowser();
    await browser.signIn(others[0] ?? "", PASSWORD);
  });

  const press = async (values: Record<string, string>) => {
    const { request, context } = await browser.asStaff();
    return changeBackups(request, context, values);
  };
  const make = async () => {
    const { state } = await press({ intent: "make-key", password: PASSWORD });
    return state.recoveryKey ?? "";
  };
  const show = (recovery_key: string) => press({ intent: "show-key", recovery_key });
  const state = async () => judge(await asSystem("test", readBackupHistory), currentTime());
  const told = () =>
    database().asOwner<{ recipient: string; text_body: string }>(
      sql`select recipient, text_body from mail_outbox where template = 'recovery-key'`,
    );

  test("a key that is made is told to every administrator, and the mail does not hold it", async () => {
    const refused = await press({ intent: "make-key", password: "pas celui-ci" });
    expect(refused.status).toBe(400);
    expect(await told()).toEqual([]);
    const key = await make();
    expect(key).toMatch(/^FGE-RECOVERY-2 /);
    const mails = await told();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(others.toSorted());
    for (const { text_body } of mails) expect(text_body).not.toContain(key.slice(15, 40));
    expect(await state()).toMatchObject({ tone: "bad", words: expect.stringContaining("clé") });
    expect((await show(key)).status).toBe(200);
    expect((await state()).tone).toBe("warn");
  });

  test("that the former key was shown says nothing of a new one", async () => {
    rmSync(join(dataDir, "backup-keys.json"));
    const key = await make();
    expect(await state()).toEqual({
      tone: "bad",
      words: "La clé de secours n’a pas encore été vérifiée",
    });
    await show(key);
    expect((await state()).tone).toBe("warn");
  });
});
