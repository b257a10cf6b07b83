import { createCipheriv, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";

// The site ran with this secret before it got the one of the other tests.
const OLD = "the secret of before, of forty characters";
process.env.SESSION_SECRET_OLD = OLD;

import { asStaff, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { env } from "../../app/core/process/env.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { keyringOf } from "../../app/core/secrets/keys.server.ts";
import { readNotifications } from "../../app/office/frame/notifications.staff.server.ts";
import { providerKeys } from "../../app/payments/payments.table.server.ts";
import { viewKeys } from "../../app/payments/providers/online-payments.server.ts";
import {
  lastNoticeAt,
  loadProviders,
  openKeys,
  openOnlinePayments,
  readKeys,
  resealKeys,
  sealKeys,
} from "../../app/payments/providers/online-providers.system.server.ts";
import { providerById } from "../../app/payments/providers/provider.ts";
import { signedIn, withAuthenticator } from "../auth/factors.ts";
import { inspector } from "../auth/inspect.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { DJOMY, PAYPAL, pressKeys as press, saveKeys as save } from "./support/keys-screen.ts";

const SECRETS = [DJOMY.clientSecret, PAYPAL.clientSecret, DJOMY.clientId, PAYPAL.clientId];

withDatabase((_engine, database) => {
  const { rows, noticesTo } = inspector(database);

  beforeEach(async () => {
    await rows(sql`delete from provider_keys`);
    startApp({ findTestPlaces: async () => [] });
    await loadProviders();
  });

  const mails = (email: string) =>
    rows<{ subject: string; text_body: string; html_body: string }>(
      sql`select subject, text_body, html_body from mail_outbox
        where recipient = ${email} and template = 'payment-keys' order by created_at`,
    );

  describe("keys that staff enter", () => {
    test("are offered at once, and shown by their last four characters", async () => {
      const who = await signedIn();
      expect(await save(who)).toMatchObject({
        status: 200,
        state: { done: "Clés de Djomy enregistrées" },
      });
      expect(providerById("djomy")).toMatchObject({ mode: "live", currencies: ["GNF"] });
      const [djomy, paypal] = await viewKeys();
      expect(djomy).toMatchObject({
        from: "settings",
        mode: "live",
        parts: [
          ["Identifiant", "…-001"],
          ["Secret", "…4f2a"],
          ["Domaine", "federation.example"],
        ],
        noticeAddress: `${env().PUBLIC_URL}/payments/notices/djomy`,
      });
      expect(paypal).toMatchObject({ from: "nowhere", parts: [] });
      const shown = JSON.stringify(await viewKeys());
      expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
    });

    test("are nowhere in the database but sealed, and never twice the same", async () => {
      const who = await signedIn();
      await save(who);
      await save(who, PAYPAL, "paypal");
      const tables = await rows<{ name: string }>(sql`select table_name as name
        from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
      const holding = [];
      for (const { name } of tables) {
        const text = JSON.stringify(await rows(sql`select * from ${sql.identifier(name)}`));
        if (SECRETS.some((secret) => text.includes(secret))) holding.push(name);
      }
      expect(holding).toEqual([]);
      expect(sealKeys("djomy", DJOMY)).not.toBe(sealKeys("djomy", DJOMY));
    });

    test("are opened by the system's door alone", async () => {
      const who = await signedIn();
      await save(who);
      const { account } = await who.browser.asStaff();
      for (const read of [
        () => asStaff(account, (db) => db.select().from(providerKeys)),
        () => asVisitor((db) => db.select().from(providerKeys)),
      ]) {
        await expect(read()).rejects.toThrow();
      }
    });

    test("of real money and of tests are never offered beside each other", async () => {
      const who = await signedIn();
      await save(who, PAYPAL, "paypal");
      expect(providerById("paypal")?.mode).toBe("test");
      await save(who);
      expect(providerById("djomy")?.mode).toBe("live");
      expect(providerById("paypal")).toBeUndefined();
      await save(who, { ...DJOMY, mode: "test" });
      expect(providerById("paypal")?.mode).toBe("test");
    });

    test("do not begin to take real money while tests hold places", async () => {
      const who = await signedIn();
      startApp({ findTestPlaces: async () => [{ title: "Coupe de Conakry", places: 2 }] });
      expect((await save(who, PAYPAL, "paypal")).status).toBe(200);
      const refused = await save(who);
      expect(refused).toMatchObject({ status: 409, state: { testsHeld: true, errors: {} } });
      expect(refused.state.problem).toContain("«\u202fCoupe de Conakry\u202f»\u202f: 2");
      expect(refused.state.problem).toContain("Retirez d’abord les essais");
      expect(await save(who, { ...PAYPAL, mode: "live" }, "paypal")).toMatchObject({ status: 409 });
      // Without any provider people pay by hand, and that is real.
      const removal = { intent: "remove-paypal" };
      expect(await press(who, removal)).toMatchObject({ status: 409 });
      expect(await rows(sql`select provider from provider_keys`)).toEqual([{ provider: "paypal" }]);
      expect(providerById("paypal")?.mode).toBe("test");
      expect(await mails(who.email)).toHaveLength(1);
      // Once they are removed it does, and its keys can be changed whatever is there.
      startApp({ findTestPlaces: async () => [] });
      expect((await save(who)).status).toBe(200);
      startApp({ findTestPlaces: async () => [{ title: "Coupe de Conakry", places: 2 }] });
      expect((await save(who, { ...DJOMY, clientSecret: "another-secret-5b3c" })).status).toBe(200);
      expect(providerById("djomy")?.mode).toBe("live");
    });

    test("want the code of who has a second factor, and are not lost meanwhile", async () => {
      const { browser, nextCode } = await withAuthenticator();
      const { action } = await import("../../app/payments/providers/online-payments.admin.tsx");
      const sent = { ...DJOMY, intent: "save-djomy" };
      const pressed = (values: Record<string, string>) =>
        browser.press(action, "/admin/payments/online", values);
      const asked = await pressed(sent);
      expect(asked).toMatchObject({ status: 403, question: { method: "authenticator" } });
      expect(Object.fromEntries(asked.question?.fields ?? [])).toEqual(sent);
      expect((await pressed({ ...sent, "proof.code": "000000" })).status).toBe(400);
      expect(await rows(sql`select 1 from provider_keys`)).toEqual([]);
      expect(providerById("djomy")).toBeUndefined();
      expect(await pressed({ ...sent, "proof.code": nextCode() })).toMatchObject({ status: 200 });
      expect(await rows(sql`select 1 from provider_keys`)).toHaveLength(1);
      // A test of the connection changes nothing, and asks nobody.
      const other = await withAuthenticator();
      const test = { intent: "test-djomy" };
      const tried = await other.browser.press(action, "/admin/payments/online", test);
      expect(tried).toMatchObject({ status: 200, question: undefined });
    });

    test("are told to every administrator, by mail and on the bell, without a key", async () => {
      const [who, other] = [await signedIn(), await signedIn()];
      await save(who);
      for (const { email } of [who, other]) {
        const [mail] = await mails(email);
        expect(mail?.subject).toBe("Djomy\u202f: les clés de paiement ont été changées");
        expect(SECRETS.filter((secret) => JSON.stringify(mail).includes(secret))).toEqual([]);
      }
      const { account } = await other.browser.asStaff();
      const bell = await asStaff(account, (db) => readNotifications(db, new Date(0), () => true));
      expect(bell).toContainEqual(
        expect.objectContaining({
          type: "keys",
          title: "Clés de paiement changées",
          fresh: true,
          message: "Par Aïssatou Diallo",
          to: "/admin/payments/online",
        }),
      );
      const [entry] = await rows<{ action: string }>(sql`select action from audit_log
        where action = 'profiles.payment-keys' and staff_email = ${who.email}`);
      expect(entry).toBeDefined();
      expect(await noticesTo(who.email)).not.toContain("Djomy");
    });

    test("can be taken away: nobody pays that way any more, and everybody is told", async () => {
      const who = await signedIn();
      await save(who);
      const removed = await press(who, { intent: "remove-djomy" });
      expect(removed.state.done).toBe("Clés de Djomy retirées");
      expect(providerById("djomy")).toBeUndefined();
      expect((await mails(who.email)).at(-1)?.subject).toContain("retirées");
    });

    test.each([
      ["clientSecret", "with a space"],
      ["clientId", ""],
      ["partnerDomain", "https://federation.example/"],
      ["mode", "production"],
    ])("refuses %s: %s, and says nothing of what was typed", async (field, value) => {
      const change = await save(await signedIn(), { ...DJOMY, [field]: value });
      expect(change.status).toBe(400);
      expect(Object.keys(change.state.errors)).toEqual([field]);
      expect(JSON.stringify(change)).not.toContain(DJOMY.clientSecret);
      expect(await rows(sql`select 1 from provider_keys`)).toEqual([]);
    });

    test.each(["save-stripe", "nonsense", "", "save-"])(
      "what is no button does nothing: %s",
      async (intent) => {
        expect((await press(await signedIn(), { intent })).status).toBe(400);
      },
    );
  });

  describe("a new secret", () => {
    /** What a process with the old secret would have written. */
    function sealedBefore(provider: string, values: unknown): string {
      const { number, bytes } = keyringOf([OLD]).current("payment keys");
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", bytes, iv).setAAD(Buffer.from(provider));
      const hidden = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()]);
      const whole = Buffer.concat([iv, cipher.getAuthTag(), hidden]);
      return `${number.toString(36)}.${whole.toString("base64url")}`;
    }
    const put = (sealed: string, provider = "djomy") =>
      rows(sql`insert into provider_keys (id, provider, sealed)
        values (${newId()}, ${provider}, ${sealed})`);
    const sealed = async () =>
      (await rows<{ sealed: string }>(sql`select sealed from provider_keys`))[0]?.sealed ?? "";

    test("opens what the old one sealed, and seals it anew at the next start", async () => {
      const before = sealedBefore("djomy", DJOMY);
      await put(before);
      expect((await readKeys()).djomy).toEqual({ from: "settings", values: DJOMY });
      await openOnlinePayments();
      const after = await sealed();
      expect(after.split(".")[0]).not.toBe(before.split(".")[0]);
      expect(openKeys("djomy", after)).toEqual(DJOMY);
      expect(providerById("djomy")?.mode).toBe("live");
      await resealKeys();
      expect(await sealed()).toBe(after);
    });

    test("one that is gone leaves them unreadable, which the screen says, and nobody pays", async () => {
      const { number } = keyringOf(["a secret that nobody has any more, at all"]).current(
        "payment keys",
      );
      await put(sealKeys("djomy", DJOMY).replace(/^[^.]+/, number.toString(36)));
      await openOnlinePayments();
      expect(providerById("djomy")).toBeUndefined();
      expect((await viewKeys())[0]).toMatchObject({ from: "unreadable", parts: [] });
    });

    test("a seal that was changed, cut or put in another's place does not open", () => {
      const seal = sealKeys("djomy", DJOMY);
      const flipped = seal.slice(0, -2) + (seal.at(-2) === "A" ? "B" : "A") + seal.slice(-1);
      for (const wrong of [flipped, seal.slice(0, -5), "", ".", seal.split(".")[1] ?? ""]) {
        expect(openKeys("djomy", wrong)).toBeUndefined();
      }
      expect(openKeys("paypal", seal)).toBeUndefined();
    });
  });

  test("the environment wins, and is changed there alone", async () => {
    const who = await signedIn();
    await save(who);
    Object.assign(env(), {
      DJOMY_CLIENT_ID: "environment-id",
      DJOMY_CLIENT_SECRET: "environment-secret",
      DJOMY_PARTNER_DOMAIN: "other.example",
      DJOMY_MODE: "test",
    });
    try {
      expect((await readKeys()).djomy).toMatchObject({
        from: "environment",
        values: { clientId: "environment-id", mode: "test" },
      });
      expect(await save(who)).toMatchObject({ status: 409 });
    } finally {
      const none = undefined;
      Object.assign(env(), { DJOMY_CLIENT_ID: none, DJOMY_CLIENT_SECRET: none });
      Object.assign(env(), { DJOMY_PARTNER_DOMAIN: none, DJOMY_MODE: none });
    }
  });

  test("when the last true notice came", async () => {
    expect(await lastNoticeAt("paypal")).toBeNull();
    await rows(sql`insert into payment_events (id, provider, event_key, source, body, created_at)
      values (${newId()}, 'paypal', 'WH-1', 'notice', '{}', '2027-03-01T10:00:00Z'),
        (${newId()}, 'paypal', 'WH-2', 'notice', '{}', '2027-03-02T10:00:00Z')`);
    expect(await lastNoticeAt("paypal")).toEqual(new Date("2027-03-02T10:00:00Z"));
  });
});
