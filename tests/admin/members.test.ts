import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { formatLicence } from "../../app/membership/members/licence-number.ts";
import {
  countAcceptable,
  countMembers,
  createMember,
  exportMembers,
  findMember,
  listLicensed,
  listMembers,
  memberFormSchema,
  readMembers,
  setMemberStatus,
  updateMember,
} from "../../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../../app/membership/members/members.ts";
import {
  countNamesakes,
  listNamesakes,
} from "../../app/membership/members/namesakes.staff.server.ts";
import { COUNT_LIMIT } from "../../app/records/list/counting.staff.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { MAX_SORTED_MATCHES } from "../../app/records/list/search.staff.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { textTo } from "../registrations/applicants.ts";
import { mailsTo } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const query = (address: string) => parseListQuery(MEMBER_LIST, new URLSearchParams(address));
const list = (address: string) => asAdmin((db) => listMembers(db, query(address)));
const add = (values: Values) => asSystem("test", (db) => insertRow(db, "members", values));
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const form = (change: Record<string, string> = {}) =>
  memberFormSchema.parse({
    first_name: "Hawa",
    last_name: "Sow",
    email: "Hawa@Example.org",
    phone: "622 00 00 01",
    member_type: "player",
    status: "pending",
    language: "fr",
    ...change,
  });

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(() => database().asOwner("delete from members"));

  test("the list finds who is about to end, and who ended by itself", async () => {
    const ends = (email: string, days: number, values: Values = {}) =>
      add({ email, status: "active", membership_end: daysFromNow(days), ...values });
    await ends("soon", 30);
    await ends("today", 0);
    await ends("later", 31);
    await ends("endless", 0, { membership_end: null });
    const over = (lapsed: number | null) => ({
      status: "expired",
      lapsed_on: lapsed === null ? null : daysFromNow(lapsed),
    });
    await ends("ended", -9, over(-8));
    await ends("by staff", -9, over(null));
    await ends("old", -31, over(-30));
    const listed = async (ending: string) =>
      (await list(`ending=${ending}`)).rows.map(({ email }) => email).sort();
    expect(await listed("soon")).toEqual(["soon", "today"]);
    expect(await listed("lapsed")).toEqual(["ended"]);
  });

  test("the list finds licences as they are read out, players by their club, and those of a season", async () => {
    const club = (name: string) =>
      add({ organisation: name, email: "club", member_type: "club", status: "active" });
    const clubId = await club("Étoile de Labé");
    const [{ number } = { number: 0 }] = await database().asOwner<{ number: number }>(
      sql`select club as number from members where id = ${clubId}`,
    );
    const season = { status: "active", membership_end: daysFromNow(100) };
    await add({ email: "player", ...season, club: number });
    await add({ email: "2001", ...season, membership_end: daysFromNow(10) });
    await add({ email: "applicant" });
    const serials = await database().asOwner<{ email: string; serial: number }>(
      sql`select email, licence_serial as serial from members where licence_serial is not null`,
    );
    const serial = serials.find(({ email }) => email === "player")?.serial ?? 0;
    const emails = async (address: string) =>
      (await list(address)).rows.map(({ email }) => email).sort();
    const said = formatLicence(serial);
    for (const text of [said, said.toLowerCase(), `fge ${serial}`, said.slice(4), String(serial)]) {
      expect(await emails(`q=${encodeURIComponent(text)}`), text).toEqual(["player"]);
    }
    // Figures may stand in an address too.
    await database().asOwner(
      sql`update licences set suspended_from = site_today() where serial = ${serial}`,
    );
    expect(await emails("q=2001")).toEqual(["2001"]);
    for (const text of ["etoile", "labé étoile"]) {
      expect(await emails(`q=${encodeURIComponent(text)}`), text).toEqual(["club", "player"]);
      const sorted = await emails(`sort=name&q=${encodeURIComponent(text)}`);
      expect(sorted, text).toEqual(["club", "player"]);
    }
    expect(await emails(`club=${number}`)).toEqual(["club", "player"]);
    expect(await emails(`club=${number}&type=player&q=Étoile`)).toEqual(["player"]);
    expect(await emails("club=x")).toHaveLength(4);
    expect(await emails("licence=with")).toEqual(["2001", "player"]);
    expect(await emails("licence=without")).toEqual(["applicant", "club"]);
    expect(await emails("licence=suspended")).toEqual(["player"]);
    expect(await emails(`from=${daysFromNow(50)}&to=${daysFromNow(100)}`)).toEqual(["player"]);
    const found = await list(`q=${said}`);
    expect(found.rows).toMatchObject([{ club: number, club_name: "Étoile de Labé" }]);
    const exported = await asAdmin((db) => readMembers(db, query("q=etoile"), undefined, 10));
    expect(exported.rows.map(({ club_name }) => club_name).sort()).toEqual([
      "Étoile de Labé",
      undefined,
    ]);
  });

  test("a day that is past is not chosen as the end of an active membership", async () => {
    const ending = (days: number) => form({ status: "active", membership_end: daysFromNow(days) });
    const create = (days: number) => asAdmin((db) => createMember(db, ending(days)));
    await expect(create(-1)).rejects.toMatchObject({ field: "membership_end" });
    const id = await create(0);
    await expect(asAdmin((db) => updateMember(db, id, ending(-1)))).rejects.toMatchObject({
      field: "membership_end",
    });
  });

  test("a player has no membership of a club; a pair that was stored before may stay", async () => {
    const [club, player] = await asSystem("test", async (db) => [
      await insertRow(db, "membership_types", { member_type: "club" }),
      await insertRow(db, "membership_types", { member_type: "player" }),
    ]);
    const email = "pair@example.org";
    const create = (type = "") =>
      asAdmin((db) => createMember(db, form({ email, membership_type_id: type })));
    const update = (id: string, change: Record<string, string>) =>
      asAdmin((db) => updateMember(db, id, form({ email, ...change })));
    const refusal = {
      field: "membership_type_id",
      message: expect.stringMatching(/«.Club.».*«.Joueur.»/),
    };
    await expect(create(club)).rejects.toMatchObject(refusal);
    const id = await create(player);
    await expect(update(id, { membership_type_id: club ?? "" })).rejects.toMatchObject(refusal);
    await database().asOwner(sql`update members set membership_type_id = ${club} where id = ${id}`);
    await update(id, { membership_type_id: club ?? "", city: "Labé" });
    await update(id, { membership_type_id: club ?? "", member_type: "club" });
    await expect(update(id, { membership_type_id: club ?? "" })).rejects.toMatchObject(refusal);
  });

  test("a member twice is shown with the other, whatever the accents, and nobody of a family is", async () => {
    const email = "hawa@example.org";
    const first = await add({ first_name: "Hawa", last_name: "Sow", email, status: "active" });
    const second = await asAdmin((db) =>
      createMember(db, form({ first_name: "HÀWA", renews: "on" })),
    );
    const born = (birth_date: string) => ({ last_name: "Sow", email, birth_date });
    const father = await add({ first_name: "Alpha", ...born("1970-01-01") });
    await add({ first_name: "Alpha", ...born("1999-01-01") });
    const club = { first_name: "Hawa", last_name: "Sow", email, member_type: "club" };
    await add({ ...club, organisation: "Horoya" });
    const listed = Object.fromEntries(
      (await list("")).rows.map(({ id, namesake }) => [id, namesake]),
    );
    expect(listed[first]).toBe(second);
    expect(listed[second]).toBe(first);
    expect(Object.values(listed).filter(Boolean)).toHaveLength(2);
    const namesakes = (id: string) => asAdmin((db) => listNamesakes(db, id));
    expect(await namesakes(second)).toMatchObject([{ id: first, status: "active" }]);
    expect(await namesakes(father)).toEqual([]);
    expect(await asAdmin((db) => countNamesakes(db, [first, second, father]))).toBe(2);
    // What is over is a former membership, no second one.
    await asAdmin((db) => setMemberStatus(db, [first], "expired"));
    expect(await namesakes(second)).toEqual([]);
  });

  test("an organisation is found, and stands in the list, by its name; a player has none", async () => {
    const club = { member_type: "club", first_name: "Zeinab", last_name: "Zoumanigui" };
    await add({ ...club, email: "club@example.org", organisation: "Amitié Esport" });
    await add({ first_name: "Bintou", last_name: "Bah", email: "b@example.org" });
    const emails = async (address: string) => (await list(address)).rows.map(({ email }) => email);
    expect(await emails("q=amitie")).toEqual(["club@example.org"]);
    expect(await emails("q=zeinab")).toEqual(["club@example.org"]);
    expect(await emails("sort=name")).toEqual(["club@example.org", "b@example.org"]);
    expect(() => form({ organisation: "Horoya" })).toThrow();
    expect(form({ organisation: "Horoya", member_type: "club" }).organisation).toBe("Horoya");
  });

  describe("the status", () => {
    const statusOf = async (id: string) => {
      const member = await asAdmin((db) => findMember(db, id));
      const { status, membership_start: start, membership_end: end } = member ?? {};
      return { status, start, end };
    };
    const set = (id: string, status: "active" | "pending") =>
      asAdmin((db) => setMemberStatus(db, [id], status));

    test("'active' begins a membership of 365 days", async () => {
      const id = await add({ status: "pending" });
      await set(id, "active");
      expect(await statusOf(id)).toEqual({
        status: "active",
        start: daysFromNow(0),
        end: daysFromNow(365),
      });
    });

    test("'active' tells who applied once, by a list or a form, with the licence that it gives", async () => {
      const applied = (email: string) => add({ status: "pending", email, member_type: "player" });
      const [one, two] = [await applied("one@example.org"), await applied("two@example.org")];
      expect(await asAdmin((db) => countAcceptable(db, [one, two]))).toEqual({
        accepted: 2,
        unpaid: 0,
      });
      for (const status of ["active", "pending", "active"] as const) await set(one, status);
      await asAdmin((db) =>
        updateMember(db, two, form({ status: "active", email: "two@example.org" })),
      );
      for (const email of ["one@example.org", "two@example.org"]) {
        expect(await mailsTo(email)).toEqual(["membership-active"]);
        expect(await textTo(email)).toMatch(/FGE-\d{6}-/);
        expect(await textTo(email)).not.toContain("mon reçu");
      }
    });

    test("'active' keeps a start that staff have set, and gives the end of the type", async () => {
      const id = await add({ status: "pending", membership_start: daysFromNow(-3) });
      await set(id, "active");
      expect(await statusOf(id)).toMatchObject({ status: "active", end: daysFromNow(365) });
    });

    test("'active' in a form without an end gives it too; an end that was typed stays", async () => {
      const create = (change: Record<string, string>) =>
        asAdmin((db) => createMember(db, form({ status: "active", ...change })));
      expect(await statusOf(await create({ email: "a@example.org" }))).toEqual({
        status: "active",
        start: daysFromNow(0),
        end: daysFromNow(365),
      });
      const typed = { email: "b@example.org", membership_end: daysFromNow(9) };
      expect(await statusOf(await create(typed))).toMatchObject({ end: daysFromNow(9) });
      // Who is active already keeps what staff set, also no end at all.
      const endless = await add({ status: "active", email: "c@example.org" });
      await asAdmin((db) =>
        updateMember(db, endless, form({ status: "active", email: "c@example.org" })),
      );
      expect(await statusOf(endless)).toMatchObject({ status: "active", end: null });
      await asAdmin((db) => updateMember(db, endless, form({ email: "c@example.org" })));
      await asAdmin((db) =>
        updateMember(db, endless, form({ status: "active", email: "c@example.org" })),
      );
      expect(await statusOf(endless)).toMatchObject({ end: daysFromNow(365) });
    });

    test("a renewal that staff accept keeps the days that are left and ends the former one", async () => {
      const same = { first_name: "Hawa", email: "hawa@example.org", birth_date: "2001-02-03" };
      const left = { membership_start: daysFromNow(-355), membership_end: daysFromNow(10) };
      const former = await add({ ...same, status: "active", ...left });
      // A brother at the same address is somebody else.
      const other = await add({ ...same, first_name: "Sékou", status: "active", ...left });
      const again = { ...same, first_name: "HAWÀ", last_name: "Sow" };
      const id = await add({ ...again, status: "pending" });
      // A list says who it is, and a record asks.
      await expect(set(id, "active")).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringMatching(/a déjà une adhésion active, jusqu’au .* renouvellement/),
      });
      const accept = (renews: object) =>
        asAdmin((db) => updateMember(db, id, form({ ...again, status: "active", ...renews })));
      await expect(accept({})).rejects.toMatchObject({ field: "renews" });
      expect(await statusOf(id)).toMatchObject({ status: "pending", end: null });
      await accept({ renews: "on" });
      expect(await statusOf(id)).toMatchObject({ status: "active", end: daysFromNow(375) });
      expect(await statusOf(former)).toMatchObject({ status: "expired" });
      expect(await statusOf(other)).toMatchObject({ status: "active" });
    });

    test("'active' is refused by a list for somebody who is a member already, whatever becomes of the row", async () => {
      const same = { first_name: "Hawa", last_name: "Sow", email: "h@example.org" };
      await add({ ...same, status: "active" });
      const renewed = { membership_start: "2020-01-01", membership_end: "2021-01-01" };
      for (const row of [{ status: "expired", ...renewed }, { status: "suspended" }]) {
        const id = await add({ ...same, ...row });
        await expect(set(id, "active"), row.status).rejects.toMatchObject({ kind: "conflict" });
      }
      // Two of one person at once are one member, not a membership of two years.
      const twice = { first_name: "Aïcha", last_name: "Bah", email: "a@example.org" };
      const ids = [
        await add({ ...twice, status: "pending" }),
        await add({ ...twice, status: "pending" }),
      ];
      await expect(asAdmin((db) => setMemberStatus(db, ids, "active"))).rejects.toMatchObject({
        kind: "conflict",
      });
    });

    test("'active' typed for a member whom staff had entered before is asked about, and one row stays", async () => {
      const entered = form({ status: "active", birth_date: "2001-02-03" });
      const first = await asAdmin((db) => createMember(db, entered));
      await expect(asAdmin((db) => createMember(db, entered))).rejects.toMatchObject({
        field: "renews",
        message: expect.stringMatching(/^Doublon possible/),
      });
      expect(await statusOf(first)).toMatchObject({ status: "active", end: daysFromNow(365) });
      expect((await list("")).rows.map(({ id }) => id)).toEqual([first]);
    });

    test("'active' typed for one club by two at the same moment makes one member", async () => {
      // A club has no licence that makes one wait for the other.
      const entered = form({ status: "active", member_type: "club", organisation: "Étoile" });
      const created = Promise.withResolvers<void>();
      const kept = Promise.withResolvers<void>();
      const first = asAdmin(async (db) => {
        await createMember(db, entered);
        created.resolve();
        await kept.promise;
      });
      await created.promise;
      const second = asAdmin((db) => createMember(db, entered)).then(
        () => "created",
        ({ field }) => field,
      );
      // Long enough for the second one to end, if nothing holds it.
      await new Promise((resolve) => setTimeout(resolve, 300));
      kept.resolve();
      await first;
      expect(await second).toBe("renews");
      expect((await list("")).rows).toHaveLength(1);
    });

    test("'active' is refused beside a suspended membership of the same person, also as a renewal", async () => {
      const entered = form({ status: "active", birth_date: "2001-02-03" });
      const first = await asAdmin((db) => createMember(db, entered));
      await asSystem("test", (db) =>
        db.execute(sql`update members set status = 'suspended' where id = ${first}`),
      );
      const confirmed = form({ status: "active", birth_date: "2001-02-03", renews: "on" });
      await expect(asAdmin((db) => createMember(db, confirmed))).rejects.toMatchObject({
        field: "status",
        message: expect.stringContaining("suspendue"),
      });
      const pending = form({ status: "pending", birth_date: "2001-02-03" });
      const id = await asAdmin((db) => createMember(db, pending));
      await expect(set(id, "active")).rejects.toMatchObject({ kind: "conflict" });
      // Itself it begins again.
      await set(first, "active");
      expect(await statusOf(first)).toMatchObject({ status: "active" });
    });

    test("'suspended' is for the licence of an active player to say, not for the others", async () => {
      const player = await add({ status: "active", birth_date: "2001-02-03" });
      const over = await add({ email: "over", status: "expired", birth_date: "2001-02-03" });
      const club = await add({ email: "club", status: "active", member_type: "club" });
      const licensed = await asAdmin((db) => listLicensed(db, [over, player, club]));
      expect(licensed.map(({ id }) => id)).toEqual([player]);
    });

    test("'active' begins one again that is over", async () => {
      const id = await add({
        status: "expired",
        membership_start: "2020-01-01",
        membership_end: "2021-01-01",
      });
      await set(id, "active");
      expect(await statusOf(id)).toMatchObject({ start: daysFromNow(0), end: daysFromNow(365) });
    });

    test("leaves the dates alone that staff have set", async () => {
      const dates = { membership_start: "2020-01-01", membership_end: daysFromNow(9) };
      const id = await add({ status: "suspended", ...dates });
      await set(id, "active");
      const stored = { status: "active", start: "2020-01-01", end: daysFromNow(9) };
      expect(await statusOf(id)).toEqual(stored);
      await set(id, "pending");
      expect(await statusOf(id)).toEqual({ ...stored, status: "pending" });
    });

    test("'pending' is refused while the same person has another application pending", async () => {
      const type = await asSystem("test", (db) => insertRow(db, "membership_types"));
      const same = { first_name: "Hawa", email: "hawa@example.org", membership_type_id: type };
      await add({ ...same, status: "pending" });
      const id = await add({ ...same, status: "active" });
      await expect(set(id, "pending")).rejects.toMatchObject({ kind: "conflict" });
      expect(await statusOf(id)).toMatchObject({ status: "active" });
      const again = form({ membership_type_id: type });
      await expect(asAdmin((db) => createMember(db, again))).rejects.toMatchObject({
        field: "email",
      });
      await expect(asAdmin((db) => updateMember(db, id, again))).rejects.toMatchObject({
        field: "email",
      });
    });
  });

  test("a kind of membership that is gone is told beside its field", async () => {
    const missing = form({ membership_type_id: newId() });
    await expect(asAdmin((db) => createMember(db, missing))).rejects.toMatchObject({
      field: "membership_type_id",
    });
  });

  test("what a form leaves out is null, and numbers are kept as the world writes them", async () => {
    const id = await asAdmin((db) => createMember(db, form()));
    expect(await asAdmin((db) => findMember(db, id))).toMatchObject({
      email: "hawa@example.org",
      phone: "+224622000001",
      birth_date: null,
      address: null,
      city: null,
      membership_start: null,
      membership_end: null,
    });
  });

  test("names are in order whatever their accents, by last name first", async () => {
    for (const [first_name, last_name] of [
      ["Zé", "Éboué"],
      ["Ali", "Zoumanigui"],
      ["Bah", "eboue"],
      ["Cé", "Diallo"],
    ]) {
      await add({ first_name, last_name });
    }
    const { rows } = await list("sort=name");
    expect(rows.map(({ first_name }) => first_name)).toEqual(["Cé", "Bah", "Zé", "Ali"]);
  });

  test("an export is written down with its filters and its count", async () => {
    await add({ last_name: "Diallo", member_type: "club" });
    await add({ last_name: "Diallo", member_type: "player" });
    const request = query("q=DIALLO&type=club&after=x");
    expect(await asAdmin((db) => exportMembers(db, request))).toBe(1);
    const [entry] = await database().asOwner(
      sql`select label, after from audit_log join audit_values using (id) where action = 'members.export' order by id desc limit 1`,
    );
    expect(entry).toEqual({
      label: "1 membre",
      after: { count: 1, search: "DIALLO", type: "club" },
    });
  });

  describe("of many", () => {
    const MANY = COUNT_LIMIT + 2_000;
    beforeEach(() =>
      database().asOwner(sql`insert into members (id, first_name, last_name, email, status, created_at)
        select gen_random_uuid(), 'Prénom', case when n % 60 = 0 then 'Béavogui' else 'Diallo' end,
          'm' || n || '@example.org', case when n % 60 = 0 then 'pending' else 'active' end,
          timestamptz '2030-01-01' + n * interval '1 s'
        from generate_series(1, ${MANY}) n`),
    );

    test("common words and rare ones give what a search of each row gives", async () => {
      const names = async (address: string) => {
        const { rows, count, more } = await list(address);
        return {
          names: new Set(rows.map(({ last_name }) => last_name)),
          first: rows[0],
          count,
          more,
        };
      };
      const many = { names: new Set(["Diallo"]), count: MAX_SORTED_MATCHES, more: true };
      expect(await names("q=DIALLO")).toMatchObject(many);
      expect(await names("q=diallo&sort=name")).toMatchObject(many);
      const rare = { names: new Set(["Béavogui"]), count: Math.floor(MANY / 60), more: false };
      expect(await names("q=beavogui")).toMatchObject({
        ...rare,
        first: { email: `m${MANY}@example.org` },
      });
      expect(await names("q=béavogui&sort=created_at")).toMatchObject({
        ...rare,
        first: { email: "m60@example.org" },
      });
      expect(await names("q=beavogui&status=active")).toMatchObject({ count: 0 });
      expect(await names("q=example&status=pending")).toMatchObject(rare);
    });

    test("counts stop where numbers no longer help", async () => {
      expect(await asAdmin(countMembers)).toEqual({
        players: { count: COUNT_LIMIT, more: true },
        clubs: { count: 0, more: false },
        partners: { count: 0, more: false },
        active: { count: COUNT_LIMIT, more: true },
      });
    });
  });
});
