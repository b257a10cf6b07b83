import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountOfLink } from "../../app/auth/account/links.system.server.ts";
import { findStaffAccount, listStaff } from "../../app/auth/staff/accounts.staff.server.ts";
import { listAccounts } from "../../app/auth/staff/accounts.system.server.ts";
import {
  inviteStaff,
  requestActivation,
  withdrawInvitation,
} from "../../app/auth/staff/invitations.staff.server.ts";
import { changeStaffAccount } from "../../app/auth/staff/staff-account.server.ts";
import { STAFF_LIST } from "../../app/auth/staff/staff-list.ts";
import { ADMINISTRATOR } from "../../app/auth/staff/staff-roles.ts";
import { asStaff, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { letIn } from "../support/letting-in.ts";
import { administrator, PASSWORD, seenAccount, TestBrowser } from "./browser.ts";
import { signedIn, withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";

withDatabase((_engine, database) => {
  const { rows, idOf, mailsTo, noticesTo, logOf } = inspector(database);
  const asAdmin = async <T>(work: (db: StaffDb) => Promise<T>) =>
    asStaff({ id: await idOf(await administrator()) }, work);
  const everyone = () =>
    asAdmin((db) => listStaff(db, parseListQuery(STAFF_LIST, new URLSearchParams())));

  describe("an invitation that is withdrawn", () => {
    test("opens nothing, is told, and its address can be invited again", async () => {
      const email = `${newId()}@example.org`;
      const invite = () =>
        asAdmin((db) => inviteStaff(db, { ...ADMINISTRATOR, name: "Hawa Soumah", email }));
      await invite();
      await letIn(await idOf(email));
      const [mail] = await mailsTo(email);
      const token = /\/admin\/reset\/([\w-]+)/.exec(mail ?? "")?.[1] ?? "";
      const id = await idOf(email);
      await asAdmin((db) => withdrawInvitation(db, id));
      expect(await accountOfLink(token)).toBeUndefined();
      expect(await rows(sql`select 1 from auth_verifications where value = ${id}`)).toEqual([]);
      expect(await noticesTo(email)).toEqual(["Votre invitation a été retirée"]);
      expect(await logOf(email)).toEqual(["create", "activate", "withdraw"]);
      await expect(asAdmin((db) => withdrawInvitation(db, id))).rejects.toMatchObject({
        kind: "not-found",
      });
      await invite();
      expect(await idOf(email)).not.toBe("");
    });

    test("is none any more once the person came in", async () => {
      const id = await idOf(await administrator());
      await expect(asAdmin((db) => withdrawInvitation(db, id))).rejects.toMatchObject({
        kind: "conflict",
      });
    });
  });

  describe("an account that is removed", () => {
    test("is out at once and keeps its name alone, where it decided something", async () => {
      const { browser } = await signedIn();
      const other = await signedIn();
      const id = await idOf(other.email);
      const registration = await asStaffOwned(id);
      const removed = await browser.changeOther(id, "remove");
      expect(removed).toEqual({ status: 200, done: "Compte supprimé" });
      expect(await other.browser.account()).toBeUndefined();
      expect((await new TestBrowser().signIn(other.email, PASSWORD)).status).toBe(401);
      expect(await noticesTo(other.email)).toContain("Votre compte a été supprimé");
      expect(await logOf(other.email)).toContain("remove");
      const [row] = await rows<{ name: string; email: string }>(
        sql`select name, email from profiles where id = ${id}`,
      );
      expect(row).toMatchObject({ name: "Aïssatou Diallo", email: `${id}@removed.invalid` });
      expect(await rows(sql`select 1 from auth_accounts where user_id = ${id}`)).toEqual([]);
      expect(
        await rows(sql`select cancelled_by from event_registrations where id = ${registration}`),
      ).toEqual([{ cancelled_by: id }]);
      expect((await everyone()).rows.map((one) => one.id)).not.toContain(id);
      expect((await listAccounts()).map((one) => one.id)).not.toContain(id);
      // Nobody brings it back by an old screen; its address is free.
      await expect(asAdmin((db) => requestActivation(db, id))).rejects.toMatchObject({
        kind: "not-found",
      });
      expect(await asAdmin((db) => findStaffAccount(db, id))).toBeUndefined();
      const again = await browser.changeOther(id, "remove");
      expect(again).toMatchObject({ status: 404 });
      await asAdmin((db) =>
        inviteStaff(db, { ...ADMINISTRATOR, name: "Hawa", email: other.email }),
      );
      expect(await idOf(other.email)).not.toBe(id);
    });

    const asStaffOwned = (id: string) =>
      asAdmin(async (db) => {
        const event_id = await insertRow(db, "events");
        return insertRow(db, "event_registrations", {
          event_id,
          status: "cancelled",
          cancelled_by: id,
        });
      });

    test("is never one's own", async () => {
      const { email, browser } = await signedIn();
      const own = await browser.changeOther(await idOf(email), "remove");
      expect(own.problem).toContain("votre propre compte");
      expect(await browser.account()).toBeDefined();
    });

    test("by two administrators of each other leaves one", async () => {
      const [one, other] = [await signedIn(), await signedIn()];
      const [first, second] = [await one.browser.asStaff(), await other.browser.asStaff()];
      const seenRemoval = async (id: string) => ({ intent: "remove", seen: await seenAccount(id) });
      const outcomes = await Promise.all([
        changeStaffAccount(first.context, second.account.id, await seenRemoval(second.account.id)),
        changeStaffAccount(second.context, first.account.id, await seenRemoval(first.account.id)),
      ]);
      expect(outcomes.filter(({ done }) => done)).toHaveLength(1);
    });
  });

  describe("the second factor of somebody who lost it", () => {
    test("is taken away with their sessions, and they are told; the password is theirs", async () => {
      const { browser } = await signedIn();
      const lost = await withAuthenticator();
      const id = await idOf(lost.email);
      const reset = await browser.changeOther(id, "reset-factor");
      expect(reset).toEqual({ status: 200, done: "Validation en deux étapes réinitialisée" });
      expect(await lost.browser.account()).toBeUndefined();
      expect(await rows(sql`select 1 from auth_two_factors where user_id = ${id}`)).toEqual([]);
      expect(await noticesTo(lost.email)).toContain(
        "Votre validation en deux étapes a été réinitialisée",
      );
      expect(await logOf(lost.email)).toContain("second-factor-reset");
      const [entry] = await rows<{ staff_id: string }>(
        sql`select staff_id from audit_log where action = 'profiles.second-factor-reset'
          and entity_id = ${id}`,
      );
      expect(entry?.staff_id).not.toBe(id);
      expect((await new TestBrowser().signIn(lost.email, PASSWORD)).status).toBe(302);
      const again = await browser.changeOther(id, "reset-factor");
      expect(again.problem).toContain("pas la validation en deux étapes");
    });

    test("is one's own to change in one's own account", async () => {
      const { email, browser } = await withAuthenticator();
      const own = await browser.changeOther(await idOf(email), "reset-factor");
      expect(own.problem).toContain("Mon compte");
    });
  });
});
