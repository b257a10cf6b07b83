import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { putAdministrator } from "../../app/auth/accounts.system.server.ts";
import { withEngines } from "../support/test-database.ts";
import { totp } from "../support/totp.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { inspector } from "./inspect.ts";

withEngines((_engine, database) => {
  const { rows, mailsTo, logOf } = inspector(database);
  const mailTo = async (email: string) => (await mailsTo(email)).at(-1) ?? "";

  const signedIn = async () => {
    const email = await administrator();
    const browser = new TestBrowser();
    await browser.signIn(email, PASSWORD);
    return { email, browser };
  };

  /** An account with an authenticator, its secret and its recovery codes. */
  const withAuthenticator = async () => {
    const { email, browser } = await signedIn();
    const begun = await browser.change({ intent: "second-factor", password: PASSWORD });
    const uri = begun.state.setup?.uri ?? "";
    const secret = new URL(uri).searchParams.get("secret") ?? "";
    const confirmed = await browser.change({ intent: "confirm", uri, code: totp(secret) });
    return { email, browser, secret, codes: confirmed.state.recoveryCodes ?? [], confirmed };
  };

  describe("an authenticator", () => {
    test("is in place once its first code is seen, and the recovery codes are shown then", async () => {
      const { email, browser, confirmed, codes } = await withAuthenticator();
      expect(confirmed.state).toMatchObject({ done: "Second facteur en place", errors: {} });
      expect(new Set(codes).size).toBe(10);
      expect(await browser.account()).toMatchObject({ email, twoFactorEnabled: true });
      expect(await logOf(email)).toEqual(["put", "sign-in", "second-factor-on"]);
    });

    test("is kept encrypted, and so are the recovery codes", async () => {
      const { secret, codes } = await withAuthenticator();
      const kept = JSON.stringify(await rows(sql`select * from auth_two_factors`));
      expect(kept).not.toContain(secret);
      for (const code of codes) expect(kept).not.toContain(code);
    });

    test("needs the password to begin, and goes on after a wrong code", async () => {
      const { browser } = await signedIn();
      const refused = await browser.change({ intent: "second-factor", password: "pas celui-ci" });
      expect(refused.state).toMatchObject({
        errors: { password: "Ce mot de passe n’est pas le bon" },
      });
      expect(refused.state.setup).toBeUndefined();
      const begun = await browser.change({ intent: "second-factor", password: PASSWORD });
      const uri = begun.state.setup?.uri ?? "";
      const wrong = await browser.change({ intent: "confirm", uri, code: "000000" });
      expect(wrong.state).toMatchObject({
        errors: { code: "Ce code n’est pas le bon." },
        setup: { uri },
      });
      expect(await browser.account()).toMatchObject({ twoFactorEnabled: false });
      const secret = new URL(uri).searchParams.get("secret") ?? "";
      const code = totp(secret).replace(/(...)/, "$1 ");
      const confirmed = await browser.change({ intent: "confirm", uri, code });
      expect(confirmed.state.done).toBe("Second facteur en place");
    });

    test("is asked for after the password, which alone opens nothing", async () => {
      const { email, secret } = await withAuthenticator();
      const browser = new TestBrowser();
      const { status, to } = await browser.signIn(email, PASSWORD, "/admin/news");
      expect([status, to]).toEqual([302, "/admin/login/second-factor?from=%2Fadmin%2Fnews"]);
      expect(await browser.account()).toBeUndefined();
      expect((await browser.ask("/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
      expect((await browser.ask("/two-factor/verify-totp", { code: totp(secret) })).status).toBe(
        200,
      );
      expect(await browser.account()).toMatchObject({ email });
    });

    test("stops being guessed after five codes", async () => {
      const { email, secret } = await withAuthenticator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      for (let count = 0; count < 5; count++) {
        await browser.ask("/two-factor/verify-totp", { code: "000000" });
      }
      const { status } = await browser.ask("/two-factor/verify-totp", { code: totp(secret) });
      expect(status).not.toBe(200);
      expect(await browser.account()).toBeUndefined();
    });

    test("is not asked for on a device that is trusted, until the password changes", async () => {
      const { email, secret, browser: own } = await withAuthenticator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      await browser.ask("/two-factor/verify-totp", { code: totp(secret), trustDevice: true });
      await browser.ask("/sign-out", {});
      expect((await browser.signIn(email, PASSWORD)).to).toBe("/admin");
      const next = "une autre phrase assez longue";
      const typed = { intent: "password", current: PASSWORD, password: next, again: next };
      expect((await own.change(typed)).status).toBe(200);
      await browser.ask("/sign-out", {});
      expect((await browser.signIn(email, next)).to).toMatch(/^\/admin\/login\/second-factor/);
    });

    test("is taken away with the password, and can be set up anew", async () => {
      const { email, browser } = await withAuthenticator();
      const typed = { intent: "second-factor-off", password: PASSWORD };
      expect((await browser.change(typed)).state.done).toBe("Second facteur retiré");
      expect((await new TestBrowser().signIn(email, PASSWORD)).to).toBe("/admin");
      const again = await browser.change({ intent: "second-factor", password: PASSWORD });
      expect(again.state.setup?.uri).toMatch(/^otpauth:\/\/totp\//);
      expect(await logOf(email)).toContain("second-factor-off");
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
      const { email, codes, browser: own } = await withAuthenticator();
      const renewed = await own.change({ intent: "recovery-codes", password: PASSWORD });
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
    const CODE = /Votre code\u202f: (\d{6})/;

    test("does for who has no authenticator, from the set-up on", async () => {
      const { email, browser } = await signedIn();
      const begun = await browser.change({ intent: "second-factor", password: PASSWORD });
      const uri = begun.state.setup?.uri ?? "";
      const sent = await browser.change({ intent: "send-code", uri, sent: "" });
      expect(sent.state.setup).toEqual({ uri, sent: true });
      await expect.poll(() => mailTo(email)).toMatch(CODE);
      const [, code = ""] = CODE.exec(await mailTo(email)) ?? [];
      const typed = { intent: "confirm", uri, sent: "1", code };
      const { state } = await browser.change(typed);
      expect(state.done).toBe("Second facteur en place");
      expect(state.recoveryCodes).toHaveLength(10);

      await rows(sql`delete from mail_outbox where recipient = ${email}`);
      const next = new TestBrowser();
      await next.signIn(email, PASSWORD);
      expect((await next.ask("/two-factor/send-otp", {})).status).toBe(200);
      await expect.poll(() => mailTo(email)).toMatch(CODE);
      const [, second = ""] = CODE.exec(await mailTo(email)) ?? [];
      expect((await next.ask("/two-factor/verify-otp", { code: second })).status).toBe(200);
      expect(await next.account()).toMatchObject({ email });
    });

    test("is kept as a hash, and opens once", async () => {
      const { email } = await withAuthenticator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      await browser.ask("/two-factor/send-otp", {});
      await expect.poll(() => mailTo(email)).toMatch(CODE);
      const [, code = ""] = CODE.exec(await mailTo(email)) ?? [];
      expect(JSON.stringify(await rows(sql`select * from auth_verifications`))).not.toContain(code);
      expect((await browser.ask("/two-factor/verify-otp", { code })).status).toBe(200);
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      expect((await other.ask("/two-factor/verify-otp", { code })).status).not.toBe(200);
    });
  });

  test("the way back in takes the second factor, the sessions and the trusted devices away", async () => {
    const { email, browser, secret } = await withAuthenticator();
    const trusted = new TestBrowser();
    await trusted.signIn(email, PASSWORD);
    await trusted.ask("/two-factor/verify-totp", { code: totp(secret), trustDevice: true });
    const password = "celle que la machine a tirée";
    await putAdministrator({ name: "Aïssatou Diallo", email, password });
    expect(await browser.account()).toBeUndefined();
    expect(await trusted.account()).toBeUndefined();
    expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(401);
    const next = new TestBrowser();
    expect((await next.signIn(email, password)).to).toBe("/admin");
    const begun = await next.change({ intent: "second-factor", password });
    expect(begun.state.setup?.uri).toMatch(/^otpauth:/);
    const [left] = await rows<{ count: number }>(sql`select count(*)::int as count
      from auth_verifications where value = (select id::text from profiles where email = ${email})`);
    expect(left?.count).toBe(0);
  });
});
