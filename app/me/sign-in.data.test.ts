import "../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";
import { erasePerson } from "../people/erase.operations.server.ts";
import { CODE_TRIES, IDLE_MS, SESSION_MS, SIGN_IN_MS } from "./me.ts";
import {
  askedCookie,
  clearedAskedCookie,
  endSessions,
  forgetSignIns,
  readAsked,
  readMe,
  readSignInLink,
  sendSignIn,
  signIn,
} from "./sign-in.system.server.ts";

const NOW = Date.parse("2030-03-01T12:00:00.050Z");

/** A browser with its cookies. */
class Browser {
  #cookies = new Map<string, string>();

  take(...lines: string[]) {
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return this;
  }

  get request() {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    return new Request("https://fge.example/me", { headers: { cookie } });
  }
}

withDatabase((_engine, database) => {
  beforeEach(() => setClock(() => NOW));
  afterEach(() => setClock());

  const read = new Set<string>();
  /** The mail that came since somebody last looked. */
  const mailTo = async (recipient: string) => {
    const mails = await database().asOwner<{ id: string; text_body: string }>(
      sql`select id, text_body from mail_outbox where recipient = ${recipient}`,
    );
    const { id = "", text_body: text = "" } = mails.find((mail) => !read.has(mail.id)) ?? {};
    read.add(id);
    return {
      text,
      code: /\b\d{6}\b/.exec(text)?.[0] ?? "",
      link: /\/me\/([\w-]+)/.exec(text)?.[1] ?? "",
    };
  };
  const somebody = () => `hawa-${newId()}@example.org`;
  /** A browser that asked, and what was mailed for it. */
  const asking = async (email = somebody()) => {
    const browser = new Browser().take(await sendSignIn(email, "fr"));
    return { email, browser, mail: await mailTo(email) };
  };
  const signedIn = async (email?: string) => {
    const { browser, mail, ...rest } = await asking(email);
    const result = await signIn(browser.request, { code: mail.code });
    if (!("cookie" in result)) throw new Error(result.refused);
    browser.take(result.cookie, clearedAskedCookie());
    return { ...rest, browser, mail };
  };
  const emailOf = async (browser: Browser) => (await readMe(browser.request))?.me.email;
  const OVER = { refused: "over" };
  const WRONG = { refused: "wrong" };
  const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

  describe("what is mailed", () => {
    test("goes to every address alike, without a look at who is there", async () => {
      const [known, unknown] = [somebody(), somebody()];
      await asSystem("test", (db) => insertRow(db, "members", { email: known }));
      const tables = ["members", "event_registrations", "orders", "newsletter_subscriptions"];
      const rename = async (from: string, to: string) => {
        for (const table of tables) {
          await database().asOwner(`alter table ${table}${from} rename to ${table}${to}`);
        }
      };
      await rename("", "_away");
      const first = await asking(known).finally(() => rename("_away", ""));
      const second = await asking(unknown);
      const bare = ({ mail }: typeof first) => mail.text.replaceAll(/\d{6}|\/me\/[\w-]+/g, "x");
      expect(bare(first)).toContain("Mon espace");
      expect(bare(first)).toBe(bare(second));
    });

    test("is the same cookie where the limits send nothing, and then no code opens anything", async () => {
      const email = somebody();
      const lines = [await sendSignIn(email, "fr"), askedCookie(email)];
      expect(lines[1]).toHaveLength(lines[0]?.length ?? 0);
      const browser = new Browser().take(lines[1] ?? "");
      expect(readAsked(browser.request)?.email).toBe(email);
      expect(await signIn(browser.request, { code: (await mailTo(email)).code })).toEqual(OVER);
    });
  });

  describe("a code", () => {
    test("signs in the browser that asked, once", async () => {
      const { email, browser, mail } = await asking();
      const before = browser.request;
      const result = await signIn(before, { code: mail.code });
      expect(await emailOf(browser)).toBeUndefined();
      if ("cookie" in result) browser.take(result.cookie);
      expect(await emailOf(browser)).toBe(email);
      setClock(() => NOW + 2 * MINUTE);
      expect(await signIn(before, { code: mail.code })).toEqual(OVER);
      expect(await readSignInLink(mail.link, before)).toBeUndefined();
    });

    test("pressed twice is one session, of the second answer", async () => {
      const { browser, mail, email } = await asking();
      const { request } = browser;
      const both = [
        await signIn(request, { code: mail.code }),
        await signIn(request, { link: mail.link }),
      ];
      const rows = await database().asOwner(
        sql`select from me_sessions where address_hash = link_hash(${email})`,
      );
      expect(rows).toHaveLength(1);
      const opened = await Promise.all(
        both.map((one) => emailOf(new Browser().take("cookie" in one ? one.cookie : ""))),
      );
      expect(opened).toEqual([undefined, email]);
    });

    test("is nothing to another browser, nor to another request of the same address", async () => {
      const hers = await asking();
      expect(await signIn(new Browser().request, { code: hers.mail.code })).toEqual(OVER);
      const stranger = await asking(hers.email);
      if (stranger.mail.code !== hers.mail.code) {
        expect(await signIn(stranger.browser.request, { code: hers.mail.code })).toEqual(WRONG);
      }
      expect(await signIn(stranger.browser.request, { link: hers.mail.link })).toEqual(OVER);
    });

    test("is void after five wrong ones, with its link, and nobody else's is", async () => {
      const hers = await asking();
      const stranger = await asking(hers.email);
      const { request } = stranger.browser;
      const code = wrongOf(stranger.mail.code);
      for (let tries = 1; tries < CODE_TRIES; tries++) {
        expect(await signIn(request, { code })).toEqual(WRONG);
      }
      expect(await signIn(request, { code })).toEqual(OVER);
      expect(await signIn(request, { code: stranger.mail.code })).toEqual(OVER);
      expect(await signIn(request, { link: stranger.mail.link })).toEqual(OVER);
      expect(await readSignInLink(stranger.mail.link, request)).toBeUndefined();
      expect(await signIn(hers.browser.request, { code: hers.mail.code })).toHaveProperty("cookie");
    });

    test("is guessed twenty times a day for one address at most: then only links work", async () => {
      const email = somebody();
      for (let request = 0; request < 4; request++) {
        const stranger = await asking(email);
        const code = wrongOf(stranger.mail.code);
        for (let tries = 0; tries < CODE_TRIES; tries++) {
          await signIn(stranger.browser.request, { code });
        }
      }
      const hers = await asking(email);
      // However often she types it.
      for (let tries = 0; tries <= CODE_TRIES; tries++) {
        expect(await signIn(hers.browser.request, { code: hers.mail.code })).toEqual(WRONG);
      }
      expect(await signIn(hers.browser.request, { link: hers.mail.link })).toHaveProperty("cookie");
    });

    test("is over after a quarter of an hour, with its link", async () => {
      const { browser, mail } = await asking();
      const { request } = browser;
      setClock(() => NOW + SIGN_IN_MS - 1);
      expect(await readSignInLink(mail.link, request)).toBeDefined();
      setClock(() => NOW + SIGN_IN_MS);
      expect(readAsked(request)).toBeUndefined();
      expect(await signIn(request, { code: mail.code })).toEqual(OVER);
      expect(await signIn(request, { link: mail.link })).toEqual(OVER);
      expect(await readSignInLink(mail.link, request)).toBeUndefined();
    });
  });

  describe("a link", () => {
    test("opened by programs changes nothing; where it was asked, its button signs in", async () => {
      const { email, browser, mail } = await asking();
      for (let look = 0; look < 10; look++) {
        expect(await readSignInLink(mail.link, new Browser().request)).toEqual({
          email,
          here: false,
          code: mail.code,
        });
      }
      expect(await readSignInLink(mail.link, browser.request)).toEqual({ email, here: true });
      expect(await signIn(browser.request, { link: mail.link })).toHaveProperty("cookie");
    });

    test("signs in no other browser, whatever that asked for", async () => {
      const { mail } = await asking();
      const other = await asking();
      expect(await signIn(new Browser().request, { link: mail.link })).toEqual(OVER);
      expect(await signIn(other.browser.request, { link: mail.link })).toEqual(OVER);
      expect(await readSignInLink(mail.link, other.browser.request)).toMatchObject({ here: false });
    });

    test("is no cookie, and no cookie is a link", async () => {
      const { browser, mail } = await asking();
      const asked = /me-asked=([^;]+)/.exec(browser.request.headers.get("cookie") ?? "")?.[1] ?? "";
      const forged = new Browser().take(`me-asked=${mail.link}`, `me=${mail.link}`);
      expect(readAsked(forged.request)).toBeUndefined();
      expect(await readMe(forged.request)).toBeUndefined();
      expect(await readSignInLink(asked, browser.request)).toBeUndefined();
    });
  });

  describe("a session", () => {
    test("lasts a month without a visit, and a year with visits", async () => {
      const { email, browser } = await signedIn();
      let now = NOW;
      for (; now + IDLE_MS - DAY < NOW + SESSION_MS; now += IDLE_MS - DAY) {
        setClock(() => now);
        const found = await readMe(browser.request);
        expect(found?.me.email).toBe(email);
        if (found?.cookie) browser.take(found.cookie);
      }
      setClock(() => NOW + SESSION_MS);
      expect(await readMe(browser.request)).toBeUndefined();
      setClock(() => NOW);
      const idle = await signedIn();
      setClock(() => NOW + IDLE_MS);
      expect(await readMe(idle.browser.request)).toBeUndefined();
    });

    test("ends on this device or on all of the address, and on nobody else's", async () => {
      const first = await signedIn();
      const second = await signedIn(first.email);
      const third = await signedIn(first.email);
      const other = await signedIn();
      const end = async ({ browser }: typeof first, everywhere: boolean) => {
        const found = await readMe(browser.request);
        if (found) await endSessions(found.me, everywhere);
      };
      await end(first, false);
      expect(await emailOf(first.browser)).toBeUndefined();
      expect(await emailOf(second.browser)).toBe(first.email);
      const waiting = await asking(first.email);
      await end(second, true);
      expect(await emailOf(second.browser)).toBeUndefined();
      expect(await emailOf(third.browser)).toBeUndefined();
      expect(await signIn(waiting.browser.request, { code: waiting.mail.code })).toEqual(OVER);
      expect(await emailOf(other.browser)).toBe(other.email);
    });

    test("ends when a record of its address gets another one, or its person is erased", async () => {
      const add = (email: string) =>
        asSystem("test", (db) =>
          insertRow(db, "members", { email, status: "expired", birth_date: "2001-05-04" }),
        );
      const moved = await signedIn();
      const id = await add(moved.email.toUpperCase());
      await database().asOwner(sql`update members set city = 'Labé' where id = ${id}`);
      expect(await emailOf(moved.browser)).toBe(moved.email);
      const waiting = await asking(moved.email);
      await database().asOwner(sql`update members set email = ${somebody()} where id = ${id}`);
      expect(await emailOf(moved.browser)).toBeUndefined();
      expect(await signIn(waiting.browser.request, { code: waiting.mail.code })).toEqual(OVER);
      const erased = await signedIn();
      const person = await add(erased.email);
      await asSystem("people.erase", (db) => erasePerson(db, person));
      expect(await emailOf(erased.browser)).toBeUndefined();
    });

    test("is kept as hashes alone, and what is over is deleted", async () => {
      const { email, browser, mail } = await signedIn();
      const rows = async () =>
        database().asOwner<{ row: string }>(
          sql`select to_jsonb(s.*)::text as row from me_sessions s where address_hash = link_hash(${email})
            union all select to_jsonb(a.*)::text from me_sign_ins a where address_hash = link_hash(${email})`,
        );
      const stored = JSON.stringify(await rows());
      const cookie = browser.request.headers.get("cookie") ?? "";
      for (const secret of [email, mail.code, mail.link, cookie.replace(/^me=/, "")]) {
        expect(secret.length).toBeGreaterThan(5);
        expect(stored).not.toContain(secret);
      }
      expect(cookie).not.toContain(email);
      expect(await rows()).toHaveLength(2);
      setClock(() => NOW + SIGN_IN_MS);
      await forgetSignIns();
      expect(await rows()).toHaveLength(1);
      expect(await emailOf(browser)).toBe(email);
      setClock(() => NOW + IDLE_MS);
      await forgetSignIns();
      expect(await rows()).toHaveLength(0);
    });
  });
});
