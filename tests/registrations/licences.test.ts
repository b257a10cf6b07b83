import "../mail/settings.ts";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { requestInfoContext } from "../../app/core/http/request-info.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { formatDate } from "../../app/i18n/format.ts";
import { loader } from "../../app/licences/check.page.tsx";
import {
  checkCard,
  readCards,
  readOwnLicence,
  unexplained,
} from "../../app/licences/licence-cards.system.server.ts";
import { checkLicenceCards } from "../../app/licences/licence-check.system.server.ts";
import { encodeFields, joinCode, labelled, readCode } from "../../app/licences/licence-code.ts";
import {
  listLicenceKeys,
  readSigningKey,
  resealLicenceKeys,
  revokeLicenceKey,
  rotateLicenceKeys,
} from "../../app/licences/licence-keys.system.server.ts";
import {
  findLicenceWords,
  replaceCard,
  resumeLicence,
  sendCard,
  suspendLicence,
} from "../../app/licences/licences.staff.server.ts";
import { membershipFulfilment } from "../../app/membership/apply/fulfilment.operations.server.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import { parseLicence } from "../../app/membership/members/licence-number.ts";
import {
  createMember,
  deleteMembers,
  findLosses,
  findMember,
  listMembers,
  memberFormSchema,
  setMemberStatus,
  updateMember,
} from "../../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../../app/membership/members/members.ts";
import { undoBatch } from "../../app/office/journal/undo.staff.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import { readPersonData } from "../../app/people/people.system.server.ts";
import { sweepRetention } from "../../app/people/retention/retention.jobs.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  application,
  apply,
  membersOf,
  offerTypes,
  only,
  openOrderOf,
  textTo,
} from "./applicants.ts";
import { mailsTo, pay } from "./event.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const DAY = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const goTo = (days: number) => setClock(() => Date.now() + days * DAY);

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    );
  });
  afterEach(() => setClock());

  let people = 0;
  const add = (values: Values = {}) =>
    asSystem("test", (db) =>
      insertRow(db, "members", {
        first_name: "Hawa",
        last_name: "Soumah",
        email: `licensed-${++people}@example.org`,
        birth_date: "2001-02-03",
        ...values,
      }),
    );
  const active = (values: Values = {}) =>
    add({ status: "active", membership_start: day(-10), membership_end: day(200), ...values });
  type Row = { serial: number | null; token: string | null };
  const rowOf = async (id: string) => {
    const [row] = await database().asOwner<Row>(
      sql`select licence_serial as serial, application_token as token from members where id = ${id}`,
    );
    return row ?? { serial: null, token: null };
  };
  const serialOf = async (id: string) => (await rowOf(id)).serial;
  const cardOf = async (id: string) => {
    const shown = await readOwnLicence((await rowOf(id)).token ?? "");
    if (!shown?.address) throw new Error(`no card: ${shown?.state}`);
    return shown.address.split("/V/")[1] ?? "";
  };
  const verdictOf = async (code: string) => (await checkCard(code)).verdict;
  const form = (change: Record<string, string> = {}) =>
    memberFormSchema.parse({
      first_name: "Hawa",
      last_name: "Sow",
      email: `formed-${++people}@example.org`,
      birth_date: "2001-02-03",
      member_type: "player",
      status: "active",
      language: "fr",
      ...change,
    });
  const SUSPENSION = { suspension_reason: "Triche", suspended_from: day(0), suspended_until: null };

  describe("the number of a licence", () => {
    test("comes with the first payment, is in the mail, and stays when it is renewed", async () => {
      const token = await apply(application("licence"), "fr");
      const { id } = await only("licence");
      expect(await serialOf(id)).toBeNull();
      await pay(await openOrderOf(id));
      const serial = await serialOf(id);
      expect(serial).toBeGreaterThan(0);
      const shown = await readOwnLicence(token ?? "");
      expect(parseLicence(shown?.number ?? "")).toBe(serial);
      const text = await textTo("licence@example.org");
      expect(text).toContain(shown?.number);
      const linked = /\/licences\/([\w-]+)/.exec(text ?? "")?.[1];
      expect(await readOwnLicence(linked ?? "")).toMatchObject({ token, number: shown?.number });

      await database().asOwner(sql`update members set membership_start = ${day(-355)},
        membership_end = ${day(10)} where id = ${id}`);
      goTo(2);
      await apply(application("licence"), "fr");
      const [renewed] = await database().asOwner<{ id: string }>(
        sql`select id from members where email = 'licence@example.org' and status = 'pending'`,
      );
      await pay(await openOrderOf(renewed?.id ?? ""));
      expect(await serialOf(renewed?.id ?? "")).toBe(serial);
      // Both links lead to the licence as it is now.
      expect(await readOwnLicence(token ?? "")).toMatchObject({ state: "valid" });
    });

    test("is another for each person of a family, a club has none, nor a test or an example", async () => {
      const email = "family-of-players@example.org";
      const [one, other, nameless, club, tested, sample] = await Promise.all([
        active({ email }),
        active({ email, first_name: "Ibrahima" }),
        active({ email, birth_date: null }),
        active({ email, member_type: "club" }),
        active({ email, is_test: true }),
        active({ email, is_sample: true }),
      ]);
      const serials = await Promise.all([one, other, nameless].map(serialOf));
      expect(new Set(serials).size).toBe(3);
      expect(serials).not.toContain(null);
      for (const id of [club, tested, sample]) expect(await serialOf(id)).toBeNull();
    });

    test("is one for a person whose memberships begin at the same moment", async () => {
      const email = "twice@example.org";
      const ids = await Promise.all([1, 2, 3, 4].map(() => active({ email })));
      expect(new Set(await Promise.all(ids.map(serialOf))).size).toBe(1);
    });

    test("comes with whatever staff do to make a membership active, and stays after undo and bin", async () => {
      const own = {
        email: "by-staff@example.org",
        membership_start: day(-1),
        membership_end: day(99),
      };
      const created = await asAdmin((db) => createMember(db, form(own)));
      const serial = await serialOf(created);
      expect(serial).not.toBeNull();
      const pending = await add();
      await asAdmin((db) => setMemberStatus(db, [pending], "active"));
      const given = await serialOf(pending);
      expect(given).not.toBeNull();
      await asAdmin((db) => setMemberStatus(db, [pending], "pending"));
      await asAdmin((db) => setMemberStatus(db, [pending], "active"));
      expect(await serialOf(pending)).toBe(given);

      await asAdmin((db) => updateMember(db, created, form({ ...own, city: "Labé" })));
      const [act] = await database().asOwner<{ batch: string }>(
        sql`select batch from audit_log where entity_id = ${created} and action = 'members.update'`,
      );
      await asAdmin((db) => undoBatch(db, act?.batch ?? ""));
      expect(await serialOf(created)).toBe(serial);

      const losses = await asAdmin((db) => findLosses(db, [created]));
      expect(losses[created]).toContain("sa carte ne s’ouvre plus");
      const { batch } = await asAdmin((db) => deleteMembers(db, [created]));
      expect(await serialOf(created)).toBeNull();
      await asAdmin((db) => restoreBatch(db, batch));
      expect(await serialOf(created)).toBe(serial);
      // Once more active, the same person has the same number.
      await asAdmin((db) =>
        updateMember(db, created, form({ email: "moved-on@example.org", last_name: "Bah" })),
      );
      expect(await serialOf(created)).toBe(serial);
    });

    test("is taken from nobody: no statement changes it, no visitor chooses one, none is deleted", async () => {
      const id = await active();
      const serial = await serialOf(id);
      await asSystem("test", (db) =>
        db.execute(sql`update members set licence_serial = null where id = ${id}`),
      );
      await asSystem("test", (db) =>
        db.execute(sql`update members set licence_serial = 1 where id = ${id}`),
      );
      expect(await serialOf(id)).toBe(serial);
      const applyWith = (number: number | null) =>
        asVisitor((db) =>
          db.execute(sql`insert into members (id, first_name, last_name, email, licence_serial)
            values (${newId()}, 'F', 'L', ${`v-${number}@example.org`}, ${number})`),
        );
      await applyWith(null);
      await expect(applyWith(serial)).rejects.toThrow();
      await expect(database().asOwner("delete from licences")).rejects.toThrow();
    });

    test("is searched in the list of members", async () => {
      const id = await active();
      const number = (await readOwnLicence((await rowOf(id)).token ?? ""))?.number ?? "";
      for (const q of [number, number.toLowerCase(), number.slice(0, -2)]) {
        const found = await asAdmin((db) =>
          listMembers(db, parseListQuery(MEMBER_LIST, new URLSearchParams({ q }))),
        );
        expect(
          found.rows.map((row) => row.id),
          q,
        ).toEqual([id]);
      }
    });
  });

  describe("a card", () => {
    test("is signed once, and checks as valid in any case of its letters", async () => {
      const id = await active();
      const [code = "", ...others] = await Promise.all([cardOf(id), cardOf(id), cardOf(id)]);
      expect(new Set(others)).toEqual(new Set([code]));
      expect(await cardOf(id)).toBe(code);
      expect(await checkCard(code.toLowerCase())).toMatchObject({
        verdict: "valid",
        card: { name: "Hawa Soumah", birthYear: 2001, until: day(200) },
      });
    });

    test("ends at midnight after its last day, and says so when the job has not run", async () => {
      const id = await active({ membership_end: day(40) });
      const code = await cardOf(id);
      for (const [days, verdict] of [
        [9, "valid"],
        [10, "ending"],
        [40, "ending"],
        [41, "ended"],
      ] as const) {
        goTo(days);
        expect(await verdictOf(code), `${days}`).toBe(verdict);
      }
    });

    test("of a season that is over names the licence that was renewed", async () => {
      const email = "seasons@example.org";
      const first = await active({ email, membership_end: day(5) });
      const code = await cardOf(first);
      await asAdmin((db) => setMemberStatus(db, [first], "expired"));
      const END = day(370);
      await active({ email, membership_end: END });
      expect(await verdictOf(code)).toBe("valid");
      goTo(6);
      expect(await checkCard(code)).toMatchObject({ verdict: "season", until: END });
    });

    test("is printed by staff for each licence that has one, the same that its holder opens", async () => {
      const ids = [await active(), await active(), await active()];
      const [first, second, suspended] = await Promise.all(ids.map(serialOf));
      const code = await cardOf(ids[0] ?? "");
      await asAdmin((db) => suspendLicence(db, ids[2] ?? "", SUSPENSION));
      const serials = [suspended, second, first].map(Number);
      const cards = await readCards([...serials, 999_999_999]);
      expect(cards.map(({ number }) => parseLicence(number))).toEqual([first, second]);
      expect(cards[0]?.address).toContain(code);
      expect(await verdictOf(cards[1]?.address.split("/V/")[1] ?? "")).toBe("valid");
    });

    test("is replaced by a newer one, and by another name", async () => {
      const id = await active();
      const lost = await cardOf(id);
      await asAdmin((db) => replaceCard(db, id));
      expect(await verdictOf(lost)).toBe("replaced");
      const second = await cardOf(id);
      expect(await verdictOf(second)).toBe("valid");
      await database().asOwner(sql`update members set last_name = 'Camara' where id = ${id}`);
      expect(await verdictOf(second)).toBe("replaced");
      expect(await checkCard(await cardOf(id))).toMatchObject({
        verdict: "valid",
        card: { name: "Hawa Camara" },
      });
    });

    test("is sent, and once more when it was replaced", async () => {
      const email = "sent-card@example.org";
      const id = await active({ email });
      await asAdmin((db) => sendCard(db, id));
      expect(await mailsTo(email)).toEqual(["licence-card"]);
      await asAdmin((db) => replaceCard(db, id));
      expect(await mailsTo(email)).toEqual(["licence-card", "licence-card"]);
    });

    test("of a former membership goes on when that one is deleted for good", async () => {
      const email = "two-memberships@example.org";
      const former = await active({ email });
      const code = await cardOf(former);
      const present = await active({ email, membership_end: day(300) });
      await asAdmin((db) => deleteMembers(db, [former]));
      await database().asOwner(sql`delete from bin where entity_id = ${former}`);
      await sweepRetention();
      expect(await verdictOf(code)).toBe("valid");
      await asSystem("test", (db) => erasePerson(db, present));
      expect(await verdictOf(code)).toBe("gone");
      expect(
        await database().asOwner(sql`select id from licence_cards where code = ${code}`),
      ).toEqual([]);
    });

    test("is replaced by another name on the membership that it shows, which need not be the last", async () => {
      const email = `shown-${newId()}@example.org`;
      const shown = await active({ email, membership_end: day(300) });
      const last = await active({ email, membership_end: day(100) });
      const code = await cardOf(shown);
      // This one stands on no card.
      await database().asOwner(sql`update members set last_name = 'Bah' where id = ${last}`);
      expect(await verdictOf(code)).toBe("valid");
      await database().asOwner(sql`update members set last_name = 'Bah' where id = ${shown}`);
      expect(await verdictOf(code)).toBe("replaced");
    });

    test("names the end of the licence when a renewal was refunded", async () => {
      const id = await active();
      const code = await cardOf(id);
      expect(await checkCard(code)).not.toHaveProperty("until");
      const SOONER = day(90);
      await database().asOwner(sql`update members set membership_end = ${SOONER} where id = ${id}`);
      expect(await checkCard(code)).toMatchObject({ verdict: "valid", until: SOONER });
    });

    test("of dates that were written the wrong way round is one that reads", async () => {
      const id = await active({ membership_start: day(50), membership_end: day(40) });
      expect(readCode(await cardOf(id))?.card).toMatchObject({ from: day(40), until: day(40) });
    });

    test("of a membership that staff begin later, without an end, lasts a year from then", async () => {
      const id = await asAdmin((db) => createMember(db, form({ membership_start: day(500) })));
      expect(readCode(await cardOf(id))?.card).toMatchObject({ from: day(500), until: day(865) });
    });

    test("has its link when the membership begins and moves to another address at once", async () => {
      const id = await add({ application_token: null });
      await database().asOwner(sql`update members set status = 'active', membership_end = ${day(99)},
        email = ${`moved-${newId()}@example.org`} where id = ${id}`);
      expect(await verdictOf(await cardOf(id))).toBe("valid");
    });

    test("that was altered or made up tells nothing of anybody", async () => {
      const code = await cardOf(await active());
      const altered = `${code.slice(0, 40)}${code[40] === "A" ? "B" : "A"}${code.slice(41)}`;
      expect(["forged", "unreadable"]).toContain(await verdictOf(altered));
      expect(await checkCard(altered)).not.toHaveProperty("card");
      expect(await checkCard("AAAA")).toEqual({ verdict: "unreadable" });
    });

    test("with the other true signature that anybody can write under a card raises no alarm", async () => {
      const code = await cardOf(await active());
      const read = readCode(code) ?? never();
      const bytes = Buffer.from(read.signature);
      const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
      const s = (order - BigInt(`0x${bytes.subarray(32).toString("hex")}`)).toString(16);
      const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.padStart(64, "0"), "hex")]);
      const before = unexplained.count;
      expect(await verdictOf(joinCode(encodeFields(read.card), other))).toBe("forged");
      expect(unexplained.count).toBe(before);
    });

    test("with a true signature that the register does not know is not accepted, and is told", async () => {
      const read = readCode(await cardOf(await active()));
      const before = unexplained.count;
      const stolen = await asSystem("test", async (db) => {
        const key = await readSigningKey(db);
        const fields = encodeFields({ ...(read?.card ?? never()), name: "Autre Personne" });
        return joinCode(fields, await key.sign(labelled(fields)));
      });
      expect(await checkCard(stolen)).toEqual({ verdict: "unknown" });
      expect(unexplained.count).toBe(before + 1);
      expect(await checkLicenceCards()).toMatchObject({ level: "warning" });
      unexplained.count = 0;
      expect((await checkLicenceCards()).level).toBeUndefined();
    });

    test("opens with its own link alone, and the one of a former address leads nowhere", async () => {
      const id = await active();
      const { token } = await rowOf(id);
      expect(await readOwnLicence(token ?? "")).toBeDefined();
      await database().asOwner(
        sql`update members set email = 'new-home@example.org' where id = ${id}`,
      );
      expect(await readOwnLicence(token ?? "")).toBeUndefined();
      expect((await rowOf(id)).token).not.toBe(token);
      expect(await readOwnLicence("0".repeat(32))).toBeUndefined();
      // Nor does the one of an earlier membership lead to what was sent to the new address.
      const email = `moved-${newId()}@example.org`;
      const [former, present] = [
        await active({ email, membership_end: day(20) }),
        await active({ email, membership_end: day(300) }),
      ];
      await database().asOwner(
        sql`update members set email = 'second-home@example.org' where id = ${present}`,
      );
      expect(await serialOf(former)).toBe(await serialOf(present));
      expect(await readOwnLicence((await rowOf(former)).token ?? "")).toBeUndefined();
      expect(await readOwnLicence((await rowOf(present)).token ?? "")).toBeDefined();
    });
  });

  describe("the page of a check", () => {
    const open = async (code: string, ip = "192.0.2.9") => {
      const context = new RouterContextProvider();
      context.set(requestInfoContext, { degraded: false, ip, nonce: "", reference: "" });
      const answer = await loader({ context, params: { code } } as never);
      return { ...answer.data, status: answer.init?.status, headers: answer.init?.headers };
    };

    test("is stored nowhere, told to no other site, and none where there is no code", async () => {
      const id = await active();
      const headers = {
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      };
      expect(await open(await cardOf(id))).toMatchObject({ status: 200, headers });
      expect(await open("X")).toMatchObject({ status: 404, headers });
    });

    test("is for people who scan, not for whoever tries out codes by the thousand", async () => {
      const now = Date.now();
      setClock(() => now);
      for (let n = 0; n < 240; n++) await open("X", "192.0.2.10");
      expect(await open("X", "192.0.2.10")).toMatchObject({ status: 429, checked: undefined });
      expect(await open("X", "192.0.2.11")).toMatchObject({ status: 404 });
    });
  });

  describe("a suspension", () => {
    /** As memberships were suspended before licences had suspensions. */
    const suspend = (id: string) =>
      database().asOwner(sql`update members set status = 'suspended' where id = ${id}`);
    const statusOf = async (id: string) => (await asAdmin((db) => findMember(db, id)))?.status;

    test("of a membership with a licence is nobody's by its status alone", async () => {
      const id = await active();
      await expect(asAdmin((db) => setMemberStatus(db, [id], "suspended"))).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringContaining("motif"),
      });
      const suspended = form({ status: "suspended" });
      await expect(asAdmin((db) => updateMember(db, id, suspended))).rejects.toMatchObject({
        field: "status",
      });
      expect(await statusOf(id)).toBe("active");
    });

    test("of two memberships of one person is lifted one after the other", async () => {
      const email = `two-${newId()}@example.org`;
      const ids = [await active({ email }), await active({ email, membership_end: day(300) })];
      for (const id of ids) await suspend(id);
      await asAdmin((db) => setMemberStatus(db, [ids[1] ?? ""], "active"));
      // The other one would be a second membership: its record asks for that.
      await expect(
        asAdmin((db) => setMemberStatus(db, [ids[0] ?? ""], "active")),
      ).rejects.toMatchObject({ message: expect.stringContaining("déjà une adhésion active") });
      await asAdmin((db) => setMemberStatus(db, [ids[0] ?? ""], "expired"));
      expect(await statusOf(ids[1] ?? "")).toBe("active");
    });

    test("is told once with its reason, holds when the licence is renewed, and is ended", async () => {
      const email = "suspended@example.org";
      const id = await active({ email });
      const code = await cardOf(id);
      await asAdmin((db) => suspendLicence(db, id, SUSPENSION));
      await asAdmin((db) => suspendLicence(db, id, SUSPENSION));
      expect(await mailsTo(email)).toEqual(["licence-suspended"]);
      expect(await textTo(email)).toMatch(/Triche[\s\S]*contester/);
      expect(await checkCard(code)).toMatchObject({ verdict: "suspended", until: null });
      expect(JSON.stringify(await checkCard(code))).not.toContain("Triche");
      expect(await asAdmin((db) => findLicenceWords(db, id))).toContain("suspendue");
      const marked = async (search: string) => {
        const query = parseListQuery(MEMBER_LIST, new URLSearchParams({ q: search }));
        const { rows } = await asAdmin((db) => listMembers(db, query));
        return rows.map((row) => row.is_licence_suspended);
      };
      expect(await marked(email)).toEqual([true]);

      await asAdmin((db) => setMemberStatus(db, [id], "expired"));
      const renewed = await active({ email, membership_end: day(400) });
      expect(await readOwnLicence((await rowOf(renewed)).token ?? "")).toMatchObject({
        state: "suspended",
      });
      await asAdmin((db) => resumeLicence(db, renewed));
      await expect(asAdmin((db) => resumeLicence(db, renewed))).rejects.toMatchObject({
        kind: "conflict",
      });
      expect(await mailsTo(email)).toEqual(["licence-suspended", "licence-resumed"]);
      expect(await marked(email)).toEqual([false, false]);
      expect(await verdictOf(await cardOf(renewed))).toBe("valid");
    });

    test("of a membership holds beside another one that was paid since", async () => {
      const email = `paid-${newId()}@example.org`;
      const id = await active({ email });
      const code = await cardOf(id);
      await suspend(id);
      await active({ email, membership_end: day(300) });
      expect(await verdictOf(code)).toBe("suspended");
    });

    test("of the membership itself is one too, without a day of the licence's own", async () => {
      const id = await active();
      const code = await cardOf(id);
      await asAdmin((db) => suspendLicence(db, id, { ...SUSPENSION, suspended_until: day(3) }));
      await suspend(id);
      expect(await checkCard(code)).toMatchObject({ verdict: "suspended", until: null });
      await asAdmin((db) => resumeLicence(db, id));
      const shown = await readOwnLicence((await rowOf(id)).token ?? "");
      expect(shown).toMatchObject({ state: "suspended" });
      expect(shown).not.toHaveProperty("suspension");
      expect(shown).not.toHaveProperty("address");
    });

    test("stays after a payment, which says so to the payer with its last day instead of welcoming them", async () => {
      const until = day(20);
      await apply(application("prolongs"), "fr");
      const first = await only("prolongs");
      await pay(await openOrderOf(first.id));
      await asAdmin((db) =>
        suspendLicence(db, first.id, { ...SUSPENSION, suspended_until: until }),
      );
      await database().asOwner(
        sql`update members set membership_start = membership_start - 10 where id = ${first.id}`,
      );
      const token = await apply(application("prolongs"), "fr");
      const second = (await membersOf("prolongs")).find(({ status }) => status === "pending");
      await pay(await openOrderOf(second?.id ?? ""));
      const last = formatDate("fr", until);
      const text = await textTo("prolongs@example.org");
      expect(text).toContain(`Votre licence est suspendue jusqu’au ${last}.`);
      expect(text).not.toMatch(/Bienvenue|carte de licence/);
      expect(await readApplication(token ?? "")).toMatchObject({
        status: "active",
        suspension: { until },
      });
    });

    test("ends by itself after its last day, and none begins in the past alone", async () => {
      const id = await active();
      const code = await cardOf(id);
      const LAST = day(3);
      await asAdmin((db) => suspendLicence(db, id, { ...SUSPENSION, suspended_until: LAST }));
      goTo(3);
      expect(await checkCard(code)).toMatchObject({ verdict: "suspended", until: LAST });
      goTo(4);
      expect(await verdictOf(code)).toBe("valid");
      await expect(
        asAdmin((db) => suspendLicence(db, id, { ...SUSPENSION, suspended_until: LAST })),
      ).rejects.toThrow();
    });
  });

  describe("when a membership ends otherwise", () => {
    test("a refund ends the licence, and the number stays", async () => {
      await apply(application("refunded-licence"), "fr");
      const { id } = await only("refunded-licence");
      const order = await openOrderOf(id);
      await pay(order);
      const serial = await serialOf(id);
      const code = await cardOf(id);
      await asSystem("test", async (db) => {
        const [row] = await db
          .execute(sql`select * from orders where id = ${order}`)
          .then((result) => (result as unknown as { rows: never[] }).rows);
        if (row) await membershipFulfilment.release(db, row);
      });
      expect(await verdictOf(code)).toBe("ended");
      expect(await serialOf(id)).toBe(serial);
    });

    test("a person's data names the licence, and an erasure leaves the number alone", async () => {
      const email = "erased-player@example.org";
      const id = await active({ email });
      const code = await cardOf(id);
      const serial = await serialOf(id);
      await asAdmin((db) => suspendLicence(db, id, SUSPENSION));
      expect(JSON.stringify(await readPersonData(id))).toContain("Triche");
      await asSystem("test", (db) => erasePerson(db, id));
      expect(await checkCard(code)).toEqual({ verdict: "gone" });
      const [left] = await database().asOwner(
        sql`select member_id, suspended_from, suspension_reason, suspended_by, issue from licences where serial = ${serial}`,
      );
      expect(left).toEqual({
        member_id: null,
        suspended_from: null,
        suspension_reason: null,
        suspended_by: null,
        issue: 1,
      });
      const cards = await database().asOwner(
        sql`select id from licence_cards where serial = ${serial}`,
      );
      expect(cards).toEqual([]);
      // Who comes back is somebody new.
      expect(await serialOf(await active({ email }))).not.toBe(serial);
    });

    test("what is gone for good, out of the bin too, is forgotten with its cards", async () => {
      const id = await active();
      await cardOf(id);
      const serial = await serialOf(id);
      await asAdmin((db) => deleteMembers(db, [id]));
      const cards = () =>
        database().asOwner(sql`select id from licence_cards where serial = ${serial}`);
      await sweepRetention();
      expect(await cards()).toHaveLength(1);
      await database().asOwner(sql`delete from bin where entity_id = ${id}`);
      await sweepRetention();
      expect(await cards()).toHaveLength(0);
    });
  });

  describe("the keys", () => {
    test("are one that signs and one that is published, which signs after six months", async () => {
      const [first, second, ...more] = await listLicenceKeys();
      expect([first?.signs, second?.signs, second?.signs_from, more]).toEqual([
        true,
        false,
        null,
        [],
      ]);
      const code = await cardOf(await active());
      expect(await rotateLicenceKeys()).toMatchObject({ is: "early" });
      goTo(190);
      expect(await rotateLicenceKeys()).toEqual({ is: "rotated", number: second?.number });
      setClock();
      expect((await listLicenceKeys()).map(({ signs }) => signs)).toEqual([false, true, false]);
      // What the former signed goes on.
      expect(await verdictOf(code)).toBe("valid");
      const [row] = await database().asOwner<{ sealed: string }>("select sealed from licence_keys");
      expect(row?.sealed).toMatch(/^[0-9a-z]+\.[\w-]+$/);
    });

    test("that were stolen count for nothing, and each card is signed anew", async () => {
      const id = await active();
      const code = await cardOf(id);
      const number = readCode(code)?.card.key ?? 0;
      expect(await revokeLicenceKey(200)).toBeUndefined();
      expect(await revokeLicenceKey(number)).toMatchObject({ signs: number + 1 });
      expect(await verdictOf(code)).toBe("revokedKey");
      const anew = await cardOf(id);
      expect(readCode(anew)?.card.key).toBe(number + 1);
      expect(await verdictOf(anew)).toBe("valid");
      await resealLicenceKeys();
      expect((await checkLicenceCards()).level).toBeUndefined();
    });

    test("that nobody can open any more are followed by new ones, and still verify", async () => {
      const id = await active();
      const code = await cardOf(id);
      await database().asOwner("update licence_keys set sealed = '1.' || repeat('A', 80)");
      expect(await verdictOf(code)).toBe("valid");
      expect(await verdictOf(await cardOf(await active()))).toBe("valid");
    });

    test("that did not sign what stands in the register are noticed, as is a card of no licence", async () => {
      const id = await active();
      const [serial, code] = [await serialOf(id), await cardOf(id)];
      for (const [issue, written] of [
        [1, `${code}A`],
        [3, code.toLowerCase()],
      ] as const) {
        await database().asOwner(sql`insert into licence_cards
          (id, serial, issue, key_number, valid_from, code) values (${newId()}, ${serial}, ${issue}, 1, now(), ${written})`);
        expect(await checkLicenceCards(), `${issue}`).toMatchObject({ level: "error" });
        await database().asOwner(sql`delete from licence_cards where code = ${written}`);
      }
      expect((await checkLicenceCards()).level).not.toBe("error");
    });
  });

  test("the migration gives members who are there their numbers, and changes nothing else of them", async () => {
    const asOwner = database().asOwner;
    for (const table of ["members", "licences"]) {
      await asOwner(`alter table ${table} disable trigger user`);
    }
    await asOwner("delete from members");
    await asOwner("delete from licences");
    const person = (values: Values) => add({ email: "before@example.org", ...values });
    const past = { membership_start: day(-400), membership_end: day(-35), status: "expired" };
    const ids = {
      earlier: await person({ ...past, created_at: day(-400) }),
      now: await person({ status: "active", membership_end: day(99), created_at: day(-30) }),
      sister: await person({ first_name: "Aïcha", status: "active", created_at: day(-90) }),
      waiting: await person({ status: "pending" }),
      ended: await person({ first_name: "Fodé", ...past }),
      club: await person({ first_name: "Club", member_type: "club", status: "active" }),
      sample: await person({ first_name: "Exemple", status: "active", is_sample: true }),
    };
    const rest = () =>
      asOwner(
        sql`select id, (to_jsonb(m) - 'licence_serial')::text as rest from members m order by id`,
      );
    const before = await rest();
    const file = await readFile("database/migrations/0010_licences.sql", "utf8");
    for (const statement of file.split("--> statement-breakpoint").slice(-2)) {
      await asOwner(statement);
    }
    expect(await rest()).toEqual(before);
    const numbered = Object.fromEntries(
      await Promise.all(
        Object.entries(ids).map(async ([name, id]) => [name, await serialOf(id)] as const),
      ),
    );
    expect(numbered).toMatchObject({ waiting: null, ended: null, club: null, sample: null });
    expect(numbered.now).toBe(numbered.earlier);
    // Whoever came first has the lower number.
    expect(numbered.sister).toBeLessThan(numbered.now ?? 0);
    for (const table of ["members", "licences"]) {
      await asOwner(`alter table ${table} enable trigger user`);
    }
  });
});

function never(): never {
  throw new Error("no card");
}
