import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import { MEMBERSHIP_DAYS } from "../../app/membership/renewal/membership-period.ts";
import { renewalToken } from "../../app/membership/renewal/reminders.operations.server.ts";
import { readRenewal } from "../../app/membership/renewal/renewal.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import {
  application,
  apply,
  browserOf,
  CLUB,
  daysFrom,
  membersOf,
  offerTypes,
  only,
  openOrderOf,
  TODAY,
  textTo,
} from "./applicants.ts";
import { pay } from "./event.ts";

const club = (email: string, organisation = "Horoya E-sport 224", change: object = {}) =>
  application(email, {
    type: CLUB,
    organisation,
    birthDate: null,
    experience: null,
    games: null,
    ...change,
  });

withDatabase((_engine, database) => {
  beforeAll(offerTypes);

  describe("a club", () => {
    test("applies under its name, which its mail and its order bear", async () => {
      const token = await apply(club("club"), "fr");
      expect(await readApplication(token ?? "")).toMatchObject({
        organisation: "Horoya E-sport 224",
        first_name: "Hawa",
      });
      const mail = (await textTo("club@example.org")) ?? "";
      expect(mail).toContain("Bonjour Horoya E-sport 224,");
      const { id } = await only("club");
      const [row] = await asSystem("test", (db) =>
        rowsOf(
          db,
          sql`select payer_name, birth_date, games from orders o join members m on m.id = o.subject_id
            where m.id = ${id}`,
        ),
      );
      expect(row).toEqual({ payer_name: "Horoya E-sport 224", birth_date: null, games: null });
    });

    test("applies once, however its name is typed; another club of the same contact for itself", async () => {
      const first = await apply(club("contact"), "fr");
      expect(await apply(club("contact", "HOROYA e-sport 224", { firstName: "Fatou" }), "fr")).toBe(
        first,
      );
      expect(await apply(club("contact", "Kaloum Gaming"), "fr")).not.toBe(first);
      expect(await membersOf("contact")).toHaveLength(2);
      // From another browser, which may be a stranger's, it is a duplicate for staff.
      await apply(club("contact"), "fr", browserOf("stranger"));
      expect(await membersOf("contact")).toHaveLength(3);
      const again = database().asOwner(sql`insert into members
        (id, organisation, first_name, last_name, email, membership_type_id)
        values (${newId()}, 'Kaloum GAMING', 'X', 'Y', 'Contact@example.org', ${CLUB})`);
      await expect(again).rejects.toMatchObject({ cause: { code: "23505" } });
    });

    test.each([
      ["its name", { organisation: "Horoya E-sport 224" }],
      ["the contact alone, as before clubs were asked for their name", { organisation: null }],
    ])("that is known by %s is extended by a year", async (_what, known) => {
      const email = `renews-${newId()}`;
      const soonOver = daysFrom(TODAY, 10 * DAY);
      const former = await asSystem("test", (db) =>
        insertRow(db, "members", {
          ...known,
          first_name: "Hawa",
          last_name: "Soumah",
          email: `${email}@example.org`,
          member_type: "club",
          status: "active",
          membership_start: daysFrom(TODAY, -355 * DAY),
          membership_end: soonOver,
          membership_type_id: CLUB,
        }),
      );
      // Of another club with the same contact nothing is taken.
      await apply(club(email, "Kaloum Gaming"), "fr");
      await apply(club(email), "fr");
      const rows = await membersOf(email);
      const pending = rows.filter(({ status }) => status === "pending");
      await pay(await openOrderOf(pending[1]?.id ?? ""));
      expect(await membersOf(email)).toMatchObject([
        { id: former, status: "expired" },
        { status: "pending" },
        { status: "active", end: daysFrom(soonOver, MEMBERSHIP_DAYS * DAY) },
      ]);
    });

    test("finds its name in the form of its renewal", async () => {
      const end = daysFrom(TODAY, 20 * DAY);
      const email = "renewal@example.org";
      const values = { organisation: "Labé Esport", first_name: "F", last_name: "L", email };
      const id = await asSystem("test", (db) =>
        insertRow(db, "members", {
          ...values,
          member_type: "club",
          status: "active",
          membership_end: end,
        }),
      );
      const renewal = await readRenewal(renewalToken({ id, email, end }));
      expect(renewal?.values).toMatchObject({ organisation: "Labé Esport", firstName: "F" });
    });
  });
});
