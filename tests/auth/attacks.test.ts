import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountOfLink } from "../../app/auth/account/links.system.server.ts";
import { choosePassword } from "../../app/auth/passwords/passwords.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { totp } from "../support/totp.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { mailCodes, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";

const NEXT = "une autre phrase assez longue";
const TOTP = "/two-factor/verify-totp";
const OTP = "/two-factor/verify-otp";
const RECOVERY = "/two-factor/verify-backup-code";

let networks = 0;
/** An address in a network of its own, the wider one too. */
const elsewhere = () => `102.${(networks >> 8) & 255}.${networks++ & 255}.1`;

/** Somebody from elsewhere who has the password, and owes a code. */
async function challenged(email: string, password = PASSWORD) {
  const browser = new TestBrowser(elsewhere());
  expect((await browser.signIn(email, password)).to).toMatch(/^\/admin\/login\/second-factor/);
  return browser;
}

/** How many of these got in. */
const entered = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length;

withDatabase((_engine, database) => {
  const inspected = inspector(database);
  const { rows, idOf, mailsTo } = inspected;
  const { sent, withMailCodes } = mailCodes(inspected);

  describe("one code for many", () => {
    test("opens once: neither again on another device, nor one of before", async () => {
      const { email, secret, nextCode } = await withAuthenticator();
      const older = totp(secret, Date.now() - 30_000);
      const code = nextCode();
      const first = await challenged(email);
      expect((await first.ask(TOTP, { code })).status).toBe(200);
      for (const spent of [code, older]) {
        const other = await challenged(email);
        expect((await other.ask(TOTP, { code: spent })).status).toBe(401);
        expect(await other.account()).toBeUndefined();
      }
      const last = await challenged(email);
      expect((await last.ask(TOTP, { code: nextCode() })).status).toBe(200);
    });

    test("lets one in of twenty who post it at once after one sign-in", async () => {
      const { email, nextCode } = await withAuthenticator();
      const browser = await challenged(email);
      const code = nextCode();
      const posts = Array.from({ length: 20 }, () => browser.ask(TOTP, { code }));
      expect(entered(await Promise.all(posts))).toBe(1);
    });

    test.each([
      ["authenticator", TOTP],
      ["recovery", RECOVERY],
    ])("lets one in of twenty who post it at once (%s)", async (_kind, path) => {
      const { email, nextCode, codes } = await withAuthenticator();
      const browsers = await Promise.all(Array.from({ length: 20 }, () => challenged(email)));
      const code = path === TOTP ? nextCode() : (codes[0] ?? "");
      const answers = await Promise.all(browsers.map((browser) => browser.ask(path, { code })));
      expect(entered(answers)).toBe(1);
    });

    test("lets one in of twenty who post it at once (mail)", async () => {
      const { email } = await withMailCodes();
      const browser = await challenged(email);
      const code = await sent(email, () => browser.ask("/two-factor/send-otp", {}));
      const posts = Array.from({ length: 20 }, () => browser.ask(OTP, { code }));
      expect(entered(await Promise.all(posts))).toBe(1);
    });

    test("does one thing: who signs in with it cannot be robbed of the factor with it", async () => {
      const { email, browser: own, nextCode } = await withAuthenticator();
      const code = nextCode();
      const browser = await challenged(email);
      const off = { intent: "second-factor-off", password: PASSWORD, code };
      const [signedIn, claimed] = await Promise.all([browser.ask(TOTP, { code }), own.change(off)]);
      expect(entered([signedIn, claimed])).toBe(1);
    });
  });

  describe("who has the mailbox", () => {
    test("gets a new password, and neither a code nor the factor off", async () => {
      const { email, nextCode } = await withAuthenticator();
      const thief = new TestBrowser(elsewhere());
      await thief.ask("/request-password-reset", { email });
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
      const token = /\/admin\/reset\/([\w-]+)/.exec((await mailsTo(email))[0] ?? "")?.[1] ?? "";
      expect(await choosePassword(token, NEXT)).toBeDefined();
      const browser = await challenged(email, NEXT);
      expect(await browser.ask("/two-factor/send-otp", {})).toMatchObject({
        status: 400,
        code: "OTP_NOT_ENABLED",
      });
      for (const code of ["000000", ""]) {
        expect((await browser.ask(OTP, { code })).status).toBe(400);
      }
      for (const path of ["/two-factor/disable", "/two-factor/generate-backup-codes"]) {
        expect((await browser.ask(path, { password: NEXT })).status).toBe(404);
      }
      expect(await browser.account()).toBeUndefined();
      expect(await mailsTo(email)).toHaveLength(1);
      expect((await browser.ask(TOTP, { code: nextCode() })).status).toBe(200);
    });

    test("finds no code that was on its way when the authenticator was set up", async () => {
      const { email, browser: own } = await withMailCodes();
      const browser = await challenged(email);
      const code = await sent(email, () => browser.ask("/two-factor/send-otp", {}));
      await rows(
        sql`update auth_two_factors set verified = true where user_id = ${await idOf(email)}`,
      );
      expect((await browser.ask(OTP, { code })).status).toBe(400);
      expect((await own.change({ intent: "send-code" })).status).toBe(400);
      expect(await browser.account()).toBeUndefined();
    });
  });

  describe("who guesses codes", () => {
    /** Wrong codes, each from another network and after another sign-in. */
    async function guess(email: string, times: number) {
      const browser = await challenged(email);
      for (let time = 0; time < times; time++) {
        await browser.ask(TOTP, { code: String(100_000 + time) });
      }
    }
    const waitOf = async (email: string) => {
      const [row] = await rows<{ minutes: string | null }>(sql`select
        extract(epoch from locked_until - now()) / 60 as minutes from auth_two_factors
        where user_id = ${await idOf(email)}`);
      return Number(row?.minutes ?? 0);
    };
    const later = (email: string) =>
      idOf(email).then((id) =>
        rows(sql`update auth_two_factors set locked_until = now() where user_id = ${id}`),
      );

    test("waits twice as long each time, wherever from; the right code does not pass meanwhile", async () => {
      const { email, nextCode } = await withAuthenticator();
      for (const minutes of [15, 30, 60]) {
        await guess(email, 5);
        expect(await waitOf(email)).toBeCloseTo(minutes, 0);
        const browser = await challenged(email);
        expect((await browser.ask(TOTP, { code: "000000" })).status).toBe(429);
        await later(email);
      }
      const browser = await challenged(email);
      expect((await browser.ask(TOTP, { code: nextCode() })).status).toBe(200);
      // The right code ends it: the next wrong ones are the first.
      await guess(email, 5);
      expect(await waitOf(email)).toBeCloseTo(15, 0);
    });

    test("does not wait longer than a day and a half", async () => {
      const { email } = await withAuthenticator();
      await rows(sql`update auth_two_factors set failed_verification_count = 99_999
        where user_id = ${await idOf(email)}`);
      await guess(email, 1);
      expect(await waitOf(email)).toBeCloseTo(32 * 60, 0);
    });

    test("has five tries, however many come at once", async () => {
      const { email } = await withAuthenticator();
      const browsers = await Promise.all(Array.from({ length: 15 }, () => challenged(email)));
      const answers = await Promise.all(
        browsers.map((browser, place) => browser.ask(TOTP, { code: String(200_000 + place) })),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    });

    test("keeps out neither a recovery code nor the account's own device", async () => {
      const { email, browser: own, nextCode, codes } = await withAuthenticator();
      await guess(email, 5);
      const stranger = await challenged(email);
      const [code = ""] = codes;
      expect((await stranger.ask(RECOVERY, { code })).status).toBe(200);
      await rows(sql`update auth_two_factors set failed_verification_count = 4
        where user_id = ${await idOf(email)}`);
      await guess(email, 1);
      const values = { intent: "recovery-codes", password: PASSWORD };
      expect((await own.change({ ...values, code: nextCode() })).status).toBe(200);
    });
  });

  describe("a link to choose a password, a challenge and a trusted device", () => {
    const openLink = async (email: string) => {
      const { length } = await mailsTo(email);
      await new TestBrowser(elsewhere()).ask("/request-password-reset", { email });
      await expect.poll(async () => (await mailsTo(email)).length).toBe(length + 1);
      return /\/admin\/reset\/([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? "")?.[1] ?? "";
    };
    const change = (email: string, values: ReturnType<typeof sql>) =>
      rows(sql`update profiles set ${values} where email = ${email}`);

    test.each([
      ["is deactivated", sql`is_active = false`],
      ["gets another address", sql`email = 'moved-' || email`],
    ])("end when the account %s, whoever does it", async (_what, values) => {
      const { email, nextCode } = await withAuthenticator();
      const token = await openLink(email);
      const browser = await challenged(email);
      expect(await accountOfLink(token)).toMatchObject({ email });
      await change(email, values);
      await rows(sql`update profiles set is_active = true where email like ${`%${email}`}`);
      expect(await accountOfLink(token)).toBeUndefined();
      expect(await choosePassword(token, NEXT)).toBeUndefined();
      expect((await browser.ask(TOTP, { code: nextCode() })).status).toBe(401);
    });

    test("end when the password changes, however", async () => {
      const email = await administrator();
      const tokens = [await openLink(email), await openLink(email), await openLink(email)];
      expect(await choosePassword(tokens[1] ?? "", NEXT)).toBeDefined();
      for (const token of tokens) expect(await accountOfLink(token)).toBeUndefined();
      const token = await openLink(email);
      await rows(sql`update auth_accounts set password = 'x' where user_id = ${await idOf(email)}`);
      expect(await choosePassword(token, NEXT)).toBeUndefined();
    });

    test("are not made for an account that is deactivated", async () => {
      const email = await administrator();
      await change(email, sql`is_active = false`);
      const request = new TestBrowser(elsewhere()).ask("/request-password-reset", { email });
      expect((await request).status).toBe(200);
      await new Promise((done) => setTimeout(done, 300));
      expect(await mailsTo(email)).toEqual([]);
    });

    test("serve once, of twenty who choose at once", async () => {
      const email = await administrator();
      const token = await openLink(email);
      const choices = Array.from({ length: 20 }, (_, i) => choosePassword(token, `${NEXT} ${i}`));
      const done = (await Promise.all(choices)).filter((cookie) => cookie !== undefined);
      expect(done).toHaveLength(1);
    });
  });
});
