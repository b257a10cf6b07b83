import { sql } from "drizzle-orm";
import { data } from "react-router";
import { describe, expect, test } from "vitest";
import {
  type RouteArgs,
  requireConfirmation,
  withConfirmation,
} from "../../app/auth/second-factor/confirmation.system.server.ts";
import { action as invite } from "../../app/auth/staff/staff-form.admin.tsx";
import { readFieldsOrNone } from "../../app/core/http/form.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { mailCodes, signedIn, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";

const PATH = "/admin/people/1?page=2";
const ERASE = { intent: "erase", reason: "Parce que… 100 % « oui »\n& plus" };

/** What the action was given, each time that it ran. */
const ran: Record<string, string>[] = [];

const action = (asked: RouteArgs) =>
  withConfirmation(asked, ["erase"], async (request) => {
    ran.push(await readFieldsOrNone(request));
    return data({ toast: { kind: "success", text: "Fait" } });
  });

withDatabase((_engine, database) => {
  const look = inspector(database);
  const { rows, idOf, logOf } = look;
  const { withMailCodes, sent } = mailCodes(look);

  async function press(browser: TestBrowser, values: Record<string, string> = ERASE) {
    const before = ran.length;
    const pressed = await browser.press(action, PATH, values);
    return { ...pressed, ran: ran.slice(before) };
  }

  describe("something dangerous", () => {
    test("asks for the password of who has no second factor, and loses nothing that was typed", async () => {
      const { browser } = await signedIn();
      const asked = await press(browser);
      expect(asked).toMatchObject({ status: 403, ran: [] });
      expect(asked.question).toEqual({
        method: "password",
        to: PATH,
        error: undefined,
        fields: Object.entries(ERASE),
      });
      const wrong = await press(browser, { ...ERASE, "proof.code": "autre chose !" });
      expect(wrong).toMatchObject({ status: 400, ran: [] });
      expect(wrong.question?.error).toBe("Ce mot de passe est incorrect");
      expect(wrong.question?.fields).toEqual(Object.entries(ERASE));
      // Nobody sees the password again, not even the action.
      expect(JSON.stringify(wrong)).not.toContain("autre chose");
      const from = { "proof.from": "/admin/people" };
      const right = await press(browser, { ...ERASE, ...from, "proof.code": PASSWORD });
      expect(right.ran).toEqual([ERASE]);
      expect(right.answer?.headers.get("location")).toBe("/admin/people");
      expect(right.answer?.headers.get("set-cookie")).toContain("office_toast=");
    });

    test("is not asked for again in this session for ten minutes", async () => {
      const { browser, email } = await signedIn();
      await press(browser, { ...ERASE, "proof.code": PASSWORD });
      expect((await press(browser)).ran).toEqual([ERASE]);
      await rows(sql`update auth_sessions set confirmed_at = now() - interval '601 seconds'
        where user_id = ${await idOf(email)}`);
      expect(await press(browser)).toMatchObject({ status: 403, ran: [] });
    });

    test("leaves alone what is not", async () => {
      const { browser } = await signedIn();
      expect((await press(browser, { intent: "refuse" })).ran).toEqual([{ intent: "refuse" }]);
      // The last of two counts, for the question as for the action.
      const { context, request } = await browser.asStaff();
      const body = "intent=refuse&intent=erase";
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const two = new Request(request.url, { method: "POST", headers, body });
      const asked = { request: two, context, url: new URL(PATH, request.url) };
      await expect(action(asked)).rejects.toMatchObject({ init: { status: 403 } });
    });

    test("is asked once an invitation is complete: one without a role is refused first", async () => {
      const { browser } = await signedIn();
      const person = { name: "Fanta Camara", email: "fanta@example.org" };
      const roleless = await browser.press(invite as never, "/admin/staff/new", person);
      expect(roleless.question).toBeUndefined();
      expect(roleless.status).toBe(400);
      const complete = { ...person, role_editor: "on" };
      const asked = await browser.press(invite as never, "/admin/staff/new", complete);
      expect(asked).toMatchObject({ status: 403, question: { method: "password" } });
    });

    test("leads nowhere else afterwards", async () => {
      const { browser } = await signedIn();
      const from = { "proof.from": "https://evil.example/admin" };
      const { answer } = await press(browser, { ...ERASE, ...from, "proof.code": PASSWORD });
      expect(answer?.headers.get("location")).toBe("/admin");
    });
  });

  describe("a second factor", () => {
    test("is what proves who has one: the password is not enough, and a code is good once", async () => {
      const { browser, email, nextCode } = await withAuthenticator();
      expect((await press(browser)).question?.method).toBe("authenticator");
      const password = await press(browser, { ...ERASE, "proof.code": PASSWORD });
      expect(password).toMatchObject({ status: 400, ran: [] });
      const code = nextCode();
      expect((await press(browser, { ...ERASE, "proof.code": code })).ran).toEqual([ERASE]);
      expect(await logOf(email)).toContain("refused-code");
      // In another session of the same account the code is spent, and the confirmation is not its own.
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      await other.ask("/two-factor/verify-totp", { code: nextCode() });
      expect(await press(other)).toMatchObject({ status: 403, ran: [] });
      const replayed = await press(other, { ...ERASE, "proof.code": code });
      expect(replayed).toMatchObject({ status: 400, ran: [] });
    });

    test("by mail is sent when it is asked for, with the form still there", async () => {
      const { browser, email } = await withMailCodes();
      expect((await press(browser)).question?.method).toBe("mail");
      const code = await sent(email, async () => {
        const answer = await press(browser, { ...ERASE, "proof.send": "1" });
        expect(answer).toMatchObject({ status: 403, ran: [] });
        expect(answer.question?.fields).toEqual(Object.entries(ERASE));
        expect(answer.question?.sent).toBeDefined();
      });
      expect((await press(browser, { ...ERASE, "proof.code": code })).ran).toEqual([ERASE]);
    });

    test("is a recovery code too, once", async () => {
      const { browser, email, codes } = await withAuthenticator();
      const [code = ""] = codes;
      expect((await press(browser, { ...ERASE, "proof.code": code })).ran).toEqual([ERASE]);
      await rows(sql`update auth_sessions set confirmed_at = null
        where user_id = ${await idOf(email)}`);
      expect((await press(browser, { ...ERASE, "proof.code": code })).ran).toEqual([]);
    });

    test("cannot be guessed: tries are counted with those of signing in", async () => {
      const { browser } = await withAuthenticator();
      const statuses: number[] = [];
      for (let tried = 0; tried < 40; tried++) {
        statuses.push((await press(browser, { ...ERASE, "proof.code": "000000" })).status);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(15);
    });

    test("is counted before it is looked at, of many that come at once", async () => {
      const { browser } = await signedIn();
      const guesses = Array.from({ length: 50 }, () =>
        press(browser, { ...ERASE, "proof.code": "autre chose !" }),
      );
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(30);
      expect(statuses).toContain(429);
    });
  });

  describe("a confirmation", () => {
    /** Confirms in one of two sessions of an account. */
    async function twoSessions() {
      const email = await administrator();
      const [one, other] = [new TestBrowser(), new TestBrowser()];
      for (const browser of [one, other]) await browser.signIn(email, PASSWORD);
      await press(one, { ...ERASE, "proof.code": PASSWORD });
      return { email, one, other };
    }

    test("is of no use in another session of the same account, nor to another account", async () => {
      const { other, one } = await twoSessions();
      expect(await press(other)).toMatchObject({ status: 403, ran: [] });
      expect((await press(one)).ran).toEqual([ERASE]);
      expect(await press((await signedIn()).browser)).toMatchObject({ status: 403, ran: [] });
    });

    test("serves two tabs of one browser, which answer at once", async () => {
      const { browser } = await signedIn();
      const answered = await Promise.all(
        [1, 2].map(() => browser.press(action, PATH, { ...ERASE, "proof.code": PASSWORD })),
      );
      expect(answered.map(({ status }) => status)).toEqual([302, 302]);
    });

    test("ends with the session, and does not come back with the next one", async () => {
      const { one, email } = await twoSessions();
      await one.ask("/sign-out", {});
      await expect(press(one)).rejects.toThrow("nobody is signed in");
      await one.signIn(email, PASSWORD);
      expect(await press(one)).toMatchObject({ status: 403, ran: [] });
    });

    test("ends with the password", async () => {
      const { one } = await twoSessions();
      const password = "une autre phrase assez longue";
      const changed = await one.change({
        intent: "password",
        current: PASSWORD,
        password,
        again: password,
      });
      expect(changed.status).toBe(200);
      expect(await press(one)).toMatchObject({ status: 403, ran: [] });
      const before = await press(one, { ...ERASE, "proof.code": PASSWORD });
      expect(before).toMatchObject({ status: 400, ran: [] });
    });

    test("ends with another second factor, and with another address", async () => {
      const { browser, email, nextCode } = await withAuthenticator();
      const id = await idOf(email);
      await press(browser, { ...ERASE, "proof.code": nextCode() });
      await rows(sql`update profiles set two_factor_enabled = false where id = ${id}`);
      expect(await press(browser)).toMatchObject({ status: 403, ran: [] });
      await press(browser, { ...ERASE, "proof.code": PASSWORD });
      expect((await press(browser)).ran).toEqual([ERASE]);
      await rows(sql`update profiles set email = ${`neu-${email}`} where id = ${id}`);
      expect(await press(browser)).toMatchObject({ status: 403, ran: [] });
    });
  });

  describe("a file of people's data", () => {
    const download = async (browser: TestBrowser) => {
      const { request, context } = await browser.asStaff();
      const url = new URL("/admin/members/export?status=active", request.url);
      return requireConfirmation({ request, context, url }).then(
        () => "file",
        (away: Response) => away.headers.get("location"),
      );
    };

    test("leads to the question, and from there to the file", async () => {
      const { browser } = await signedIn();
      const question = "/admin/account/confirm?to=%2Fadmin%2Fmembers%2Fexport%3Fstatus%3Dactive";
      expect(await download(browser)).toBe(question);
      const screen = await import("../../app/auth/second-factor/confirm.admin.tsx");
      const wrong = await browser.press(screen.action, question, { "proof.code": "autre chose !" });
      expect(wrong.status).toBe(400);
      expect(await download(browser)).toBe(question);
      const right = await browser.press(screen.action, question, { "proof.code": PASSWORD });
      expect(right.answer?.headers.get("location")).toBe(question);
      expect(await download(browser)).toBe("file");
    });
  });
});
