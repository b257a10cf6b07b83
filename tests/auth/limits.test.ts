import { describe, expect, test } from "vitest";
import { allowTry } from "../../app/auth/tries.system.server.ts";
import { withEngines } from "../support/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { signedIn } from "./factors.ts";
import { inspector } from "./inspect.ts";

const TOO_MANY = "Trop de tentatives de connexion. Veuillez patienter avant de réessayer.";
const WRONG = "pas celui-ci";

let networks = 0;
/** An address in a network of its own, the wider one too. */
const elsewhere = () => `105.${(networks >> 8) & 255}.${networks++ & 255}.1`;

const statusFrom = async (ip: string, email: string, password: string) =>
  (await new TestBrowser(ip).signIn(email, password)).status;

/** As many tries from different places as everybody has together, without what comes after the limit. */
function tryEverywhere(email: string) {
  const tries = Array.from({ length: 61 }, () =>
    allowTry("sign-in", email, { ip: elsewhere(), known: false }),
  );
  expect(tries.at(-1)).toBe(false);
}

withEngines((_engine, database) => {
  const { mailsTo } = inspector(database);

  describe("too many tries", () => {
    test("of one account from one place are stopped there, the right one too, and nowhere else", async () => {
      const email = await administrator();
      const here = elsewhere();
      for (let time = 0; time < 10; time++) expect(await statusFrom(here, email, WRONG)).toBe(401);
      const { status, state } = await new TestBrowser(here).signIn(email, PASSWORD);
      expect(status).toBe(429);
      expect(state?.failure).toEqual({ kind: "connectivity", message: TOO_MANY });
      expect(await statusFrom(elsewhere(), email, PASSWORD)).toBe(302);
    });

    test("from the addresses of one IPv6 network are those of one place", async () => {
      const email = await administrator();
      const generated = (place: number) => `2001:db8:7:1:${place.toString(16)}:a:b:c`;
      for (let place = 0; place < 10; place++) await statusFrom(generated(place), email, WRONG);
      expect(await statusFrom(generated(99), email, PASSWORD)).toBe(429);
      expect(await statusFrom("2001:db8:8:1::1", email, PASSWORD)).toBe(302);
    });

    test("from a thousand networks around one place are stopped too", async () => {
      const email = await administrator();
      const generated = (place: number) => `2001:db8:9:${place.toString(16)}::1`;
      for (let place = 0; place < 20; place++) await statusFrom(generated(place), email, WRONG);
      expect(await statusFrom(generated(99), email, PASSWORD)).toBe(429);
    });

    test("from everywhere slow strangers down, and not who signed in on their device before", async () => {
      const { email, browser } = await signedIn();
      await browser.ask("/sign-out", {});
      tryEverywhere(email);
      expect(await statusFrom(elsewhere(), email, PASSWORD)).toBe(429);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
    });

    test("on one known device leave the others those of their networks", async () => {
      const { email, browser } = await signedIn();
      for (let time = 0; time < 10; time++) await browser.signIn(email, WRONG);
      const other = new TestBrowser(elsewhere());
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      expect((await other.signIn(email, PASSWORD)).status).toBe(302);
    });

    test("leave an account's own device its own tries, and these end as well", async () => {
      const { email, browser } = await signedIn();
      tryEverywhere(email);
      for (let time = 0; time < 9; time++) await browser.signIn(email, WRONG);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
      // What came back to everybody meanwhile is taken too.
      tryEverywhere(email);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(429);
    });

    test("show nothing of which addresses have an account", async () => {
      const email = `not-${await administrator()}`;
      const here = elsewhere();
      for (let time = 0; time < 10; time++) expect(await statusFrom(here, email, WRONG)).toBe(401);
      expect(await statusFrom(here, email, WRONG)).toBe(429);
      for (let time = 0; time < 50; time++) {
        allowTry("sign-in", email, { ip: elsewhere(), known: false });
      }
      expect(await statusFrom(elsewhere(), email, WRONG)).toBe(429);
    });

    test("from one address are stopped, whatever the account; other addresses go on", async () => {
      const { email, browser } = await signedIn();
      const address = "41.83.1.1";
      for (let count = 0; count < 20; count++) {
        const { status } = await new TestBrowser(address).signIn(`n${count}@example.org`, "123456");
        expect(status).toBe(401);
      }
      const stopped = await new TestBrowser(address).signIn(email, PASSWORD);
      expect([stopped.status, stopped.state?.failure?.message]).toEqual([429, TOO_MANY]);
      expect((await new TestBrowser("41.83.1.2").signIn(email, PASSWORD)).status).toBe(302);
      // A device of the account is let in from behind the same address.
      const moved = new TestBrowser(address);
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
      expect((await moved.signIn(email, PASSWORD)).status).toBe(302);
    });
  });

  describe("the cookie of a known device", () => {
    const blocked = async (email: string, browser: TestBrowser, password = PASSWORD) => {
      tryEverywhere(email);
      return (await browser.signIn(email, password)).status === 429;
    };
    const deviceOf = (browser: TestBrowser) =>
      [...browser.cookies].find(([name]) => name.startsWith("fge.device_")) ?? ["", ""];

    test("is no use to another account, nor when it is changed", async () => {
      const { browser: mine } = await signedIn();
      const { email, browser: theirs } = await signedIn();
      const [name, value] = deviceOf(theirs);
      expect(name).not.toContain(email.slice(0, 8));
      const [, ofMine] = deviceOf(mine);
      tryEverywhere(email);
      const [day, number, mac = ""] = value.split(".");
      const forged = [
        ofMine,
        "",
        "0",
        [Number(day) + 1, number, mac].join("."),
        [day, "1", mac].join("."),
        [day, number, `${mac[0] === "A" ? "B" : "A"}${mac.slice(1)}`].join("."),
      ];
      for (const other of forged) {
        const stranger = new TestBrowser(elsewhere());
        stranger.cookies.set(name, other);
        expect((await stranger.signIn(email, PASSWORD)).status, other).toBe(429);
      }
      expect((await theirs.signIn(email, PASSWORD)).status).toBe(302);
    });

    test("ends for every other device when the password changes", async () => {
      const { email, browser } = await signedIn();
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      const next = "une autre phrase assez longue";
      const values = { intent: "password", current: PASSWORD, password: next, again: next };
      expect((await browser.change(values)).status).toBe(200);
      expect(await blocked(email, other, next)).toBe(true);
      expect((await browser.signIn(email, next)).status).toBe(302);
    });

    test("ends for a device that is signed out from another one", async () => {
      const { email, browser } = await signedIn();
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      expect((await browser.change({ intent: "end-others" })).status).toBe(200);
      expect(await blocked(email, other)).toBe(true);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
    });
  });

  test("links for a password are sent three times to one place, twelve times at all", async () => {
    const { email } = await signedIn();
    const { action } = await import("../../app/auth/forgotten.admin.tsx");
    const ask = async (browser: TestBrowser) => {
      const request = new Request("https://fge.example/admin/forgotten", {
        method: "POST",
        headers: browser.request.headers,
        body: new URLSearchParams({ email }),
      });
      const args = { request, context: browser.context, params: {} } as never;
      return ((await action(args)) as { init: ResponseInit | null }).init?.status ?? 200;
    };
    const here = elsewhere();
    for (const status of [200, 200, 200, 429])
      expect(await ask(new TestBrowser(here))).toBe(status);
    for (let place = 0; place < 9; place++) {
      expect(await ask(new TestBrowser(elsewhere()))).toBe(200);
    }
    expect(await ask(new TestBrowser(elsewhere()))).toBe(429);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(12);
  });
});
