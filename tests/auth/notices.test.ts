import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addressOfLink, confirmAddress } from "../../app/auth/account/links.system.server.ts";
import { choosePassword } from "../../app/auth/passwords/passwords.system.server.ts";
import { PLACEHOLDER_ADDRESS } from "../../app/auth/passwords/passwords.ts";
import { confirmSignIn } from "../../app/auth/sign-in/sign-in.server.ts";
import { deactivateStaff } from "../../app/auth/staff/accounts.staff.server.ts";
import { disableAccount, resetAdministrator } from "../../app/auth/staff/accounts.system.server.ts";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { isUniqueViolation } from "../../app/core/values/errors.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { mailCodes, signedIn, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";

const NEXT = "une autre phrase assez longue";
const NEW_DEVICE = "Connexion depuis un nouvel appareil";

withDatabase((_engine, database) => {
  const inspected = inspector(database);
  const { rows, idOf, mailsTo, noticesTo, logOf } = inspected;
  const { withMailCodes } = mailCodes(inspected);
  const bodiesTo = (email: string) =>
    rows<{ text_body: string; html_body: string }>(sql`select text_body, html_body from mail_outbox
      where recipient = ${email} and template = 'account-notice' order by created_at, id`);

  /** What an account is told of one thing that happens to it. */
  async function messages(email: string, happens: () => Promise<unknown>): Promise<string[]> {
    const { length } = await noticesTo(email);
    await happens();
    return (await noticesTo(email)).slice(length);
  }
  const ok = async (change: Promise<{ status: number }>) => expect((await change).status).toBe(200);

  describe("the owner of an account is told once", () => {
    test("of a sign-in on a device that was not known, and of no other", async () => {
      const { email, browser } = await signedIn();
      expect(await noticesTo(email)).toEqual([NEW_DEVICE]);
      const [mail] = await bodiesTo(email);
      expect(mail?.text_body).toMatch(/Appareil\u202f: Chrome · Android/);
      expect(mail?.text_body).toContain(`${browser.ip.split(".").slice(0, 2).join(".")}.x.x`);
      expect(mail?.text_body).not.toContain(browser.ip);
      await browser.ask("/sign-out", {});
      expect(await messages(email, () => browser.signIn(email, PASSWORD))).toEqual([]);
      expect(await messages(email, () => new TestBrowser().signIn(email, PASSWORD))).toEqual([
        NEW_DEVICE,
      ]);
      expect(await messages(email, () => new TestBrowser().signIn(email, "pas celui-ci"))).toEqual(
        [],
      );
    });

    test("of new devices a few times in an hour, and how to end it", async () => {
      const email = await administrator();
      for (let times = 0; times < 9; times++) await new TestBrowser().signIn(email, PASSWORD);
      expect(await noticesTo(email)).toEqual(Array(6).fill(NEW_DEVICE));
      const [mail] = await bodiesTo(email);
      expect(mail?.text_body).toContain("/admin/account");
      expect(mail?.text_body).toContain("/admin/forgotten");
    });

    test("of a new password, by its owner or by a link, and not of the first one", async () => {
      const { email, browser } = await signedIn();
      const changed = "Votre mot de passe a été changé";
      const values = { intent: "password", current: PASSWORD, password: NEXT, again: NEXT };
      expect(await messages(email, () => ok(browser.change(values)))).toEqual([changed]);
      await new TestBrowser().ask("/request-password-reset", { email });
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
      const token = /\/admin\/reset\/([\w-]+)/.exec((await mailsTo(email))[0] ?? "")?.[1] ?? "";
      expect(await messages(email, () => choosePassword(token, PASSWORD))).toEqual([changed]);
    });

    test("of a second factor that is set up, renewed, and taken away", async () => {
      const { email, browser, nextCode } = await withAuthenticator();
      expect((await noticesTo(email)).slice(1)).toEqual(["Validation en deux étapes activée"]);
      const values = { password: PASSWORD };
      const renewal = () =>
        ok(browser.change({ ...values, intent: "recovery-codes", code: nextCode() }));
      expect(await messages(email, renewal)).toEqual(["Nouveaux codes de secours"]);
      const off = () =>
        ok(browser.change({ ...values, intent: "second-factor-off", code: nextCode() }));
      expect(await messages(email, off)).toEqual(["Validation en deux étapes désactivée"]);
      expect(
        await messages(email, () => browser.change({ ...values, intent: "second-factor-off" })),
      ).toEqual(["Validation en deux étapes désactivée"]);
      const mailOnly = await withMailCodes();
      expect((await noticesTo(mailOnly.email)).slice(1)).toEqual([
        "Validation en deux étapes activée",
      ]);
    });

    test("of a recovery code that opened, and how many are left", async () => {
      const { email, codes } = await withAuthenticator();
      const enter = async (code: string) => {
        const browser = new TestBrowser();
        await browser.signIn(email, PASSWORD);
        const { request, context } = browser;
        return confirmSignIn({ request, context, from: null }, "recovery", { code });
      };
      const [first = "", second = ""] = codes;
      expect(await messages(email, () => enter(first))).toEqual([
        "Un code de secours a été utilisé",
      ]);
      expect((await bodiesTo(email)).at(-1)?.text_body).toContain("Il en reste 9.");
      expect(await messages(email, () => enter(first))).toEqual([]);
      expect(await messages(email, () => enter(second))).toEqual([
        "Un code de secours a été utilisé",
      ]);
      expect(await logOf(email)).toContain("recovery-code");
    });

    test("of devices that another one signs out", async () => {
      const { email, browser } = await signedIn();
      for (let time = 0; time < 3; time++) await new TestBrowser().signIn(email, PASSWORD);
      const [session] = await rows<{ id: string }>(sql`select id from auth_sessions
        where user_id = ${await idOf(email)} order by created_at desc`);
      const one = { intent: "end-session", id: session?.id ?? "" };
      expect(await messages(email, () => browser.change(one))).toEqual([
        "Un appareil a été déconnecté",
      ]);
      const others = { intent: "end-others" };
      expect(await messages(email, () => browser.change(others))).toEqual([
        "Des appareils ont été déconnectés",
      ]);
      expect(await messages(email, () => browser.change(others))).toEqual([]);
    });

    test("of being deactivated, by another administrator or by the machine", async () => {
      const [one, other] = [await administrator(), await administrator()];
      const id = await idOf(other);
      const off = async () => asStaff({ id: await idOf(one) }, (db) => deactivateStaff(db, id));
      expect(await messages(other, off)).toEqual(["Votre compte a été désactivé"]);
      expect((await bodiesTo(other)).at(-1)?.text_body).toContain("Aïssatou Diallo a désactivé");
      expect(await messages(one, () => disableAccount(one))).toEqual([
        "Votre compte a été désactivé",
      ]);
    });

    test("of a reset on the machine, in one message; a new account is not", async () => {
      const email = await administrator();
      expect(await noticesTo(email)).toEqual([]);
      const reset = () => resetAdministrator({ name: "N", email, password: NEXT });
      expect(await messages(email, reset)).toEqual(["Votre compte a été réinitialisé"]);
    });

    test("but nobody is, at nobody's address", async () => {
      await resetAdministrator({ name: "N", email: PLACEHOLDER_ADDRESS, password: PASSWORD });
      await new TestBrowser().signIn(PLACEHOLDER_ADDRESS, PASSWORD);
      expect(await noticesTo(PLACEHOLDER_ADDRESS)).toEqual([]);
    });
  });

  describe("another address", () => {
    const ask = async (kind: "with" | "without") => {
      const { email, browser, nextCode } = await withAuthenticator();
      const next = `${newId()}@example.org`;
      const code = kind === "with" ? nextCode() : "";
      const values = { intent: "email", email: next, password: PASSWORD, code };
      const { state, status } = await browser.change(values);
      const token = /\/admin\/address\/([\w-]+)/.exec((await mailsTo(next))[0] ?? "")?.[1] ?? "";
      return { email, browser, next, state, status, token };
    };

    test("wants the password and a code, and what was typed is not lost", async () => {
      const { next, state, status, token } = await ask("without");
      expect([status, token]).toEqual([400, ""]);
      expect(state).toMatchObject({ email: next, errors: { code: "Saisissez le code." } });
    });

    test("counts when its link comes back, once; both addresses are told", async () => {
      const { email, browser, next, state, token } = await ask("with");
      expect(state.done).toBe(
        `Le lien de confirmation pour ${next} est gardé sur le serveur : ce site ne peut pas envoyer d’e-mail`,
      );
      expect(await addressOfLink(token)).toBe(next);
      expect(JSON.stringify(await rows(sql`select * from auth_verifications`))).not.toContain(
        token,
      );
      expect((await new TestBrowser().signIn(next, PASSWORD)).status).toBe(401);
      const subject = "L’adresse de votre compte a changé";
      expect(await messages(email, () => confirmAddress(token))).toEqual([subject]);
      expect(await noticesTo(next)).toEqual([subject]);
      expect(await confirmAddress(token)).toBe(false);
      expect(await browser.account()).toMatchObject({ email: next });
      expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(401);
      expect((await new TestBrowser().signIn(next, PASSWORD)).status).toBe(302);
      const [entry] =
        await rows(sql`select before, after from audit_log join audit_values using (id)
        where action = 'profiles.email' and label = ${next}`);
      expect(entry).toEqual({ before: { email }, after: { email: next } });
    });

    test("is none that another account has, by then either", async () => {
      const claimed = await administrator();
      const { browser } = await signedIn();
      const values = { intent: "email", password: PASSWORD };
      for (const [email, error] of [
        [claimed, "Cette adresse a déjà un compte"],
        ["not an address", "Email invalide"],
      ]) {
        const { state } = await browser.change({ ...values, email: email ?? "" });
        expect(state.errors).toEqual({ email: error });
      }
      const { next, token, email: before } = await ask("with");
      await resetAdministrator({ name: "N", email: next, password: PASSWORD });
      await expect(confirmAddress(token)).rejects.toSatisfy(isUniqueViolation);
      expect(await idOf(before)).not.toBe("");
    });
  });

  test("a notice stands or falls with what it tells", async () => {
    const { email, browser } = await signedIn();
    await rows(
      sql`alter table mail_outbox add constraint no_notice check (template <> 'account-notice') not valid`,
    );
    try {
      const values = { intent: "password", current: PASSWORD, password: NEXT, again: NEXT };
      await expect(browser.change(values)).rejects.toThrow();
      await expect(new TestBrowser().signIn(email, PASSWORD)).resolves.toMatchObject({
        status: 500,
      });
    } finally {
      await rows(sql`alter table mail_outbox drop constraint no_notice`);
    }
    expect(await browser.account()).toMatchObject({ email });
    expect((await browser.signIn(email, PASSWORD)).status).toBe(302);
  });

  test("no notice holds what opens anything", async () => {
    const { email, browser, secret, codes, nextCode } = await withAuthenticator();
    const renewed = await browser.change({
      intent: "recovery-codes",
      password: PASSWORD,
      code: nextCode(),
    });
    const secrets = [secret, PASSWORD, ...codes, ...(renewed.state.recoveryCodes ?? [])];
    const tokens = [...browser.cookies.values()].map((value) => decodeURIComponent(value));
    const written = JSON.stringify(await bodiesTo(email));
    for (const text of [...secrets, ...tokens]) expect(written).not.toContain(text);
    expect(written).not.toMatch(/\/admin\/(?!forgotten|account\W)/);
  });
});
