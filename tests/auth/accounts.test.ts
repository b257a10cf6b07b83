import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountOfLink } from "../../app/auth/account/links.system.server.ts";
import { checkNewPassword } from "../../app/auth/passwords/new-password.server.ts";
import { choosePassword } from "../../app/auth/passwords/passwords.system.server.ts";
import { listOwnSessions } from "../../app/auth/sessions/sessions.staff.server.ts";
import { deactivateStaff, listStaff } from "../../app/auth/staff/accounts.staff.server.ts";
import {
  disableAccount,
  ensureAdministrator,
  listAccounts,
} from "../../app/auth/staff/accounts.system.server.ts";
import {
  inviteStaff,
  reinviteStaff,
  requestActivation,
} from "../../app/auth/staff/invitations.staff.server.ts";
import { ADMINISTRATOR } from "../../app/auth/staff/staff-roles.ts";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { profiles } from "../../app/core/profiles.table.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { openTestDatabase, withDatabase } from "../support/database/test-database.ts";
import { letIn } from "../support/letting-in.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { inspector } from "./inspect.ts";

const NEXT = "une autre phrase assez longue";

withDatabase((engine, database) => {
  const { rows, idOf, mailsTo, logOf } = inspector(database);
  const linkIn = (text: string | undefined) =>
    /\/admin\/reset\/([\w-]+)/.exec(text ?? "")?.[1] ?? "";
  /** What the screen behind a link does. */
  const choose = async (token: string, password: string) => {
    const account = await accountOfLink(token);
    if (!account) return (await choosePassword(token, password)) === undefined ? 404 : 200;
    const checked = await checkNewPassword({ password, again: password }, account);
    if (!checked.ok) return 400;
    return (await choosePassword(token, password)) === undefined ? 404 : 200;
  };
  const asAdmin = async <T>(work: (db: StaffDb) => Promise<T>, email?: string) =>
    asStaff({ id: await idOf(email ?? (await administrator())) }, work);

  describe("a forgotten password", () => {
    const forgot = (email: string) => new TestBrowser().ask("/request-password-reset", { email });

    test("is replaced by way of a link, which ends every session and serves once", async () => {
      const email = await administrator();
      const before = new TestBrowser();
      await before.signIn(email, PASSWORD);
      expect((await forgot(email)).status).toBe(200);
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
      const [mail] = await mailsTo(email);
      const token = linkIn(mail);
      expect((await accountOfLink(token))?.email).toBe(email);
      expect(JSON.stringify(await rows(sql`select * from auth_verifications`))).not.toContain(
        token,
      );

      expect(await choose(token, NEXT)).toBe(200);
      expect(await before.account()).toBeUndefined();
      expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(401);
      expect((await new TestBrowser().signIn(email, NEXT)).status).toBe(302);
      expect(await accountOfLink(token)).toBeUndefined();
      expect(await choose(token, PASSWORD)).toBe(404);
      expect(await logOf(email)).toContain("password");
    });

    test("says the same of an address that nobody has, and sends nothing", async () => {
      const email = "nobody-at-all@example.org";
      const [known, unknown] = [await forgot(await administrator()), await forgot(email)];
      expect(unknown.body).toEqual(known.body);
      expect(unknown.status).toBe(known.status);
      expect(await mailsTo(email)).toEqual([]);
    });

    test("is replaced by twelve characters or more, within an hour", async () => {
      const email = await administrator();
      await forgot(email);
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
      const token = linkIn((await mailsTo(email))[0]);
      expect(await choose(token, "onze lettre")).toBe(400);
      await rows(sql`update auth_verifications set expires_at = now() - interval '1 second'
        where value = ${await idOf(email)}`);
      expect(await accountOfLink(token)).toBeUndefined();
      expect(await choose(token, NEXT)).toBe(404);
    });

    test.each(["", "x", "../../etc", "%00", "a".repeat(5_000)])("has no link %j", async (token) => {
      expect(await accountOfLink(token)).toBeUndefined();
    });
  });

  describe("one's own password", () => {
    test("is changed with the old one; other devices are out, this one stays", async () => {
      const email = await administrator();
      const [here, elsewhere] = [new TestBrowser(), new TestBrowser()];
      await here.signIn(email, PASSWORD);
      await elsewhere.signIn(email, PASSWORD);
      const values = { intent: "password", current: PASSWORD, password: NEXT, again: NEXT };
      const wrong = await here.change({ ...values, current: "pas celui-ci" });
      expect(wrong.state.errors).toEqual({ current: "Ce mot de passe est incorrect" });
      const differing = await here.change({ ...values, again: `${NEXT}x` });
      expect(differing.state.errors).toEqual({ again: "Les deux mots de passe diffèrent" });
      const short = await here.change({ ...values, password: "court", again: "court" });
      expect(short.state.errors).toEqual({
        password: "Le mot de passe doit contenir au moins 12 caractères",
      });
      const cookies = JSON.stringify([...here.cookies]);
      expect((await here.change(values)).status).toBe(200);
      expect(JSON.stringify([...here.cookies])).not.toBe(cookies);
      expect(await here.account()).toMatchObject({ email });
      expect(await elsewhere.account()).toBeUndefined();
      expect((await elsewhere.signIn(email, PASSWORD)).status).toBe(401);
    });
  });

  describe("the devices of an account", () => {
    test("are listed without more than is needed, and ended one by one or all at once", async () => {
      const email = await administrator();
      const browsers = [1, 2, 3].map(() => new TestBrowser("41.82.4.4"));
      for (const browser of browsers) await browser.signIn(email, PASSWORD);
      const [here, second, third] = browsers as [TestBrowser, TestBrowser, TestBrowser];
      const list = () => asAdmin((db) => listOwnSessions(db, ""), email);
      const visible = await list();
      expect(visible).toHaveLength(3);
      expect(visible[0]).toMatchObject({ device: "Chrome · Android", network: "41.82.x.x" });
      const own = await rows<{ id: string }>(
        sql`select id from auth_sessions where user_id = ${await idOf(email)} order by created_at`,
      );
      const ended = { intent: "end-session", id: own[1]?.id ?? "" };
      expect((await here.change(ended)).state.done).toBe("Appareil déconnecté");
      expect(await second.account()).toBeUndefined();
      expect(await third.account()).toBeDefined();
      expect((await here.change({ intent: "end-others" })).status).toBe(200);
      expect(await third.account()).toBeUndefined();
      expect(await here.account()).toMatchObject({ email });
    });

    test("say when an account was last here, and nothing of one that never was", async () => {
      const [seen, missing, unseen] = await Promise.all([1, 2, 3].map(administrator));
      if (!seen || !missing || !unseen) throw new Error("no accounts");
      await new TestBrowser().signIn(seen, PASSWORD);
      const leaving = new TestBrowser();
      await leaving.signIn(missing, PASSWORD);
      await leaving.ask("/sign-out", {});
      const query = parseListQuery(
        { filters: {}, sorts: ["created_at"], descending: true },
        new URLSearchParams(),
      );
      const { rows: listed } = await asAdmin((db) => listStaff(db, query));
      const of = (email: string) => listed.find((account) => account.email === email)?.last_seen;
      for (const account of [seen, missing]) {
        expect(Math.abs(Date.now() - Date.parse(of(account) ?? ""))).toBeLessThan(60_000);
      }
      expect(of(unseen)).toBeNull();
    });

    test("are nobody else's to end", async () => {
      const [mine, theirs] = [new TestBrowser(), new TestBrowser()];
      await mine.signIn(await administrator(), PASSWORD);
      const email = await administrator();
      await theirs.signIn(email, PASSWORD);
      const [session] = await rows<{ id: string }>(
        sql`select id from auth_sessions where user_id = ${await idOf(email)}`,
      );
      await mine.change({ intent: "end-session", id: session?.id ?? "" });
      expect((await mine.change({ intent: "end-session", id: "1 or true" })).status).toBe(400);
      expect(await theirs.account()).toMatchObject({ email });
    });
  });

  describe("an invitation", () => {
    const invite = async () => {
      const email = `${newId()}@example.org`;
      await asAdmin((db) => inviteStaff(db, { ...ADMINISTRATOR, name: "Mariama Bah", email }));
      await letIn(await idOf(email));
      const [mail] = await mailsTo(email);
      return { email, token: linkIn(mail) };
    };

    test("lets somebody choose a password within seven days, and only then in", async () => {
      const { email, token } = await invite();
      const [link] = await rows<{ days: number }>(sql`select
        extract(epoch from expires_at - now()) / 86400 as days from auth_verifications
        where value = ${await idOf(email)}`);
      expect(Number(link?.days)).toBeCloseTo(7, 2);
      expect((await new TestBrowser().signIn(email, NEXT)).status).toBe(401);
      expect(await choose(token, NEXT)).toBe(200);
      expect((await new TestBrowser().signIn(email, NEXT)).to).toBe("/admin");
    });

    test("is sent again to who did not use it, and to nobody else", async () => {
      const { email, token } = await invite();
      const id = await idOf(email);
      await asAdmin((db) => reinviteStaff(db, id));
      const again = linkIn((await mailsTo(email)).at(-1));
      expect(again).not.toBe(token);
      expect(await choose(again, NEXT)).toBe(200);
      expect(await accountOfLink(token)).toBeUndefined();
      await expect(asAdmin((db) => reinviteStaff(db, id))).rejects.toMatchObject({
        kind: "conflict",
      });
    });

    test("of an address that has an account is refused", async () => {
      const email = await administrator();
      const twice = asAdmin((db) =>
        inviteStaff(db, { ...ADMINISTRATOR, name: "Mariama Bah", email }),
      );
      await expect(twice).rejects.toMatchObject({ field: "email" });
    });
  });

  describe("deactivating", () => {
    test("shuts an account out at once, and activating lets it in again", async () => {
      const email = await administrator();
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      const id = await idOf(email);
      await asAdmin((db) => deactivateStaff(db, id));
      expect(await browser.account()).toBeUndefined();
      expect((await browser.signIn(email, PASSWORD)).status).toBe(403);
      await asAdmin((db) => requestActivation(db, id));
      expect((await browser.signIn(email, PASSWORD)).status).toBe(403);
      await letIn(id);
      expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
    });

    test("is refused for oneself", async () => {
      const email = await administrator();
      const id = await idOf(email);
      await expect(asAdmin((db) => deactivateStaff(db, id), email)).rejects.toMatchObject({
        kind: "conflict",
        message: "vous ne pouvez pas vous désactiver",
      });
    });

    test("by two administrators of each other leaves one", async () => {
      const emails = [await administrator(), await administrator()] as const;
      const [first, second] = [await idOf(emails[0]), await idOf(emails[1])];
      const each = [
        asStaff({ id: first }, (db) => deactivateStaff(db, second)),
        asStaff({ id: second }, (db) => deactivateStaff(db, first)),
      ];
      const outcomes = await Promise.allSettled(each);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });
  });

  test("who holds the machine lists and disables accounts", async () => {
    const email = await administrator();
    expect((await listAccounts()).find((account) => account.email === email)).toMatchObject({
      is_active: true,
      two_factor_enabled: false,
    });
    const browser = new TestBrowser();
    await browser.signIn(email, PASSWORD);
    expect(await disableAccount(email.toUpperCase())).toBe(true);
    expect(await browser.account()).toBeUndefined();
    expect(await disableAccount("nobody@example.org")).toBe(false);
    expect(await logOf(email)).toContain("disable");
  });

  describe("the first administrator", () => {
    /** Runs `work` while a database of its own is the one that the doors open. */
    const onEmpty = async (work: () => Promise<void>) => {
      const fresh = await openTestDatabase(engine);
      try {
        await work();
      } finally {
        await fresh.close();
        startApp({ database: { engine: database().engine } });
      }
    };

    test("is made once, however many processes start, and can enter", () =>
      onEmpty(async () => {
        const made = await Promise.all([1, 2, 3].map(() => ensureAdministrator({})));
        const generated = made.filter((account) => account !== undefined);
        expect(generated).toHaveLength(1);
        const { email = "", password = "" } = generated[0] ?? {};
        expect(password).toMatch(/^(?:[a-z2-9]{6}-){3}[a-z2-9]{6}$/);
        expect((await new TestBrowser().signIn(email, password)).to).toBe("/admin");
        expect(await ensureAdministrator({})).toBeUndefined();
        await disableAccount(email);
        expect(await ensureAdministrator({})).toBeUndefined();
        expect(await listAccounts()).toHaveLength(1);
      }));

    test("is nobody whose rights were taken away, whatever the settings say", () =>
      onEmpty(async () => {
        const settings = { ADMIN_EMAIL: "before@example.org", ADMIN_PASSWORD: PASSWORD };
        await ensureAdministrator(settings);
        await asSystem("test", (db) =>
          db.update(profiles).set({ role: "user", roles: ["editor"] }),
        );
        await ensureAdministrator(settings);
        expect(await listAccounts()).toMatchObject([{ role: "user", roles: ["editor"] }]);
      }));

    test("has the e-mail and the password of the settings, which are not shown", () =>
      onEmpty(async () => {
        const settings = { ADMIN_EMAIL: "Secretariat@Example.org", ADMIN_PASSWORD: PASSWORD };
        expect(await ensureAdministrator(settings)).toBeUndefined();
        const { to } = await new TestBrowser().signIn("secretariat@example.org", PASSWORD);
        expect(to).toBe("/admin");
      }));
  });
});
