import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setClock } from "../../app/core/process/clock.ts";
import { env } from "../../app/core/process/env.server.ts";
import { DjomySimulator } from "../../simulators/djomy/djomy.ts";
import type { RunningSimulator } from "../../simulators/http.ts";
import { PayPalSimulator } from "../../simulators/paypal/paypal.ts";
import { signedIn } from "../auth/factors.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { DJOMY, PAYPAL, pressKeys as press, saveKeys as save } from "./support/keys-screen.ts";

type Who = Awaited<ReturnType<typeof signedIn>>;

withDatabase((_engine, database) => {
  beforeEach(async () => {
    await database().asOwner("delete from provider_keys");
  });

  let running: RunningSimulator;
  let paypal: RunningSimulator;
  const djomySimulator = new DjomySimulator(DJOMY);
  const paypalSimulator = new PayPalSimulator(PAYPAL);
  beforeAll(async () => {
    running = await djomySimulator.start();
    paypal = await paypalSimulator.start();
    Object.assign(env(), { DJOMY_HOST: running.url, PAYPAL_HOST: paypal.url });
  });
  afterAll(async () => {
    Object.assign(env(), { DJOMY_HOST: undefined, PAYPAL_HOST: undefined });
    await Promise.all([running.close(), paypal.close()]);
  });
  const report = async (who: Who, provider = "djomy") =>
    (await press(who, { intent: `test-${provider}` })).state.report;

  test("says that it works, and what it cannot say", async () => {
    const who = await signedIn();
    await save(who);
    await save(who, PAYPAL, "paypal");
    const djomy = await report(who);
    expect(djomy).toMatchObject({
      works: true,
      title: "Djomy répond, et accepte les clés (réel).",
    });
    expect(djomy?.lines.join()).toContain("ne permet pas de savoir");
    expect(await report(who, "paypal")).toMatchObject({
      works: true,
      title: "PayPal répond, et accepte les clés (essai).",
    });
    expect(djomySimulator.payments.size).toBe(0);
  });

  test.each([
    ["a wrong secret", { clientSecret: "another-secret" }, /identifiant ou le secret/],
    ["a wrong domain", { partnerDomain: "other.example" }, /refuse le domaine/],
  ])("says that there is %s", async (_, change, words) => {
    const who = await signedIn();
    await save(who, { ...DJOMY, ...change });
    expect(await report(who)).toMatchObject({
      works: false,
      title: expect.stringMatching(words),
    });
  });

  test("says that there is no key", async () => {
    expect((await report(await signedIn()))?.title).toContain("Aucune clé");
  });

  test.each([
    ["reset-before", /ne répond pas/],
    ["error-before", /panne/],
    ["garbage", /panne/],
    ["rate-limit", /attendre/],
  ] as const)("%s: says what is the matter", async (kind, words) => {
    const who = await signedIn();
    await save(who);
    djomySimulator.faults.clear();
    djomySimulator.faults.add({ on: "auth", kind, times: 2 });
    expect(await report(who)).toMatchObject({
      works: false,
      title: expect.stringMatching(words),
    });
    djomySimulator.faults.clear();
  });

  test("says that our clock is wrong", async () => {
    const who = await signedIn();
    await save(who);
    setClock(() => Date.now() + 3 * 3_600_000);
    try {
      const words = await report(who);
      expect(words?.works).toBe(false);
      expect(words?.lines.join()).toContain("diffèrent de 180 minutes");
    } finally {
      setClock();
    }
  });
});
