import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { confirmSignIn } from "../../app/auth/sign-in/sign-in.server.ts";
import { resetAdministrator } from "../../app/auth/staff/accounts.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { totp } from "../support/totp.ts";
import { PASSWORD, TestBrowser } from "./browser.ts";
import { mailCodes, signedIn, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";

const NEXT = "une autre phrase assez longue";

withDatabase((_engine, database) => {
  const inspected = inspector(database);
  const { rows, logOf } = inspected;
  const { sent, withMailCodes } = mailCodes(inspected);

  describe("an authenticator", () => {
    test("is in place once its first code is seen, and the recovery codes are shown then", async () => {
      const { email, browser, confirmed, codes } = await withAuthenticator();
      expect(confirmed.state).toMatchObject({
        done: "Validation en deux étapes activée",
        errors: {},
      });
      expect(new Set(codes).size).toBe(10);
      expect(await browser.account()).toMatchObject({ email, twoFactorEnabled: true });
      expect(await logOf(email)).toEqual(["put", "sign-in", "second-factor-on"]);
    });

    test("is kept encrypted, and so are the recovery codes", async () => {
      const { secret, codes } = await withAuthenticator();
      const stored = JSON.stringify(await rows(sql`select * from auth_two_factors`));
      expect(stored).not.toContain(secret);
      for (const code of codes) expect(stored).not.toContain(code);
    });

    test("needs the password to begin, and goes on after a wrong code", async () => {
      const { browser } = await signedIn();
      const refused = await browser.change({ intent: "second-factor", password: "pas celui-ci" });
      expect(refused.state).toMatchObject({
        errors: { password: "Ce mot de passe est incorrect" },
      });
      expect(refused.state.setup).toBeUndefined();
      const started = await browser.change({ intent: "second-factor", password: PASSWORD });
      const uri = started.state.setup?.uri ?? "";
      const wrong = await browser.change({ intent: "confirm", uri, code: "000000" });
      expect(wrong.state).toMatchObject({
        errors: { code: "Ce code est incorrect." },
        setup: { uri },
      });
      expect(await browser.account()).toMatchObject({ twoFactorEnabled: false });
      const secret = new URL(uri).searchParams.get("secret") ?? "";
      const code = totp(secret).replace(/(...)/, "$1 ");
      const confirmed = await browser.change({ intent: "confirm", uri, code });
      expect(confirmed.state.done).toBe("Validation en deux étapes activée");
    });

    test("is asked for after the password, which alone opens nothing", async () => {
      const { email, nextCode } = await withAuthenticator();
      const browser = new TestBrowser();
      const { status, to } = await browser.signIn(email, PASSWORD, "/admin/news");
      expect([status, to]).toEqual([302, "/admin/login/second-factor?from=%2Fadmin%2Fnews"]);
      expect(await browser.account()).toBeUndefined();
      expect((await browser.ask("/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
      const code = nextCode();
      expect((await browser.ask("/two-factor/verify-totp", { code })).status).toBe(200);
      expect(await browser.account()).toMatchObject({ email });
    });

    test("stops being guessed after five codes", async () => {
      const { email, nextCode } = await withAuthenticator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      for (let count = 0; count < 5; count++) {
        await browser.ask("/two-factor/verify-totp", { code: "000000" });
      }
      const { status } = await browser.ask("/two-factor/verify-totp", { code: nextCode() });
      expect(status).not.toBe(200);
      expect(await browser.account()).toBeUndefined();
    });

    test("is not asked for on a device that is trusted, until the password changes", async () => {
      const { email, nextCode, browser: own } = await withAuthenticator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      const trusted = { code: nextCode(), trustDevice: true };
      expect((await browser.ask("/two-factor/verify-totp", trusted)).status).toBe(200);
      await browser.ask("/sign-out", {});
      expect((await browser.signIn(email, PASSWORD)).to).toBe("/admin");
      const values = { intent: "password", current: PASSWORD, password: NEXT, again: NEXT };
      expect((await own.change({ ...values, code: nextCode() })).status).toBe(200);
      await browser.ask("/sign-out", {});
      expect((await browser.signIn(email, NEXT)).to).toMatch(/^\/admin\/login\/second-factor/);
    });

    test("is taken away with the password and a code, and can be set up anew", async () => {
      const { email, browser, nextCode } = await withAuthenticator();
      const values = { intent: "second-factor-off", password: PASSWORD, code: nextCode() };
      expect((await browser.change(values)).state.done).toBe(
        "Validation en deux étapes désactivée",
      );
      expect((await new TestBrowser().signIn(email, PASSWORD)).to).toBe("/admin");
      const again = await browser.change({ intent: "second-factor", password: PASSWORD });
      expect(again.state.setup?.uri).toMatch(/^otpauth:\/\/totp\//);
      expect(await logOf(email)).toContain("second-factor-off");
    });
  });

  describe("what the password alone must not be enough for", () => {
    const CHANGES = ["second-factor-off", "recovery-codes"];

    test("another password wants a code too, which is spent with it", async () => {
      const { email, browser, nextCode } = await withAuthenticator();
      const values = { intent: "password", current: PASSWORD, password: NEXT, again: NEXT };
      const without = await browser.change(values);
      expect(without).toMatchObject({
        status: 400,
        state: { errors: { code: expect.any(String) } },
      });
      const wrong = await browser.change({ ...values, code: "000000" });
      expect(wrong).toMatchObject({ status: 400, state: { errors: { code: expect.any(String) } } });
      expect((await new TestBrowser().signIn(email, NEXT)).to).toBeNull();
      const code = nextCode();
      expect((await browser.change({ ...values, code })).status).toBe(200);
      const again = { ...values, current: NEXT, password: PASSWORD, again: PASSWORD, code };
      expect((await browser.change(again)).status).toBe(400);
    });

    test.each(CHANGES)("%s wants a code of the authenticator that was not used", async (intent) => {
      const { email, browser, secret, nextCode } = await withAuthenticator();
      const values = { intent, password: PASSWORD };
      const used = totp(secret, Date.now() - 30_000);
      for (const [code, error] of [
        ["", "Saisissez le code."],
        ["000000", "Ce code est incorrect."],
        [used, "Ce code est incorrect."],
        ["aaaaa-bbbbb", "Ce code est incorrect."],
      ] as const) {
        const { state, status } = await browser.change({ ...values, code });
        expect([status, state.errors]).toEqual([400, { code: error }]);
      }
      const code = nextCode();
      const wrong = await browser.change({ ...values, password: "pas celui-ci", code });
      expect(wrong.state.errors).toEqual({ password: "Ce mot de passe est incorrect" });
      expect(await browser.account()).toMatchObject({ twoFactorEnabled: true });
      // A code that came with a wrong password was not spent.
      expect((await browser.change({ ...values, code })).status).toBe(200);
      expect(await logOf(email)).toContain(intent);
    });

    test.each(CHANGES)("%s takes a recovery code, once", async (intent) => {
      const { browser, codes } = await withAuthenticator();
      const [code = ""] = codes;
      const values = { intent, password: PASSWORD, code: code.toUpperCase().replace("-", " ") };
      expect((await browser.change(values)).status).toBe(200);
      const again = await browser.change({ ...values, intent: "recovery-codes" });
      expect(again.status).not.toBe(200);
    });

    test.each(CHANGES)("%s wants a code by mail from who has no authenticator", async (intent) => {
      const { email, browser } = await withMailCodes();
      const values = { intent, password: PASSWORD };
      expect((await browser.change({ ...values, code: "000000" })).status).toBe(400);
      const first = await sent(email, () => browser.change({ intent: "send-code" }));
      const code = await sent(email, () => browser.change({ intent: "send-code" }));
      if (first !== code)
        expect((await browser.change({ ...values, code: first })).status).toBe(400);
      expect((await browser.change({ ...values, code })).status).toBe(200);
      const again = await browser.change({ ...values, intent: "recovery-codes", code });
      expect(again.status).not.toBe(200);
    });

    test("a set-up is not ended past its operation, which tells the owner", async () => {
      const { email, browser } = await signedIn();
      const started = await browser.change({ intent: "second-factor", password: PASSWORD });
      const secret = new URL(started.state.setup?.uri ?? "").searchParams.get("secret") ?? "";
      const { request, context } = browser;
      const asking = { request, context, from: null };
      const answer = await confirmSignIn(asking, "totp", { code: totp(secret) });
      expect(answer).toMatchObject({ status: 302 });
      expect(await browser.account()).toMatchObject({ email, twoFactorEnabled: false });
    });

    test("a set-up does not begin over one that is in place", async () => {
      for (const { browser } of [await withMailCodes(), await withAuthenticator()]) {
        const before = await rows(sql`select secret, backup_codes from auth_two_factors`);
        const started = await browser.change({ intent: "second-factor", password: PASSWORD });
        expect(started.status).toBe(409);
        expect(started.state.setup).toBeUndefined();
        expect(await rows(sql`select secret, backup_codes from auth_two_factors`)).toEqual(before);
      }
    });
  });

  describe("a recovery code", () => {
    test("opens once", async () => {
      const { email, codes } = await withAuthenticator();
      const [code = ""] = codes;
      for (const status of [200, 401]) {
        const browser = new TestBrowser();
        await browser.signIn(email, PASSWORD);
        const answer = await browser.ask("/two-factor/verify-backup-code", { code });
        expect(answer.status).toBe(status);
      }
    });

    test("of an older set is of no use", async () => {
      const { email, codes, browser: own, nextCode } = await withAuthenticator();
      const values = { intent: "recovery-codes", password: PASSWORD, code: nextCode() };
      const renewed = await own.change(values);
      expect(renewed.state.recoveryCodes).toHaveLength(10);
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      const old = await browser.ask("/two-factor/verify-backup-code", { code: codes[0] ?? "" });
      expect(old.status).toBe(401);
      const [code = ""] = renewed.state.recoveryCodes ?? [];
      expect((await browser.ask("/two-factor/verify-backup-code", { code })).status).toBe(200);
    });
  });

  describe("a code by mail", () => {
    test("does for who has no authenticator, from the set-up on", async () => {
      const { email, browser, codes } = await withMailCodes();
      expect(codes).toHaveLength(10);
      expect(await browser.account()).toMatchObject({ twoFactorEnabled: true });
      const next = new TestBrowser();
      await next.signIn(email, PASSWORD);
      const code = await sent(email, () => next.ask("/two-factor/send-otp", {}));
      expect((await next.ask("/two-factor/verify-otp", { code })).status).toBe(200);
      expect(await next.account()).toMatchObject({ email });
    });

    test("is kept as a hash, and opens once", async () => {
      const { email } = await withMailCodes();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      const code = await sent(email, () => browser.ask("/two-factor/send-otp", {}));
      expect(JSON.stringify(await rows(sql`select * from auth_verifications`))).not.toContain(code);
      expect((await browser.ask("/two-factor/verify-otp", { code })).status).toBe(200);
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      expect((await other.ask("/two-factor/verify-otp", { code })).status).not.toBe(200);
    });

    test("of a set-up is kept as a hash too, and is good for ten minutes", async () => {
      const { email, browser } = await signedIn();
      const started = await browser.change({ intent: "second-factor", password: PASSWORD });
      const uri = started.state.setup?.uri ?? "";
      const send = () => browser.change({ intent: "send-code", uri, sent: "" });
      const code = await sent(email, send);
      expect(JSON.stringify(await rows(sql`select * from auth_verifications`))).not.toContain(code);
      await rows(
        sql`update auth_verifications set expires_at = expires_at - interval '10 minutes'`,
      );
      const values = { intent: "confirm", uri, sent: "1" };
      expect((await browser.change({ ...values, code })).status).toBe(401);
      const again = await sent(email, send);
      expect((await browser.change({ ...values, code: again })).status).toBe(200);
    });
  });

  test("the way back in takes the second factor, the sessions and the trusted devices away", async () => {
    const { email, browser, nextCode } = await withAuthenticator();
    const trusted = new TestBrowser();
    await trusted.signIn(email, PASSWORD);
    await trusted.ask("/two-factor/verify-totp", { code: nextCode(), trustDevice: true });
    const password = "celle que la machine a tirée";
    await resetAdministrator({ name: "Aïssatou Diallo", email, password });
    expect(await browser.account()).toBeUndefined();
    expect(await trusted.account()).toBeUndefined();
    expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(401);
    const next = new TestBrowser();
    expect((await next.signIn(email, password)).to).toBe("/admin");
    const started = await next.change({ intent: "second-factor", password });
    expect(started.state.setup?.uri).toMatch(/^otpauth:/);
    const [left] = await rows<{ count: number }>(sql`select count(*)::int as count
      from auth_verifications where value = (select id::text from profiles where email = ${email})`);
    expect(left?.count).toBe(0);
  });
});
