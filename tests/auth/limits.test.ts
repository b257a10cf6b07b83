import { describe, expect, test } from "vitest";
import { allowAttempt } from "../../app/auth/sign-in/attempt-limits.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { signedIn } from "./factors.ts";
import { inspector } from "./inspect.ts";

const TOO_MANY = "Trop de tentatives de connexion. Veuillez patienter avant de réessayer.";
const WRONG = "pas celui-ci";

// How many tries to sign in an account has: from one network, from a wider one, from all strangers.
const NEAR = 10;
const AROUND = 20;
const EVERYWHERE = 60;

let networks = 0;
/** A new IP address on each call, alone in its network and in the wider one: no limit of these carries over. */
const newIp = () => `105.${(networks >> 8) & 255}.${networks++ & 255}.1`;

const statusFrom = async (ip: string, email: string, password: string) =>
  (await new TestBrowser(ip).signIn(email, password)).status;

/** Uses up the tries of all strangers. Asks the limiter alone: so many hashes of passwords would be slow. */
function exhaustStrangerTries(email: string) {
  const tries = Array.from({ length: EVERYWHERE + 1 }, () =>
    allowAttempt("sign-in", email, { ip: newIp(), known: false }),
  );
  expect(tries.at(-1)).toBe(false);
}

withDatabase((_engine, database) => {
  const { mailsTo } = inspector(database);

  describe("too many tries", () => {
    test("of one account from one place are stopped there, the right one too, and nowhere else", async () => {
      const email = await administrator();
      const here = newIp();
      for (let time = 0; time < NEAR; time++)
        expect(await statusFrom(here, email, WRONG)).toBe(401);
      // This kind makes the screen offer a new test of the connection.
      const { status, state } = await new TestBrowser(here).signIn(email, PASSWORD);
      expect(status).toBe(429);
      expect(state?.failure).toEqual({ kind: "connectivity", message: TOO_MANY });
      expect(await statusFrom(newIp(), email, PASSWORD)).toBe(302);
    });

    test("from the addresses of one IPv6 network are those of one place", async () => {
      const email = await administrator();
      const ipIn = (host: number) => `2001:db8:7:1:${host.toString(16)}:a:b:c`;
      for (let host = 0; host < NEAR; host++) await statusFrom(ipIn(host), email, WRONG);
      expect(await statusFrom(ipIn(99), email, PASSWORD)).toBe(429);
      expect(await statusFrom("2001:db8:8:1::1", email, PASSWORD)).toBe(302);
    });

    test("from many networks inside one wider network are stopped too", async () => {
      const email = await administrator();
      const ipIn = (network: number) => `2001:db8:9:${network.toString(16)}::1`;
      for (let network = 0; network < AROUND; network++)
        await statusFrom(ipIn(network), email, WRONG);
      expect(await statusFrom(ipIn(99), email, PASSWORD)).toBe(429);
    });

    test("from everywhere slow strangers down, and not who signed in on their device before", async () => {
      const { email, browser } = await signedIn();
      await browser.ask("/sign-out", {});
      exhaustStrangerTries(email);
      expect(await statusFrom(newIp(), email, PASSWORD)).toBe(429);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
    });

    test("of known devices, used up on one, leave another the tries of its network", async () => {
      const { email, browser } = await signedIn();
      for (let time = 0; time < NEAR; time++) await browser.signIn(email, WRONG);
      const other = new TestBrowser(newIp());
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      expect((await other.signIn(email, PASSWORD)).status).toBe(302);
    });

    test("leave an account's own device its own tries, and these end as well", async () => {
      const { email, browser } = await signedIn();
      exhaustStrangerTries(email);
      // With the right one that follows, all that known devices have.
      for (let time = 0; time < NEAR - 1; time++) await browser.signIn(email, WRONG);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
      // A try comes back every few seconds: those since then are used up too.
      exhaustStrangerTries(email);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(429);
    });

    test("show nothing of which addresses have an account", async () => {
      const email = `not-${await administrator()}`;
      const here = newIp();
      for (let time = 0; time < NEAR; time++)
        expect(await statusFrom(here, email, WRONG)).toBe(401);
      expect(await statusFrom(here, email, WRONG)).toBe(429);
      for (let time = 0; time < EVERYWHERE - NEAR; time++) {
        allowAttempt("sign-in", email, { ip: newIp(), known: false });
      }
      expect(await statusFrom(newIp(), email, WRONG)).toBe(429);
    });

    test("from one IP address are stopped, whatever the account; others go on", async () => {
      const { email, browser } = await signedIn();
      const address = "41.83.1.1";
      // The library allows 20 a minute; a new account each time keeps our own limits out of it.
      for (let count = 0; count < 20; count++) {
        const { status } = await new TestBrowser(address).signIn(`n${count}@example.org`, "123456");
        expect(status).toBe(401);
      }
      const stopped = await new TestBrowser(address).signIn(email, PASSWORD);
      expect([stopped.status, stopped.state?.failure?.message]).toEqual([429, TOO_MANY]);
      expect((await new TestBrowser("41.83.1.2").signIn(email, PASSWORD)).status).toBe(302);
      // That limit is for strangers: a device of the account is let in from behind the same address.
      const moved = new TestBrowser(address);
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
      expect((await moved.signIn(email, PASSWORD)).status).toBe(302);
    });
  });

  describe("the cookie of a known device", () => {
    const isTreatedAsStranger = async (
      email: string,
      browser: TestBrowser,
      password = PASSWORD,
    ) => {
      exhaustStrangerTries(email);
      return (await browser.signIn(email, password)).status === 429;
    };
    const deviceOf = (browser: TestBrowser) =>
      [...browser.cookies].find(([name]) => name.startsWith("fge.device_")) ?? ["", ""];

    test("is no use to another account, nor when it is changed", async () => {
      const { browser: mine } = await signedIn();
      const { email, browser: theirs } = await signedIn();
      const [name, value] = deviceOf(theirs);
      // The name of the cookie does not show the e-mail address.
      expect(name).not.toContain(email.slice(0, 8));
      const [, myValue] = deviceOf(mine);
      exhaustStrangerTries(email);
      const [day, keyNumber, mac = ""] = value.split(".");
      const forgedValues = [
        myValue,
        "",
        "0",
        [Number(day) + 1, keyNumber, mac].join("."),
        [day, "1", mac].join("."),
        [day, keyNumber, `${mac[0] === "A" ? "B" : "A"}${mac.slice(1)}`].join("."),
      ];
      for (const forgedValue of forgedValues) {
        const stranger = new TestBrowser(newIp());
        stranger.cookies.set(name, forgedValue);
        expect((await stranger.signIn(email, PASSWORD)).status, forgedValue).toBe(429);
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
      expect(await isTreatedAsStranger(email, other, next)).toBe(true);
      expect((await browser.signIn(email, next)).status).toBe(302);
    });

    test("ends for a device that is signed out from another one", async () => {
      const { email, browser } = await signedIn();
      const other = new TestBrowser();
      await other.signIn(email, PASSWORD);
      expect((await browser.change({ intent: "end-others" })).status).toBe(200);
      expect(await isTreatedAsStranger(email, other)).toBe(true);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
    });
  });

  test("links for a password can be asked for 3 times from one network and 12 times in all", async () => {
    const { email } = await signedIn();
    const { action } = await import("../../app/auth/passwords/forgotten.admin.tsx");
    const ask = async (browser: TestBrowser) => {
      const request = new Request("https://fge.example/admin/forgotten", {
        method: "POST",
        headers: browser.request.headers,
        body: new URLSearchParams({ email }),
      });
      const args = { request, context: browser.context, params: {} } as never;
      return ((await action(args)) as { init: ResponseInit | null }).init?.status ?? 200;
    };
    const here = newIp();
    for (const status of [200, 200, 200, 429])
      expect(await ask(new TestBrowser(here))).toBe(status);
    for (let time = 0; time < 12 - 3; time++) {
      expect(await ask(new TestBrowser(newIp()))).toBe(200);
    }
    expect(await ask(new TestBrowser(newIp()))).toBe(429);
    // Mail is written after the answer.
    await expect.poll(async () => (await mailsTo(email)).length).toBe(12);
  });
});
