import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { inDays, volunteers } from "../../../tests/registrations/volunteers.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { checkIn, findAtDoor, listArrivals } from "./door.staff.server.ts";

// What whoever stands at a door is shown of people, and what the database lets them change.

withDatabase((_engine, database) => {
  const { as, account, event, volunteer, registrant } = volunteers(database);

  describe("the search of the door", () => {
    let id: string;
    let here: string;
    const search = async (words: string) =>
      (await as(id, (db) => findAtDoor(db, here, words, false))).rows;
    const found = async (words: string) => (await search(words)).map((row) => row.first_name);

    beforeAll(async () => {
      ({ id, event: here } = await volunteer());
      await registrant(here, {
        first_name: "Aïssatou",
        last_name: "Diallo",
        reference: "FGE-4A4A-4A",
        email: "secret@example.org",
        phone: "+224620999888",
        gamertag: "Foudre",
        birth_date: inDays(-12 * 365),
        guardian_name: "Mariama Diallo",
        guardian_relation: "mother",
        guardian_phone: "+224620777666",
        guardian_consent: "Oui",
        guardian_consent_at: "2026-01-01T00:00:00Z",
      });
      await registrant(here, { first_name: "Parti", last_name: "Diallo", status: "cancelled" });
      await registrant(await event(), { first_name: "Autre", last_name: "Diallo" });
    });

    test("knows names in any order and without accents, and references, of this event alone", async () => {
      for (const words of ["aissatou", "DIALLO aïs", "4a4a", " diallo "]) {
        expect(await found(words), words).toEqual(["Aïssatou"]);
      }
    });

    test("tells nobody whether an address, a number or a gamertag is known", async () => {
      for (const words of ["secret", "example.org", "999888", "777666", "Foudre", "%", "_", "\\"]) {
        expect(await found(words), words).toEqual([]);
      }
      expect(await found("   ")).toEqual([]);
      expect(await found("'; drop table events --")).toEqual([]);
    });

    test("gives what is of use at a door, and no way to reach anybody", async () => {
      const [row] = await search("diallo");
      const { guardian_phone, ...given } = row ?? {};
      expect(guardian_phone).toBeUndefined();
      expect(Object.keys(given).sort()).toEqual([
        "amount",
        "checked_in_at",
        "currency",
        "first_name",
        "id",
        "is_test",
        "last_name",
        "licence",
        "notice",
        "price_name",
        "reference",
        "status",
      ]);
      expect(row?.notice).toContain("Mineur, responsable");
      // Time and chance write any number into an id and a reference.
      expect(JSON.stringify({ ...given, id: "", reference: "" })).not.toMatch(/224|@|20\d\d-/);
      const tender = await account("events");
      const { rows } = await as(tender, (db) => findAtDoor(db, here, "diallo", true));
      expect(rows[0]?.guardian_phone).toBe("+224620777666");
    });

    test("shows of who came no number either", async () => {
      const [row] = await search("diallo");
      await as(id, (db) => checkIn(db, row?.id ?? "", here));
      const arrivals = await as(id, (db) => listArrivals(db, here, false));
      expect(arrivals).toHaveLength(1);
      expect(JSON.stringify(arrivals)).not.toMatch(/224620/);
    });

    test("says that there is more", async () => {
      for (let n = 0; n < 11; n++) await registrant(here, { last_name: "Camara" });
      const { rows: shown, more } = await as(id, (db) => findAtDoor(db, here, "camara", false));
      expect([shown.length, more]).toEqual([10, true]);
    });
  });

  describe("the database, whatever our code lets through", () => {
    const attempt = (id: string, statement: ReturnType<typeof sql>) =>
      as(id, async (db) => {
        const result = (await db.execute(statement)) as {
          rowCount?: number;
          affectedRows?: number;
        };
        return result.rowCount ?? result.affectedRows ?? 0;
      }).catch((error: Error) => (error.cause as { code?: string } | undefined)?.code);

    test.each([[["door"]], [["door", "editor"]]])(
      "keeps somebody with the roles %j to who came at their event",
      async (roles) => {
        const { id, event } = await volunteer({}, ...roles.slice(1));
        const [own, other] = [await registrant(event), await registrant(await eventOfOthers())];
        const come = (row: string) =>
          sql`update event_registrations set checked_in_at = now() where id = ${row}`;
        expect(await attempt(id, come(own))).toBe(1);
        expect(await attempt(id, come(other))).toBe(0);
        for (const set of [
          sql`email = 'x@example.org'`,
          sql`status = 'cancelled'`,
          sql`last_name = 'X'`,
          sql`event_id = ${await eventOfOthers()}`,
        ]) {
          const change = sql`update event_registrations set ${set} where id = ${own}`;
          expect(await attempt(id, change)).toBe("42501");
        }
        expect(await attempt(id, sql`delete from event_registrations where id = ${own}`)).toBe(
          "42501",
        );
        const copy = sql`insert into event_registrations select * from event_registrations where id = ${own}`;
        expect(await attempt(id, copy)).not.toBe(1);
        const standing = sql`insert into event_door (id, event_id, account_id, added_by)
          values (${newId()}, ${await eventOfOthers()}, ${id}, ${id})`;
        expect(await attempt(id, standing)).toBe("42501");
        expect(await attempt(id, sql`delete from event_door`)).toBe("42501");
        expect(await attempt(id, sql`update event_door set event_id = event_id`)).toBe("42501");
        const seen = await as(id, (db) => db.execute(sql`select id from event_registrations`));
        expect((seen as unknown as { rows: unknown[] }).rows).toEqual([{ id: own }]);
        const birth = sql`select birth_date from event_registrations`;
        expect(await attempt(id, birth)).toBe("42501");
      },
    );
    const eventOfOthers = async () => (await volunteer()).event;

    test("lets who tends the events and the treasury change a registration", async () => {
      const row = await registrant(await event());
      const change = sql`update event_registrations set is_duplicate = true where id = ${row}`;
      for (const role of ["events", "treasurer"]) {
        expect(await attempt(await account(role), change), role).toBe(1);
      }
      expect(await attempt(await account("editor"), change)).toBe("42501");
    });
  });
});
