import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { listPasskeys } from "../../app/auth/passkeys/passkeys.system.server.ts";
import {
  challengeEnd,
  makeChallenge,
  relyingParty,
} from "../../app/auth/passkeys/webauthn.server.ts";
import { resetAdministrator } from "../../app/auth/staff/accounts.system.server.ts";
import { HOUR } from "../../app/core/values/durations.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { PASSWORD, TestBrowser } from "./browser.ts";
import { signedIn, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";
import { add, begin, enter, pressAccount, withPasskey } from "./passkey-steps.ts";
import { SoftKey } from "./soft-key.ts";

test.each([
  ["https://fge.example", "fge.example"],
  ["https://fge.example:8443", "fge.example"],
  ["http://localhost:3000", "localhost"],
  ["http://fge.example", undefined],
  ["https://41.82.0.1", undefined],
  ["https://[::1]", undefined],
  ["http://127.0.0.1:3000", undefined],
])("passkeys of %s are for %s", (address, host) => {
  expect(relyingParty(address)?.host).toBe(host);
});

test("a challenge is for a quarter of an hour, for one use and for who was asked", () => {
  const use = { purpose: "sign-in", holder: "somebody" } as const;
  const challenge = makeChallenge(use);
  expect(challengeEnd(challenge, use)?.getTime()).toBeGreaterThan(Date.now());
  expect(challengeEnd(challenge, { ...use, purpose: "confirm" })).toBeUndefined();
  expect(challengeEnd(challenge, { ...use, holder: "somebody else" })).toBeUndefined();
  const longer = Buffer.from(challenge, "base64url").toString().replace(/^./, "z");
  expect(challengeEnd(Buffer.from(longer).toString("base64url"), use)).toBeUndefined();
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 16 * 60_000);
  try {
    expect(challengeEnd(challenge, use)).toBeUndefined();
  } finally {
    clock.mockRestore();
  }
});

withDatabase((_engine, database) => {
  const { rows, idOf, noticesTo, logOf } = inspector(database);
  const keysOf = async (email: string) => listPasskeys(await idOf(email));

  describe("a passkey that is added", () => {
    test("comes after a confirmation, is listed, told and written down", async () => {
      const { browser, email } = await signedIn();
      const asked = await pressAccount(browser, { intent: "passkey-add" });
      expect(asked).toMatchObject({ status: 403, question: { method: "password" } });
      await add(browser, "Téléphone de Fanta");
      expect(await keysOf(email)).toMatchObject([{ name: "Téléphone de Fanta", lastUsedAt: null }]);
      expect(await noticesTo(email)).toContain("Clé d’accès ajoutée");
      expect(await logOf(email)).toContain("passkey-add");
    });

    test("keeps the one that is made when only its name is missing", async () => {
      const { browser, email } = await signedIn();
      const key = new SoftKey();
      const passkey = key.make(await begin(browser));
      for (const name of ["  ", "x".repeat(61)]) {
        const { state, status } = await pressAccount(browser, {
          intent: "passkey-save",
          passkey,
          name,
        });
        expect(status).toBe(400);
        expect(state.errors.name).not.toBe("");
        expect(state.passkey?.made).toBe(passkey);
      }
      const again = { intent: "passkey-save", passkey, name: "Ordinateur" };
      expect((await pressAccount(browser, again)).state.done).toBe("Clé d’accès ajoutée");
      expect(await keysOf(email)).toHaveLength(1);
      // Once is enough, in this account and in another one.
      expect((await pressAccount(browser, again)).status).toBe(400);
      expect(await keysOf(email)).toHaveLength(1);
    });

    test("is one of ten at most, and no second one of the same device", async () => {
      const { browser, email, key } = await withPasskey();
      const twice = key.make(await begin(browser));
      const refused = await pressAccount(browser, {
        intent: "passkey-save",
        passkey: twice,
        name: "La même",
      });
      expect(refused).toMatchObject({
        status: 409,
        state: { errors: { passkey: /déjà enregistrée/ } },
      });
      for (let keys = 1; keys < 10; keys++) await add(browser, `Clé ${keys}`);
      const eleventh = new SoftKey().make(await begin(browser));
      const tooMany = { intent: "passkey-save", passkey: eleventh, name: "Onze" };
      expect((await pressAccount(browser, tooMany)).status).toBe(409);
      expect(await keysOf(email)).toHaveLength(10);
    });

    test("gets another name from its owner alone", async () => {
      const { browser, email } = await withPasskey();
      const [key] = await keysOf(email);
      const rename = { intent: "passkey-rename", id: key?.id ?? "", name: "Ordinateur" };
      const stranger = await signedIn();
      expect((await pressAccount(stranger.browser, rename)).status).toBe(404);
      const empty = await pressAccount(browser, { ...rename, name: "" });
      expect(empty).toMatchObject({ status: 400 });
      expect((await pressAccount(browser, rename)).state.done).toBe("Nom enregistré");
      expect(await keysOf(email)).toMatchObject([{ name: "Ordinateur" }]);
      expect(await noticesTo(email)).toContain("Clé d’accès renommée");
      expect(await logOf(email)).toContain("passkey-rename");
    });
  });

  describe("signing in by a passkey", () => {
    test("is password and second factor in one, and an ordinary session", async () => {
      const { browser, email, nextCode } = await withAuthenticator();
      const key = await add(browser, "Téléphone", nextCode());
      const before = Date.now();
      const { browser: other, status, to } = await enter(key);
      expect([status, to]).toEqual([302, "/admin/news"]);
      expect(await other.account()).toMatchObject({ email });
      const [session] = await rows<{ hours: number; ip: string; agent: string }>(sql`
        select extract(epoch from expires_at - created_at) / 3600 as hours, ip_address as ip,
          user_agent as agent from auth_sessions where user_id = ${await idOf(email)}
          order by created_at desc limit 1`);
      expect(Number(session?.hours)).toBeCloseTo(12, 1);
      expect(session?.ip).not.toBe(other.ip);
      expect(session?.agent).toContain("Android");
      expect(await noticesTo(email)).toContain("Connexion depuis un nouvel appareil");
      expect((await logOf(email)).filter((action) => action === "sign-in")).toHaveLength(2);
      const [used] = await keysOf(email);
      expect(used?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before - HOUR);
      // It ends as every session does: here a week after the sign-in.
      await rows(sql`update auth_sessions set created_at = now() - interval '8 days',
        expires_at = now() + interval '1 hour' where user_id = ${await idOf(email)}`);
      expect(await other.account()).toBeUndefined();
    });

    test("makes the device a known one", async () => {
      const { email, key } = await withPasskey();
      const { browser } = await enter(key);
      const told = await noticesTo(email);
      await browser.ask("/sign-out", {});
      expect((await enter(key, {}, browser)).status).toBe(302);
      expect(await noticesTo(email)).toEqual(told);
    });

    test("goes on after a new password, which the mail about the passkey says", async () => {
      const { browser, email, key } = await withPasskey();
      const password = "une autre phrase assez longue";
      await browser.change({ intent: "password", current: PASSWORD, password, again: password });
      expect((await enter(key)).status).toBe(302);
      const [mail] = await rows<{ text: string }>(sql`select text_body as text from mail_outbox
        where recipient = ${email} and subject = 'Clé d’accès ajoutée'`);
      expect(mail?.text).toContain("changer de mot de passe ne la désactive pas");
    });
  });

  describe("a passkey that is taken away", () => {
    test("opens nothing any more, is told, and what it may have confirmed ends", async () => {
      const { browser, email, key } = await withPasskey();
      const { browser: other } = await enter(key);
      await rows(sql`update auth_sessions set confirmed_at = now()
        where user_id = ${await idOf(email)}`);
      const [own] = await keysOf(email);
      const remove = { intent: "passkey-remove", id: own?.id ?? "" };
      const stranger = await withPasskey();
      expect((await pressAccount(stranger.browser, remove)).status).toBe(404);
      expect((await pressAccount(browser, remove)).status).toBe(200);
      expect(await keysOf(email)).toEqual([]);
      expect((await enter(key)).status).toBe(401);
      expect(await noticesTo(email)).toContain("Clé d’accès retirée");
      expect(await logOf(email)).toContain("passkey-remove");
      expect((await pressAccount(other, { intent: "passkey-add" })).status).toBe(403);
    });

    test("asks for a confirmation first", async () => {
      const { browser, email } = await withPasskey();
      await rows(sql`update auth_sessions set confirmed_at = null
        where user_id = ${await idOf(email)}`);
      const [own] = await keysOf(email);
      const pressed = await pressAccount(browser, { intent: "passkey-remove", id: own?.id ?? "" });
      expect(pressed.status).toBe(403);
      expect(await keysOf(email)).toHaveLength(1);
    });

    test("goes with the account, with a second factor that was lost, and with a reset by the machine", async () => {
      const { browser } = await signedIn();
      const removed = await withPasskey();
      const id = await idOf(removed.email);
      expect((await browser.changeOther(id, "remove")).status).toBe(200);
      expect(await rows(sql`select 1 from auth_passkeys where user_id = ${id}`)).toEqual([]);
      expect((await enter(removed.key)).status).toBe(401);

      const lost = await withAuthenticator();
      const lostKey = await add(lost.browser, "Perdu", lost.nextCode());
      await browser.changeOther(await idOf(lost.email), "reset-factor");
      expect((await enter(lostKey)).status).toBe(401);

      const reset = await withPasskey();
      await resetAdministrator({ name: "N", email: reset.email, password: PASSWORD });
      expect((await enter(reset.key)).status).toBe(401);
      expect((await new TestBrowser().signIn(reset.email, PASSWORD)).status).toBe(302);
    });
  });
});
