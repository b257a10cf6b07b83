import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { readFactor } from "../../app/auth/second-factor/second-factors.system.server.ts";
import { guard } from "../../app/auth/sessions/guard.server.ts";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { staffContext } from "../../app/core/staff-context.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { inspector } from "./inspect.ts";

const DAY_S = 86_400;

withDatabase((_engine, database) => {
  const { rows, idOf, logOf } = inspector(database);
  const sessionsOf = (email: string) =>
    rows<{ ip_address: string; days: number }>(sql`select s.ip_address,
      extract(epoch from s.expires_at - now()) / ${DAY_S} as days
      from auth_sessions s join profiles p on p.id = s.user_id where p.email = ${email}`);
  const change = (email: string, values: ReturnType<typeof sql>) =>
    rows(sql`update profiles set ${values} where email = ${email}`);

  async function withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
    startApp({ database: {} });
    try {
      return await work();
    } finally {
      startApp({ database: { engine: database().engine } });
    }
  }

  describe("signing in", () => {
    test("opens a session of half a day in a cookie that scripts cannot read", async () => {
      const email = await administrator();
      const browser = new TestBrowser("41.82.7.9");
      const lines = vi.spyOn(browser, "keep");
      const { status, to } = await browser.signIn(email.toUpperCase(), PASSWORD, "/admin/news?q=a");
      expect([status, to]).toEqual([302, "/admin/news?q=a"]);
      const cookie = lines.mock.calls[0]?.[0].find((line) => line.includes("session_token"));
      expect(cookie).toMatch(/^__Secure-fge\.session_token=[^;]+; /);
      for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) {
        expect(cookie?.split("; ")).toContain(attribute);
      }
      const [session] = await sessionsOf(email);
      expect(session?.ip_address).toBe("41.82.x.x");
      expect(Number(session?.days)).toBeCloseTo(0.5, 2);
      expect(await browser.account()).toMatchObject({ email, role: "admin" });
      expect(await logOf(email)).toEqual(["put", "sign-in"]);
    });

    test("leads nowhere else than into the back office", async () => {
      const email = await administrator();
      for (const from of ["https://evil.example/admin", "//evil.example", "/news"]) {
        expect((await new TestBrowser().signIn(email, PASSWORD, from)).to).toBe("/admin");
      }
    });

    test("says the same of a wrong password and of an address that nobody has", async () => {
      const email = await administrator();
      const wrong = await new TestBrowser().signIn(email, "pas le bon mot de passe");
      const unknown = await new TestBrowser().signIn("nobody@example.org", PASSWORD);
      expect(wrong.status).toBe(401);
      expect(wrong.state).toEqual({
        email,
        errors: { email: "Vérifiez vos identifiants", password: "Vérifiez vos identifiants" },
        failure: { kind: "credentials", message: "Email ou mot de passe incorrect" },
      });
      expect({ ...unknown.state, email }).toEqual(wrong.state);
      expect(unknown.status).toBe(wrong.status);
      expect(await logOf(email)).toEqual(["put", "refused"]);
      expect(await logOf("nobody@example.org")).toEqual([]);
    });

    test.each([
      ["is no administrator", sql`role = 'user'`],
      ["was deactivated", sql`is_active = false`],
    ])("gives no session to an account that %s", async (_what, values) => {
      const email = await administrator();
      await change(email, values);
      const browser = new TestBrowser();
      const { status, state } = await browser.signIn(email, PASSWORD);
      expect(status).toBe(403);
      expect(state?.failure).toEqual({
        kind: "denied",
        message: "Accès non autorisé - Rôle administrateur requis",
      });
      expect(await sessionsOf(email)).toEqual([]);
      expect(browser.cookies.size).toBe(0);
    });

    test("waits for an address to be confirmed", async () => {
      const email = await administrator();
      await change(email, sql`email_verified = false`);
      const { state } = await new TestBrowser().signIn(email, PASSWORD);
      expect(state?.failure?.message).toBe(
        "Veuillez confirmer votre email avant de vous connecter",
      );
    });

    test("asks for an address and six characters before anything else", async () => {
      const { status, state } = await new TestBrowser().signIn("nobody", "12345");
      expect(status).toBe(400);
      expect(state?.errors).toEqual({
        email: "Email invalide",
        password: "Le mot de passe doit contenir au moins 6 caractères",
      });
    });
  });

  describe("a session", () => {
    const signedIn = async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      return { email, browser };
    };

    test("is prolonged by its use, at most every ten minutes", async () => {
      const { email, browser } = await signedIn();
      const lines = vi.spyOn(browser, "keep");
      await browser.account();
      expect(lines).toHaveBeenLastCalledWith([]);
      await rows(sql`update auth_sessions set expires_at = expires_at - interval '11 minutes',
        updated_at = now() - interval '11 minutes'
        where user_id = (select id from profiles where email = ${email})`);
      expect(await browser.account()).toMatchObject({ email });
      expect(lines.mock.lastCall?.[0].join()).toContain("session_token");
      expect(Number((await sessionsOf(email))[0]?.days)).toBeCloseTo(0.5, 3);
    });

    test("ends a week after the sign-in, however often it is used", async () => {
      const { email, browser } = await signedIn();
      const age = (hours: number) =>
        rows(sql`update auth_sessions set created_at = now() - make_interval(hours => ${hours}),
          expires_at = now() + interval '11 hours'
          where user_id = (select id from profiles where email = ${email})`);
      await age(7 * 24 - 4);
      expect(await browser.account()).toMatchObject({ email });
      expect(Number((await sessionsOf(email))[0]?.days)).toBeCloseTo(4 / 24, 3);
      await age(7 * 24 + 1);
      expect(await browser.account()).toBeUndefined();
    });

    test("that has run out is none, and its row goes", async () => {
      const { email, browser } = await signedIn();
      await rows(sql`update auth_sessions set expires_at = now() - interval '1 second'
        where user_id = (select id from profiles where email = ${email})`);
      expect(await browser.account()).toBeUndefined();
      expect(await sessionsOf(email)).toEqual([]);
    });

    test("ends on every device when its account is deactivated, even by hand", async () => {
      const { email, browser } = await signedIn();
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      await change(email, sql`is_active = false`);
      expect(await browser.account()).toBeUndefined();
      expect(await other.account()).toBeUndefined();
      await change(email, sql`is_active = true`);
      expect(await browser.account()).toBeUndefined();
    });

    test("is not forged by changing its cookie", async () => {
      const { browser } = await signedIn();
      const [[name, value] = ["", ""]] = browser.cookies;
      const [token = "", seal = ""] = decodeURIComponent(value).split(".");
      for (const forged of [token, `${token}.${seal.slice(1)}A`, `${token}x.${seal}`]) {
        browser.cookies.set(name, encodeURIComponent(forged));
        expect(await browser.account()).toBeUndefined();
      }
    });
  });

  describe("the guard", () => {
    type Guarded = Parameters<typeof guard>[0];
    const pass = async (browser: TestBrowser, path = "/admin/news?q=a") => {
      const url = new URL(path, "https://fge.example");
      const { request, context } = browser;
      let served = false;
      const next = async () => {
        served = true;
        return new Response("screen");
      };
      try {
        const answer = await guard({ request, context, url, params: {} } as never as Guarded, next);
        return { answer: answer as Response, served, context };
      } catch (thrown) {
        return { thrown, served, context };
      }
    };
    const locationOf = ({ thrown }: { thrown?: unknown }) =>
      thrown instanceof Response ? thrown.headers.get("location") : undefined;

    test("sends nobody to the sign-in screen, which remembers the address", async () => {
      const passed = await pass(new TestBrowser());
      expect(passed.served).toBe(false);
      expect(locationOf(passed)).toBe("/admin/login?from=%2Fadmin%2Fnews%3Fq%3Da");
    });

    test("lets an administrator in, says who it is, and keeps the screen out of caches", async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      const { answer, served, context } = await pass(browser);
      expect(served).toBe(true);
      expect(context.get(staffContext)).toMatchObject({ email, name: "Aïssatou Diallo" });
      expect(answer?.headers.get("cache-control")).toBe("private, no-store");
    });

    test("refuses whoever is no administrator any more, and signs them out", async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      await change(email, sql`role = 'user'`);
      const passed = await pass(browser);
      expect(passed.served).toBe(false);
      expect(locationOf(passed)).toBe("/admin/login?refused");
      expect(await sessionsOf(email)).toEqual([]);
      expect((passed.thrown as Response).headers.getSetCookie().join()).toContain("Max-Age=0");
    });

    test("opens nothing but its own page to an account that needs a second factor", async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      await change(email, sql`two_factor_required = true`);
      expect(locationOf(await pass(browser))).toBe("/admin/account");
      expect((await pass(browser, "/admin/account")).served).toBe(true);
      await change(email, sql`two_factor_enabled = true`);
      expect((await pass(browser)).served).toBe(true);
    });

    test("opens the treasury to nobody without a second factor, however old the account and whoever wrote the role", async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      await change(email, sql`"role" = 'user', roles = '{treasurer,editor}'`);
      expect(locationOf(await pass(browser))).toBe("/admin/account");
      expect((await pass(browser, "/admin/account")).served).toBe(true);
      expect(await readFactor(await idOf(email))).toMatchObject({ required: true, on: false });
      await change(email, sql`two_factor_enabled = true`);
      expect((await pass(browser)).served).toBe(true);
      await change(email, sql`two_factor_enabled = false, roles = '{editor}'`);
      expect((await pass(browser)).served).toBe(true);
    });

    test("keeps out, while it cannot know who they are, whom it did not let in before", async () => {
      const browser = new TestBrowser();
      await browser.signIn(await administrator(), PASSWORD);
      const passed = await withoutDatabase(() => pass(browser));
      expect(passed.served).toBe(false);
      expect(passed.thrown).toMatchObject({ init: { status: 503 } });
    });

    test("recognises without the database whom it let in lately; no door opens for them", async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      await pass(browser);
      const { served, context } = await withoutDatabase(() => pass(browser));
      expect(served).toBe(true);
      const opened = withoutDatabase(() => asStaff(context.get(staffContext), async () => "open"));
      await expect(opened).rejects.toMatchObject({ kind: "unavailable" });
      await change(email, sql`is_active = false`);
      expect((await pass(browser)).served).toBe(false);
      expect((await withoutDatabase(() => pass(browser))).served).toBe(false);
    });
  });

  describe("what the machine does wrong", () => {
    test("is told as such: the database is away", async () => {
      const signIn = () => new TestBrowser().signIn("a@example.org", PASSWORD);
      const { status, state } = await withoutDatabase(signIn);
      expect(status).toBe(503);
      expect(state?.failure).toEqual({
        kind: "connectivity",
        message:
          "Le service d'authentification n'est pas accessible. Veuillez vérifier votre connexion internet et réessayer.",
      });
    });

    test("is told as such: the tables are not those of this program", async () => {
      await rows(sql`alter table auth_accounts rename column password to secret_word`);
      try {
        const { status, state } = await new TestBrowser().signIn("a@example.org", PASSWORD);
        expect([status, state?.failure?.kind]).toEqual([500, "server"]);
      } finally {
        await rows(sql`alter table auth_accounts rename column secret_word to password`);
      }
    });
  });

  test("an account that was never given a password does not open with any", async () => {
    const email = "never@example.org";
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { email, role: "admin", email_verified: true }),
    );
    expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(401);
  });
});
