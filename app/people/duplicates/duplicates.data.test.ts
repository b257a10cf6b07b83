import "../../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Values } from "../../../tests/database/table-expectation.ts";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { asStaff, asSystem } from "../../core/database/doors/doors.server.ts";
import { setClock } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { checkCard, readOwnLicence } from "../../licences/licence-cards.system.server.ts";
import { readLicenceState } from "../../licences/licences.operations.server.ts";
import { readContent } from "../../licences/offline/licence-list.system.server.ts";
import { readOwnPhoto, sendOwnPhoto } from "../../licences/photos/own-photo.system.server.ts";
import { deleteMembers } from "../../membership/members/members.staff.server.ts";
import { eraseForStaff, readPerson, readPersonData } from "../people.system.server.ts";
import { sweepRetention } from "../retention/retention.jobs.server.ts";
import {
  eraseMerges,
  keepApart,
  listDuplicates,
  listMerges,
  mergePeople,
  readMerge,
  unmergePeople,
} from "./duplicates.system.server.ts";
import type { Pair } from "./duplicates.ts";
// What an order is for is set with it.
import "../../../tests/registrations/event.ts";

const NOW = new Date("2030-03-01T12:00:00.050Z");
const ADMIN = { id: newId() };
const BORN = "2001-05-04";

withDatabase((_engine, database) => {
  let people = 0;
  beforeAll(() =>
    asSystem("test", (db) =>
      insertRow(db, "profiles", { ...ADMIN, role: "admin", name: "Mariama Bah" }),
    ),
  );
  beforeEach(() => setClock(() => NOW.getTime()));
  afterEach(() => setClock());

  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const asOwner = <Row>(statement: ReturnType<typeof sql>) =>
    database().asOwner<Row & Record<string, unknown>>(statement);
  const row = async (table: string, id: string) => {
    const [found] = await asOwner<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where id = ${id}`,
    );
    return found?.row ?? {};
  };
  /** A name that no other test uses, so that each finds its own pairs alone. */
  const person = (values: Values = {}) => {
    people += 1;
    const letters = String(people).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
    return {
      first_name: "Mamadou",
      last_name: `Diallo${letters}`,
      birth_date: BORN,
      email: `un${people}@example.org`,
      phone: `+2246220${String(people).padStart(5, "0")}`,
      ...values,
    };
  };
  const player = (values: Values) =>
    add("members", {
      member_type: "player",
      status: "active",
      membership_start: "2030-01-01",
      membership_end: "2030-12-31",
      ...values,
    });
  const event = (date = "2030-05-01") =>
    add("events", { date, title: "Coupe de Labé", max_participants: 9 });
  const register = (event_id: string, values: Values) =>
    add("event_registrations", { event_id, status: "confirmed", ticket_token: newId(), ...values });
  const order = (subject: string, payer_email: string) =>
    add("orders", {
      kind: "membership",
      subject_id: subject,
      label_fr: "Licence",
      label_en: "Licence",
      price_amount: 15_000,
      price_currency: "GNF",
      token: newId(),
      language: "fr",
      payer_name: "Mamadou Diallo",
      payer_email,
      status: "confirmed",
    });
  const pairOf = (pairs: readonly Pair[], ...names: string[]) =>
    pairs.filter(({ one, other }) =>
      names.some((name) => `${one.name} ${other.name}`.includes(name)),
    );
  const refused = (error: Error) => error.message;
  async function merge(keptId: string, goneId: string, seen?: string) {
    const plan = await readMerge(keptId, goneId);
    const digest = plan && plan !== "same" ? plan.digest : "";
    return mergePeople(ADMIN, { keptId, goneId, seen: seen ?? digest }).catch(refused);
  }
  const lastMerge = async () => (await listMerges())[0]?.id ?? "";
  const mails = (template: string, recipient: string) =>
    asOwner<{ text_body: string }>(
      sql`select text_body from mail_outbox where template = ${template} and recipient = ${recipient}`,
    );
  /** The same human twice, both with a licence. */
  async function twice(other: Values = {}, own: Values = {}) {
    const one = person(own);
    const two = { ...one, email: `deux${people}@example.org`, ...other };
    const [kept, gone] = [await player(one), await player(two)];
    const [a, b] = [await row("members", kept), await row("members", gone)];
    return { one, two, kept, gone, serials: [a.licence_serial, b.licence_serial] as number[] };
  }

  describe("the list of possible duplicates", () => {
    test("finds one name and birth date, whatever the accents and the order", async () => {
      const one = person({ first_name: "Aïssatou", last_name: "Bah Sory" });
      await player(one);
      const event_id = await event();
      const other = { first_name: "sory", last_name: "BAH Aissatou", phone: "+224625999991" };
      await register(event_id, { ...one, ...other, email: "autre@example.org" });
      expect(pairOf(await listDuplicates(), "Bah Sory")).toMatchObject([{ reason: "birth" }]);
    });

    test("finds one name with one telephone or address, and one telephone alone", async () => {
      const one = person({ last_name: "Camara" });
      await player(one);
      await player({ ...one, email: "c2@example.org", birth_date: "1990-01-01" });
      const two = person({ last_name: "Kourouma" });
      await player(two);
      await player({ ...two, phone: "+224625999992", birth_date: "1990-01-01" });
      const three = person({ last_name: "Loua" });
      await player(three);
      await player(
        person({
          first_name: "Momo",
          last_name: "Loua",
          phone: three.phone,
          birth_date: "1990-01-01",
        }),
      );
      const pairs = await listDuplicates();
      expect(pairOf(pairs, "Camara").map(({ reason }) => reason)).toEqual(["phone"]);
      expect(pairOf(pairs, "Kourouma").map(({ reason }) => reason)).toEqual(["email"]);
      expect(pairOf(pairs, "Loua").map(({ reason }) => reason)).toEqual(["number"]);
    });

    test("leaves out the children of one parent, twins too, and the parent", async () => {
      const parent = person({ last_name: "Sylla", birth_date: "1980-01-01" });
      const child = {
        ...parent,
        birth_date: "2018-02-03",
        guardian_name: "Mamadou Sylla",
        guardian_phone: parent.phone,
        guardian_relation: "father",
        guardian_consent: "J’accepte",
        guardian_consent_at: NOW.toISOString(),
      };
      await player(parent);
      await player({ ...child, first_name: "Hassan" });
      await player({ ...child, first_name: "Ousmane" });
      expect(pairOf(await listDuplicates(), "Sylla")).toEqual([]);
      await player({ ...child, first_name: "Hassane", email: "mere@example.org" });
      expect(pairOf(await listDuplicates(), "Sylla")).toEqual([]);
      await player({ ...child, first_name: "Hassan", email: "mere@example.org" });
      expect(pairOf(await listDuplicates(), "Sylla")).toMatchObject([{ reason: "birth" }]);
    });

    test("leaves out a telephone of many, organisations, tests and samples", async () => {
      const phone = "+224625111111";
      for (let count = 0; count < 5; count += 1) {
        await player(person({ last_name: `Guichet${"abcde"[count]}`, phone }));
      }
      const one = person({ last_name: "Nimba" });
      await player(one);
      for (const values of [
        { is_test: true },
        { is_sample: true },
        { member_type: "club", organisation: "Nimba FC", birth_date: null },
      ]) {
        await player({ ...one, ...values, email: `${newId()}@example.org` });
      }
      expect(pairOf(await listDuplicates(), "Guichet", "Nimba")).toEqual([]);
    });

    test("does not propose again who are two", async () => {
      const { one, kept, gone } = await twice();
      expect(pairOf(await listDuplicates(), one.last_name)).toHaveLength(1);
      await keepApart(ADMIN, gone, kept);
      await keepApart(ADMIN, kept, gone);
      expect(pairOf(await listDuplicates(), one.last_name)).toEqual([]);
      // For good: also with a later record of either.
      await register(await event(), one);
      expect(pairOf(await listDuplicates(), one.last_name)).toEqual([]);
    });
  });

  test("a photograph follows its person into a merge, and out of it", async () => {
    const { one, two, kept, gone } = await twice();
    await sendOwnPhoto(two.email, gone, "/9j/AAAA");
    await asOwner(sql`update licence_photos set status = 'accepted' where member_id = ${gone}`);
    const own = async (email: string, id: string) => (await readOwnPhoto(email, id))?.accepted;
    expect(await own(one.email, kept)).toBeUndefined();
    expect(await merge(kept, gone)).not.toBeTypeOf("string");
    expect(await own(one.email, kept)).toBe("/9j/AAAA");
    expect(await own(two.email, gone)).toBeUndefined();
    await unmergePeople(ADMIN, await lastMerge());
    expect(await own(one.email, kept)).toBeUndefined();
    expect(await own(two.email, gone)).toBe("/9j/AAAA");
  });

  test("a merge makes them one person, and undoing it gives each row its own values back", async () => {
    const { one, two, kept, gone, serials } = await twice({ last_name: "Dialo" });
    const event_id = await event();
    const registration = await register(event_id, { ...two, licence_serial: serials[1] });
    const paid = await order(gone, two.email);
    const before = [await row("members", gone), await row("event_registrations", registration)];
    const money = await row("orders", paid);
    const plan = await readMerge(kept, gone);
    if (!plan || plan === "same") throw new Error("no plan");
    expect(plan.moves).toEqual({ memberships: 1, registrations: 1, payments: 1 });
    expect(plan.licence?.replaced).toHaveLength(1);
    expect(plan.refusals).toEqual([]);
    expect(await merge(kept, gone)).toBe(true);

    const moved = await row("members", gone);
    expect(moved).toMatchObject({
      email: one.email,
      last_name: one.last_name,
      licence_serial: serials[0],
    });
    expect(await row("event_registrations", registration)).toMatchObject({
      email: one.email,
      licence_serial: serials[0],
    });
    // One of the two seasons is enough.
    const statuses = [moved.status, (await row("members", kept)).status];
    expect(statuses.toSorted()).toEqual(["active", "expired"]);
    const data = await readPersonData(kept);
    expect(data?.records.members).toHaveLength(2);
    expect((await readPerson(kept))?.seen).toBe((await readPerson(gone))?.seen);
    expect(pairOf(await listDuplicates(), one.last_name)).toEqual([]);
    // Of money only the address of its links follows, as with any corrected address.
    const links = ["payer_email", "search_text", "token", "share_token", "updated_at"];
    const rest = (all: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !links.includes(name)));
    expect(rest(await row("orders", paid))).toEqual(rest(money));
    expect(await mails("people-merged", one.email)).toHaveLength(1);
    const [former] = await mails("people-merged", two.email);
    expect(former?.text_body).not.toContain("Mamadou");
    expect(former?.text_body).not.toContain(one.email);
    // The log says who did it, of each record.
    const log = await asOwner<{ entity_id: string; staff_name: string }>(
      sql`select entity_id, staff_name from audit_log where action like '%.merge' and entity_id in (${gone}, ${registration})`,
    );
    expect(log).toHaveLength(2);

    const id = await lastMerge();
    expect(await unmergePeople(ADMIN, id)).toBe(true);
    expect(await unmergePeople(ADMIN, id)).toBe(false);
    const ownFields = [
      "email",
      "first_name",
      "last_name",
      "birth_date",
      "licence_serial",
      "status",
      "is_duplicate",
    ];
    const own = (all: Record<string, unknown> = {}) => ownFields.map((name) => all[name]);
    expect(own(await row("members", gone))).toEqual(own(before[0]));
    expect(own(await row("event_registrations", registration))).toEqual(own(before[1]));
    expect(await row("members", kept)).toMatchObject({
      status: "active",
      licence_serial: serials[0],
    });
    expect(await mails("people-unmerged", two.email)).toHaveLength(1);
    expect(await mails("people-unmerged", one.email)).toHaveLength(1);
    expect(rest(await row("orders", paid))).toEqual(rest(money));
    expect(await row("orders", paid)).toMatchObject({ payer_email: two.email });
    for (const serial of serials) {
      expect(
        await asSystem("t", (db) =>
          readLicenceState(db, serial, { date: "2030-03-01", asks_club: false }),
        ),
      ).toBe("valid");
    }
  });

  test("a replaced number is none any more, and a list for phones says that it is replaced", async () => {
    const { kept, gone, serials } = await twice({ membership_end: "2031-06-30" });
    const [ours, theirs] = serials as [number, number];
    const card = async (id: string) => {
      const { application_token } = await row("members", id);
      const address = (await readOwnLicence(String(application_token)))?.address;
      return address?.split("/").at(-1) ?? "";
    };
    const [former, verdictOf] = [
      await card(gone),
      async (code: string) => (await checkCard(code)).verdict,
    ];
    expect(await verdictOf(former)).toBe("valid");
    await merge(kept, gone);
    expect(await verdictOf(former)).toBe("replaced");
    expect(await verdictOf(await card(gone))).toBe("valid");
    expect(await row("members", kept)).toMatchObject({ status: "expired" });
    // The longer season goes on under the number that stays.
    expect(await row("members", gone)).toMatchObject({ status: "active", licence_serial: ours });
    const state = (serial: number) =>
      asSystem("t", (db) => readLicenceState(db, serial, { date: "2031-05-01", asks_club: false }));
    expect([await state(ours), await state(theirs)]).toEqual(["valid", "gone"]);
    const list = await readContent(1_900_000_000);
    expect(list.inOrder).toContain(ours);
    expect(list.gone).not.toContain(ours);
    expect([list.inOrder.includes(theirs), list.gone.includes(theirs)]).toEqual([true, true]);
    await unmergePeople(ADMIN, await lastMerge());
    expect(await verdictOf(former)).toBe("valid");
    expect(await row("members", kept)).toMatchObject({ status: "active" });
    expect([await state(theirs), (await readContent(1_900_000_000)).gone.includes(theirs)]).toEqual(
      ["valid", false],
    );
  });

  test("nobody sheds a suspension, nor does the database let it go", async () => {
    const { kept, gone, serials } = await twice();
    await asOwner(sql`update licences set suspended_from = '2030-02-01', suspension_reason = 'Triche'
      where serial = ${serials[1]}`);
    await merge(kept, gone);
    const state = () =>
      asSystem("t", (db) =>
        readLicenceState(db, serials[0] as number, { date: "2030-03-01", asks_club: false }),
      );
    expect(await state()).toBe("suspended");
    await unmergePeople(ADMIN, await lastMerge());
    expect(await state()).toBe("valid");
    const replace = asSystem("t", (db) =>
      db.execute(sql`update licences set replaced_by = ${serials[0]} where serial = ${serials[1]}`),
    );
    await expect(replace).rejects.toMatchObject({
      cause: { constraint: "licences_replaced_suspension" },
    });
  });

  test("what the database never merges", async () => {
    const { kept } = await twice();
    const club = await add("members", {
      ...person({ birth_date: null }),
      member_type: "club",
      organisation: "Étoile",
      status: "active",
    });
    expect(await merge(kept, club)).toContain("ne se réunissent pas");
    const sample = await player(person({ is_sample: true }));
    expect(await merge(kept, sample)).toContain("fiche d’essai ou d’exemple");
    for (const moved of [club, sample]) {
      const insert = add("person_merges", { kept_ids: [kept], moved_ids: [moved], changes: [] });
      await expect(insert).rejects.toMatchObject({ cause: { code: "23514" } });
    }
    // A number moves to what replaces it and nowhere else.
    const { serials, gone } = await twice();
    await asSystem("t", (db) =>
      db.execute(sql`update members set licence_serial = ${serials[0]} where id = ${gone}`),
    );
    expect((await row("members", gone)).licence_serial).toBe(serials[1]);
  });

  test("two places at an event to come are refused, two at one that is over both stay", async () => {
    const { one, two, kept, gone } = await twice();
    const soon = await event();
    const mine = await register(soon, one);
    await register(soon, two);
    expect(await merge(kept, gone)).toContain("annulez d’abord l’une des deux inscriptions");
    await asOwner(sql`update event_registrations set status = 'cancelled' where id = ${mine}`);
    const past = await event("2030-01-15");
    await register(past, one);
    const theirs = await register(past, two);
    expect(await merge(kept, gone)).toBe(true);
    expect(await row("event_registrations", theirs)).toMatchObject({
      status: "confirmed",
      is_duplicate: true,
      email: one.email,
    });
    expect(await unmergePeople(ADMIN, await lastMerge())).toBe(true);
    expect(await row("event_registrations", theirs)).toMatchObject({ is_duplicate: false });
  });

  test("two clubs are refused; of one club the longer season has the place", async () => {
    const club = async (name: string) => {
      const id = await add("members", {
        ...person({ birth_date: null }),
        member_type: "club",
        organisation: name,
        status: "active",
        membership_end: "2031-12-31",
      });
      return (await row("members", id)).club as number;
    };
    const [one, other] = [await club("Nimba"), await club("Horoya")];
    const { kept, gone } = await twice({ club: other }, { club: one });
    expect(await merge(kept, gone)).toContain("deux clubs");
    await asOwner(sql`update members set club = ${one} where id = ${gone}`);
    await asOwner(sql`update members set membership_end = '2031-12-31' where id = ${kept}`);
    const place = await add("club_places", {
      club: one,
      code: newId(),
      expires_at: "2030-03-10T00:00:00Z",
      accepted_at: "2030-01-02T00:00:00Z",
      until: "2030-12-31",
      player_id: gone,
    });
    expect(await merge(kept, gone)).toBe(true);
    expect(await row("club_places", place)).toMatchObject({ player_id: kept, own_id: kept });
    await unmergePeople(ADMIN, await lastMerge());
    expect(await row("club_places", place)).toMatchObject({ player_id: gone, own_id: null });
  });

  test("what waits for an answer gets it first", async () => {
    const club = await add("clubs", {});
    const { number } = (await row("clubs", club)) as { number: number };
    const mover = await twice();
    await add("club_places", {
      club: number,
      from_club: number,
      code: newId(),
      expires_at: "2030-03-10T00:00:00Z",
      asked_at: "2030-02-28T00:00:00Z",
      player_id: mover.gone,
      by_player: true,
    });
    expect(await merge(mover.kept, mover.gone)).toContain("changement de club");
    const leaver = await twice();
    await add("erasures", { record_id: leaver.kept, source: "person", status: "requested" });
    expect(await merge(leaver.kept, leaver.gone)).toContain("demande d’effacement");
    const unproven = await twice();
    await register(await event(), { ...unproven.two, status: "unproven", proof_needed: true });
    expect(await merge(unproven.kept, unproven.gone)).toContain("soit confirmée");
  });

  test("pressed twice, from both sides at once, or after something changed", async () => {
    const { kept, gone } = await twice();
    const plans = [await readMerge(kept, gone), await readMerge(gone, kept)].map((plan) =>
      plan && plan !== "same" ? plan.digest : "",
    );
    const results = await Promise.all([merge(kept, gone, plans[0]), merge(gone, kept, plans[1])]);
    expect(results.toSorted()).toEqual([false, true]);
    expect(await merge(kept, gone, plans[0])).toBe(false);
    expect(await readMerge(kept, gone)).toBe("same");

    const other = await twice();
    const seen = await readMerge(other.kept, other.gone);
    await register(await event(), other.two);
    const digest = seen && seen !== "same" ? seen.digest : "";
    expect(await merge(other.kept, other.gone, digest)).toContain("a changé depuis");
    const stranger = { id: newId() };
    await expect(
      mergePeople(stranger, { keptId: other.kept, goneId: other.gone, seen: digest }),
    ).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("of a chain the last merge is undone first", async () => {
    const { two, kept, gone, serials } = await twice();
    const third = await player({ ...two, email: `trois${people}@example.org` });
    const serial = (await row("members", third)).licence_serial;
    await merge(kept, gone);
    const first = await lastMerge();
    setClock(() => NOW.getTime() + 1000);
    await merge(third, kept);
    const second = await lastMerge();
    for (const id of [kept, gone, third]) {
      expect(await row("members", id)).toMatchObject({ licence_serial: serial });
    }
    expect(await unmergePeople(ADMIN, first).catch(refused)).toContain("a changé depuis");
    expect(await unmergePeople(ADMIN, second)).toBe(true);
    expect(await unmergePeople(ADMIN, first)).toBe(true);
    expect((await row("members", gone)).licence_serial).toBe(serials[1]);
  });

  test("a row that changed since keeps the merge whole; one in the bin waits for its return", async () => {
    const { kept, gone } = await twice();
    await merge(kept, gone);
    const id = await lastMerge();
    await asOwner(sql`update members set email = 'corrige@example.org' where id = ${gone}`);
    expect(await unmergePeople(ADMIN, id).catch(refused)).toContain("a changé depuis");
    await asSystem("t", (db) => eraseMerges(db, [gone]));
    const other = await twice();
    const binned = await player(other.two);
    await asStaff(ADMIN, (db) => deleteMembers(db, [binned]));
    expect(await merge(other.kept, other.gone)).toContain("dans la corbeille");
  });

  test("an erasure takes what a merge kept, and after 30 days nobody can undo it", async () => {
    const { two, kept, gone } = await twice();
    await merge(kept, gone);
    await eraseForStaff(ADMIN, gone, (await readPerson(gone))?.seen ?? "");
    expect(await readPerson(kept)).toBeUndefined();
    const left = await asOwner(sql`select from person_merges where ${gone} = any(moved_ids)`);
    expect(left).toEqual([]);
    const logged = await asOwner(
      sql`select from audit_values where before::text like ${`%${two.email}%`}`,
    );
    expect(logged).toEqual([]);

    const later = await twice();
    await merge(later.kept, later.gone);
    const id = await lastMerge();
    setClock(() => NOW.getTime() + 31 * DAY);
    expect(await listMerges()).toEqual([]);
    expect(await unmergePeople(ADMIN, id)).toBe(false);
    await sweepRetention();
    expect(await asOwner(sql`select from person_merges where id = ${id}`)).toEqual([]);
  });
});
