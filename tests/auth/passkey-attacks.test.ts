import { sql } from "drizzle-orm";
import { data } from "react-router";
import { describe, expect, test } from "vitest";
import type { SigningOptions } from "../../app/auth/passkeys/passkey.ts";
import {
  type RouteArgs,
  withConfirmation,
} from "../../app/auth/second-factor/confirmation.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { TestBrowser } from "./browser.ts";
import { signedIn } from "./factors.ts";
import { inspector } from "./inspect.ts";
import { begin, enter, offered, pressAccount, send, withPasskey } from "./passkey-steps.ts";
import { SoftKey } from "./soft-key.ts";

const PATH = "/admin/people/1";
const ERASE = { intent: "erase" };
const action = (asked: RouteArgs) =>
  withConfirmation(asked, ["erase"], async () => data({ erased: true }));

withDatabase((_engine, database) => {
  const { rows, idOf, logOf, noticesTo } = inspector(database);

  describe("what a passkey signed", () => {
    test.each([
      ["for a page of another site", { origin: "https://fge.example.evil.example" }],
      ["for a page without encryption", { origin: "http://fge.example" }],
      ["for another host", { host: "evil.example" }],
      ["without recognising its owner", { verified: false }],
      ["as a new passkey", { type: "webauthn.create" }],
      ["in a frame of another site", { crossOrigin: true }],
      ["with another hand", { signature: Buffer.from("3006020101020101", "hex") }],
      ["for another account", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
      ["for nobody", { userHandle: "" }],
      ["to a question that nobody asked", { challenge: "bm90IG91cnM" }],
      ["to no question", { challenge: "" }],
    ])("is refused: %s", async (_what, faults) => {
      const { email, key } = await withPasskey();
      const { browser, status, message } = await enter(key, faults);
      expect(message).toMatch(/^Cette clé d’accès n’a pas été acceptée/);
      expect([400, 401]).toContain(status);
      expect(await browser.account()).toBeUndefined();
      if (status === 401) expect(await logOf(email)).toContain("refused-passkey");
      expect((await enter(key)).status).toBe(302);
    });

    test("lets nobody in a second time, and one of ten at once", async () => {
      const { key } = await withPasskey();
      const browser = new TestBrowser();
      const signed = key.sign(offered(browser));
      expect((await send(browser, signed)).status).toBe(302);
      expect((await send(browser, signed)).status).toBe(401);
      const others = new TestBrowser();
      const once = key.sign(offered(others));
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(others, once)));
      expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    });

    test("is still spent when its owner got another password meanwhile", async () => {
      const { email, key } = await withPasskey();
      const browser = new TestBrowser();
      const signed = key.sign(offered(browser));
      expect((await send(browser, signed)).status).toBe(302);
      await rows(sql`update auth_accounts set password = password
        where user_id = ${await idOf(email)}`);
      expect((await send(browser, signed)).status).toBe(401);
    });

    test("is of no use in another browser, with or without a question of its own", async () => {
      const { key } = await withPasskey();
      const [own, thief, blank] = [new TestBrowser(), new TestBrowser(), new TestBrowser()];
      const signed = key.sign(offered(own));
      offered(thief);
      expect((await send(thief, signed)).status).toBe(401);
      expect((await send(blank, signed)).status).toBe(401);
      expect((await send(own, signed)).status).toBe(302);
    });

    test("opens nothing for a passkey that is nobody's, or by nonsense", async () => {
      const browser = new TestBrowser();
      const stranger = new SoftKey();
      stranger.userHandle = "AAAAAAAAAAAAAAAAAAAAAA";
      expect((await send(browser, stranger.sign(offered(browser)))).status).toBe(401);
      const signed = JSON.parse(stranger.sign(offered(browser))) as object;
      for (const nonsense of [
        "",
        "{",
        "null",
        "[]",
        '{"id":1}',
        "x".repeat(50_000),
        ...[{ id: "x".repeat(2_000) }, { clientDataJSON: "bnVsbA" }, { signature: "=" }].map(
          (odd) => JSON.stringify({ ...signed, ...odd }),
        ),
      ]) {
        expect([400, 401]).toContain((await send(browser, nonsense)).status);
      }
      expect(await browser.account()).toBeUndefined();
    });

    test.each([
      ["deactivated", sql`is_active = false`],
      ["no administrator", sql`role = 'user'`],
      ["without a proven address", sql`email_verified = false`],
    ])("does not let an account in that is %s", async (_what, change) => {
      const { email, key } = await withPasskey();
      await rows(sql`update profiles set ${change} where email = ${email}`);
      const { browser, status } = await enter(key);
      expect(status).toBe(403);
      expect(await browser.account()).toBeUndefined();
    });

    test("counts with the tries of its account", async () => {
      const { email, key } = await withPasskey();
      const browser = new TestBrowser();
      for (let tried = 0; tried < 10; tried++) await browser.signIn(email, "ce n’est pas le bon");
      expect((await enter(key, {}, browser)).status).toBe(429);
      expect(await browser.account()).toBeUndefined();
    });

    test("is refused when its count went back, and its owner is told", async () => {
      const { email, key } = await withPasskey();
      key.counter = 5;
      expect((await enter(key)).status).toBe(302);
      for (const counter of [5, 4, 0]) expect((await enter(key, { counter })).status).toBe(401);
      expect(await noticesTo(email)).toContain("Clé d’accès refusée");
      expect(await logOf(email)).toContain("copied-passkey");
      expect((await enter(key, { counter: 6 })).status).toBe(302);
    });
  });

  describe("a passkey that is made", () => {
    const save = (browser: TestBrowser, passkey: string) =>
      pressAccount(browser, { intent: "passkey-save", passkey, name: "Clé" });

    test("needs the question of its own session, answered as it was asked", async () => {
      const [own, other] = [await signedIn(), await signedIn()];
      const options = await begin(own.browser);
      for (const faults of [
        { origin: "https://evil.example" },
        { host: "evil.example" },
        { verified: false },
        { type: "webauthn.get" },
        { challenge: offered(own.browser).challenge },
      ]) {
        expect((await save(own.browser, new SoftKey().make(options, faults))).status).toBe(400);
      }
      const made = new SoftKey().make(options);
      expect((await save(other.browser, made)).status).toBe(400);
      expect((await save(own.browser, made)).status).toBe(200);
      expect((await save(own.browser, new SoftKey().make(options))).status).toBe(400);
    });

    test("cannot be somebody else's as well", async () => {
      const { key } = await withPasskey();
      const { browser, email } = await signedIn();
      const taken = await save(browser, key.make(await begin(browser)));
      expect(taken.status).toBe(409);
      const id = await idOf(email);
      expect(await rows(sql`select 1 from auth_passkeys where user_id = ${id}`)).toEqual([]);
    });
  });

  describe("the question before something dangerous", () => {
    const ask = async (browser: TestBrowser) => {
      const asked = await browser.press(action, PATH, ERASE);
      expect(asked.status).toBe(403);
      return asked.question?.passkey as SigningOptions;
    };
    const answer = (browser: TestBrowser, passkey: string) =>
      browser.press(action, PATH, { ...ERASE, "proof.code": "", "proof.passkey": passkey });
    async function asked() {
      const made = await withPasskey();
      const { browser } = await enter(made.key);
      return { ...made, browser, options: await ask(browser) };
    }

    test("is answered by a passkey, once, and in its own session", async () => {
      const { email, key, browser, options } = await asked();
      expect(options.allowed).toHaveLength(1);
      const signed = key.sign(options);
      const { browser: other } = await enter(key);
      expect((await answer(other, signed)).status).toBe(400);
      expect((await answer(browser, signed)).data).toEqual({ erased: true });
      await rows(sql`update auth_sessions set confirmed_at = null
        where user_id = ${await idOf(email)}`);
      const replayed = await answer(browser, signed);
      expect(replayed.status).toBe(400);
      expect(replayed.question).toMatchObject({
        error: "Cette clé d’accès n’a pas été acceptée. Réessayez.",
        fields: Object.entries(ERASE),
      });
      // The next question is a new one, and can be answered.
      const next = key.sign(replayed.question?.passkey as SigningOptions);
      expect((await answer(browser, next)).data).toEqual({ erased: true });
    });

    test("is not answered by another account's passkey, nor by what was signed to sign in", async () => {
      const { browser, key, options } = await asked();
      const other = await withPasskey();
      expect((await answer(browser, other.key.sign(options))).status).toBe(400);
      const inTheirName = other.key.sign(options, { userHandle: key.userHandle });
      expect((await answer(browser, inTheirName)).status).toBe(400);
      expect((await answer(browser, key.sign(offered(browser)))).status).toBe(400);
      expect((await answer(browser, key.sign(options, { verified: false }))).status).toBe(400);
      expect((await answer(browser, key.sign(options))).data).toEqual({ erased: true });
    });

    test("offers none to who has none", async () => {
      const { browser } = await signedIn();
      expect((await browser.press(action, PATH, ERASE)).question?.passkey).toBeUndefined();
    });
  });
});
