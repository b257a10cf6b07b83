import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { readSessionCookie } from "../../app/auth/sessions/cookies.server.ts";
import { guard } from "../../app/auth/sessions/guard.server.ts";
import { clearFlash, setFlash } from "../../app/core/http/cookies.server.ts";
import { takeToast, toastCookie } from "../../app/kit/toast.ts";
import { seenCookie } from "../../app/office/frame/frame.server.ts";
import { sidebarCookie } from "../../app/office/frame/office-cookies.ts";
import { languageCookie } from "../../server/http/addresses.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { read, sourceFiles } from "../support/source.ts";
import { PASSWORD, TestBrowser } from "./browser.ts";
import { signedIn, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";

const ATTRIBUTES = ["SameSite=Lax", "HttpOnly", "Secure"];
/** Says nothing about a person, and is set by a script of ours. */
const SCRIPTED = /^office_sidebar=/;

const attributesOf = (line: string) => line.split("; ").slice(1);
const nameOf = (line: string) => line.slice(0, line.indexOf("="));

withDatabase((_engine, database) => {
  const { rows, idOf } = inspector(database);

  test("every cookie travels encrypted only, stays away from scripts and from other sites", async () => {
    const stored = vi.spyOn(TestBrowser.prototype, "keep");
    const browser = new TestBrowser();
    const { email, nextCode, browser: own } = await withAuthenticator();
    await browser.signIn(email, PASSWORD);
    const trusted = { code: nextCode(), trustDevice: true };
    expect((await browser.ask("/two-factor/verify-totp", trusted)).status).toBe(200);
    await browser.ask("/sign-out", {});
    const next = "une autre phrase assez longue";
    await own.change({ intent: "password", current: PASSWORD, password: next, again: next });
    const lines = stored.mock.calls.flatMap(([sent]) => [...sent]);
    lines.push(setFlash("contact"), clearFlash(), seenCookie(new Date()));
    const saved = toastCookie({ kind: "success", text: "Enregistré" });
    const screen = new Request("https://example.org/admin", { headers: { cookie: saved } });
    lines.push(saved, takeToast(screen).line ?? "");
    lines.push(sidebarCookie(true, true), languageCookie("en", true));
    const names = new Set(lines.map((line) => nameOf(line).replace(/_.{16}$/, "")));
    expect([...names].sort()).toEqual([
      "__Secure-fge.dont_remember",
      "__Secure-fge.session_data",
      "__Secure-fge.session_token",
      "__Secure-fge.trust_device",
      "__Secure-fge.two_factor",
      "fge.device",
      "flash",
      "lang",
      "office_seen",
      "office_sidebar",
      "office_toast",
    ]);
    for (const line of lines) {
      const expected = SCRIPTED.test(line) ? ["SameSite=Lax", "Secure"] : ATTRIBUTES;
      expect(attributesOf(line), line).toEqual(expect.arrayContaining(expected));
    }
  });

  test("no cookie is written but by those who write it so", () => {
    const writers = ["app", "server"]
      .flatMap(sourceFiles)
      .filter((file) => /\bSameSite=|\bMax-Age=/.test(read(file)) && !/\.test\.ts$/.test(file));
    expect(writers.sort()).toEqual([
      "app/core/http/cookies.server.ts",
      "app/office/frame/office-cookies.ts",
      "server/http/addresses.ts",
    ]);
  });

  describe("the session cookie", () => {
    test("is known by its seal alone, without the database", async () => {
      const { browser } = await signedIn();
      const [[name, value] = ["", ""]] = browser.cookies;
      expect(readSessionCookie(`a=b; ${name}=${value}; c=d`)).toBe(value);
      const [token = "", seal = ""] = decodeURIComponent(value).split(".");
      for (const forged of [
        "",
        token,
        `.${seal}`,
        `${token}.`,
        `${token}x.${seal}`,
        `${token}.${seal.startsWith("A") ? "B" : "A"}${seal.slice(1)}`,
        "%E0%A4%A",
      ]) {
        expect(readSessionCookie(`${name}=${forged}`)).toBe("");
        expect(readSessionCookie(`${name}=${encodeURIComponent(forged)}`)).toBe("");
      }
      expect(readSessionCookie(undefined)).toBe("");
    });

    test("that a screen sets anew is not taken back by the one that keeps the session alive", async () => {
      const { email, browser } = await signedIn();
      // Old enough for the library to send its cookie anew.
      await rows(sql`update auth_sessions set expires_at = expires_at - interval '11 minutes',
        updated_at = now() - interval '11 minutes' where user_id = ${await idOf(email)}`);
      const session = "__Secure-fge.session_token";
      const next = async () =>
        new Response("screen", {
          headers: [
            ["set-cookie", `${session}=of-the-screen; Path=/`],
            ["set-cookie", "office_toast=x; Path=/admin"],
          ],
        });
      const url = new URL("https://fge.example/admin");
      const { request, context } = browser;
      const answer = (await guard(
        { request, context, url, params: {} } as never,
        next,
      )) as Response;
      const set = answer.headers.getSetCookie().filter((line) => line.startsWith(session));
      expect(set).toEqual([`${session}=of-the-screen; Path=/`]);
    });
  });
});
