import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { env } from "../../app/core/process/env.server.ts";
import { staffContext } from "../../app/core/staff-context.ts";
import { diagnose } from "../../app/office/checks/checks.system.server.ts";
import { readTasks } from "../../app/office/home/tasks.staff.server.ts";
import { action as pressPayments } from "../../app/payments/payments.admin.tsx";
import {
  closedByTests,
  hasLiveKeysIn,
  loadProviders,
  offerBuiltInProviders,
  openOnlinePayments,
  readKeys,
} from "../../app/payments/providers/online-providers.system.server.ts";
import { offerProviders, providerById, providers } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { findTestPlacesError } from "../../app/registrations/places/test-places.system.server.ts";
import { signedIn } from "../auth/factors.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { DJOMY, PAYPAL, pressKeys as press, saveKeys as save } from "./support/keys-screen.ts";

// Live keys beside tests that hold places: those that staff entered wait, and are offered without them.

withDatabase((_engine, database) => {
  beforeEach(async () => {
    await database().asOwner(sql`delete from provider_keys`);
    startApp({ findTestPlaces: async () => [] });
    await loadProviders();
  });

  test("keys wait at a start while tests hold places, which staff are told, and open without them", async () => {
    const who = await signedIn();
    await save(who);
    const held = async () => [{ title: "Coupe de Conakry", places: 2 }];
    // A site that takes real money already does not stop.
    startApp({ findTestPlaces: held });
    await loadProviders();
    expect(providerById("djomy")?.mode).toBe("live");
    offerProviders([]);
    await openOnlinePayments();
    expect(providerById("djomy")).toBeUndefined();
    expect(closedByTests()).toEqual(await held());
    expect(await findTestPlacesError()).toBeUndefined();
    const { request: screen, context } = await who.browser.asStaff();
    const account = context.get(staffContext);
    const tasks = () => asStaff(account, (db) => readTasks(db, () => true));
    expect((await tasks()).tests).toBe(1);
    const finding = async () =>
      (await diagnose(account)).find(({ name }) => name === "Paiement en ligne");
    expect(await finding()).toMatchObject({
      level: "warning",
      summary: expect.stringContaining("retirez les essais"),
      details: [["Coupe de Conakry", expect.stringContaining("2")]],
    });
    // Neither other keys nor the same ones open it; without any it is no more real than it is.
    expect(await save(who)).toMatchObject({ status: 409, state: { testsHeld: true } });
    expect(await save(who, { ...PAYPAL, mode: "live" }, "paypal")).toMatchObject({ status: 409 });
    await loadProviders();
    expect(providerById("djomy")).toBeUndefined();
    // Whatever is done under Paiements looks again.
    startApp({ findTestPlaces: async () => [] });
    const body = new URLSearchParams({ intent: "removeTests" });
    const request = new Request(screen.url, { method: "POST", body });
    await pressPayments({ request, context } as never);
    expect(providerById("djomy")?.mode).toBe("live");
    expect((await tasks()).tests).toBe(0);
    expect(await finding()).toMatchObject({ summary: expect.stringContaining("Djomy") });
  });

  test("keys that wait can be removed, and a site of tests goes on beside them", async () => {
    const who = await signedIn();
    await save(who);
    startApp({ findTestPlaces: async () => [{ title: "Coupe de Conakry", places: 2 }] });
    offerProviders([]);
    offerBuiltInProviders([simulated]);
    await openOnlinePayments();
    expect(providers().map(({ id }) => id)).toEqual([simulated.id]);
    offerBuiltInProviders([]);
    await loadProviders();
    expect(closedByTests()).toHaveLength(1);
    const removal = { intent: "remove-djomy" };
    expect(await press(who, removal)).toMatchObject({ status: 200 });
    expect(closedByTests()).toEqual([]);
  });

  test("keys of the environment do not wait: only whoever starts the site can change them", async () => {
    const djomy = {
      DJOMY_CLIENT_ID: DJOMY.clientId,
      DJOMY_CLIENT_SECRET: DJOMY.clientSecret,
      DJOMY_PARTNER_DOMAIN: DJOMY.partnerDomain,
      DJOMY_MODE: "live" as const,
    };
    const keys = await readKeys({ ...env(), ...djomy });
    expect(hasLiveKeysIn(keys, "environment")).toBe(true);
    expect(hasLiveKeysIn(keys, "settings")).toBe(false);
    const tests = await readKeys({ ...env(), ...djomy, DJOMY_MODE: "test" });
    expect(hasLiveKeysIn(tests, "environment")).toBe(false);
  });
});
