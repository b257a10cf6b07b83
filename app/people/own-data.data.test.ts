import "../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Values } from "../../tests/database/table-expectation.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem } from "../core/database/doors/doors.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import {
  createMember,
  memberFormSchema,
  updateMember,
} from "../membership/members/members.staff.server.ts";
import { LINK_MS, LINK_TRIES } from "./erasures.ts";
import {
  askErasure,
  enterOwnData,
  readDataLink,
  readOwnData,
  readOwnFile,
  sendDataLink,
} from "./own-data.system.server.ts";
import { refuseErasure } from "./people.staff.server.ts";
import { eraseForStaff, readPerson } from "./people.system.server.ts";
// What an order is for is set with it.
import "../../tests/registrations/event.ts";

const NOW = Date.parse("2030-03-01T12:00:00.050Z");
const ADMIN = { id: newId() };
const AISSATOU = { first_name: "Aïssatou", last_name: "Diallo", birth_date: "2001-05-04" };
const DATE = { birthDate: true, firstName: false };
const MAMADOU = { first_name: "Mamadou", last_name: "Diallo", birth_date: "2003-02-01" };

withDatabase((_engine, database) => {
  beforeAll(() => asSystem("test", (db) => insertRow(db, "profiles", { ...ADMIN, role: "admin" })));
  beforeEach(() => setClock(() => NOW));
  afterEach(() => setClock());
  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const mails = (recipient: string, template: string) =>
    database().asOwner<{ text_body: string; language: string }>(
      sql`select text_body, language from mail_outbox
        where recipient = ${recipient} and template = ${template} order by created_at, id`,
    );
  const linkTo = async (email: string) => {
    await sendDataLink(email, "fr");
    const [mail] = (await mails(email, "data-link")).slice(-1);
    return /\/privacy\/data\/([\w-]+)/.exec(mail?.text_body ?? "")?.[1] ?? "";
  };
  const enter = async (token: string, birthDate: string, firstName = "") => {
    const result = await enterOwnData(token, { birthDate, firstName });
    return "token" in result ? result.token : result.refused;
  };
  const family = async () => {
    const email = `famille-${newId()}@example.org`;
    const hers = await add("members", { ...AISSATOU, email, status: "expired" });
    const his = await add("members", { ...MAMADOU, email, status: "expired" });
    return { email, hers, his };
  };

  test("erasing a member says that their membership ends with it", async () => {
    const person = { email: "active@example.org", birth_date: "1999-05-06" };
    const id = await add("members", { ...person, status: "active", membership_end: "2033-03-01" });
    expect((await readPerson(id))?.endings).toEqual([
      "L’adhésion en cours, valable jusqu’au 1er mars 2033\u202f: elle prend fin aussitôt, avec les jours qui restent.",
    ]);
    const own = await enter(await linkTo(person.email), person.birth_date);
    expect((await readOwnData(own, "en"))?.endings).toEqual([
      "The current membership, valid until 1 Mar 2033: it ends at once, with the days that are left.",
    ]);
    await database().asOwner(sql`update members set membership_end = null where id = ${id}`);
    expect((await readPerson(id))?.endings).toEqual([
      "L’adhésion en cours\u202f: elle prend fin aussitôt.",
    ]);
    await database().asOwner(sql`update members set status = 'suspended' where id = ${id}`);
    expect((await readPerson(id))?.endings).toEqual([]);
  });

  test("the former address of a corrected record reads nothing of it", async () => {
    const typo = `typo-${newId()}@example.org`;
    const right = `juste-${newId()}@example.org`;
    const form = memberFormSchema.parse({
      ...AISSATOU,
      email: typo,
      phone: "622 00 00 42",
      member_type: "player",
      status: "pending",
      language: "fr",
    });
    const id = await asStaff(ADMIN, (db) => createMember(db, form));
    setClock(() => NOW + 1_000);
    const corrected = { ...form, email: right, city: "Labé" };
    await asStaff(ADMIN, (db) => updateMember(db, id, corrected));
    const own = await enter(await linkTo(typo), "");
    expect(JSON.stringify(await readOwnData(own, "fr"))).not.toMatch(
      /Diallo|622000042|juste-|Labé/,
    );
    expect(JSON.stringify(await readOwnFile(own))).not.toMatch(/Diallo|622000042|juste-|Labé/);
    // Whoever has it now reads all of it, the day on which it was corrected too.
    const theirs = await enter(await linkTo(right), AISSATOU.birth_date);
    expect(JSON.stringify(await readOwnFile(theirs))).toMatch(/622000042/);
  });

  describe("the link", () => {
    test("goes to every address alike, known or not, once a day", async () => {
      const { email } = await family();
      const nobody = `personne-${newId()}@example.org`;
      for (const address of [email, nobody]) {
        await sendDataLink(address, "en");
        await sendDataLink(address, "en");
        expect(await mails(address, "data-link")).toHaveLength(1);
      }
      const [known] = await mails(email, "data-link");
      const [unknown] = await mails(nobody, "data-link");
      const bare = (text = "") => text.replace(/data\/[\w-]+/, "data/x");
      expect(bare(known?.text_body)).toBe(bare(unknown?.text_body));
      setClock(() => NOW + LINK_MS);
      await sendDataLink(email, "en");
      expect(await mails(email, "data-link")).toHaveLength(2);
    });

    test("asks of people who they are, and of an address alone nothing", async () => {
      const { email } = await family();
      expect(await readDataLink(await linkTo(email))).toEqual({ asks: DATE });
      const alone = `seule-${newId()}@example.org`;
      await add("newsletter_subscriptions", { email: alone });
      const link = await linkTo(alone);
      expect(await readDataLink(link)).toEqual({
        asks: { birthDate: false, firstName: false },
      });
      const own = await readOwnData(await enter(link, ""), "fr");
      expect(own?.file.sections.map(({ title }) => title)).toContain("Newsletter");
    });

    test("is over after a day, when a newer one was sent, and when it is not ours", async () => {
      const { email } = await family();
      const link = await linkTo(email);
      const own = await enter(link, AISSATOU.birth_date);
      setClock(() => NOW + LINK_MS + 1);
      expect(await readDataLink(link)).toBeUndefined();
      expect(await readOwnData(own, "fr")).toBeUndefined();
      expect(await readOwnFile(own)).toBeUndefined();
      const next = await linkTo(email);
      expect(await enter(link, AISSATOU.birth_date)).toBe("over");
      expect(await readDataLink(next)).toEqual({ asks: DATE });
      expect(await readDataLink("x".repeat(80))).toBeUndefined();
      // The link itself opens nothing before somebody says who they are.
      expect(await readOwnData(next, "fr")).toBeUndefined();
    });

    test("shows one person of a family, and no other with the same link", async () => {
      const { email } = await family();
      const link = await linkTo(email);
      const own = await enter(link, AISSATOU.birth_date);
      const read = await readOwnData(own, "fr");
      expect(read?.file.name).toBe("Aïssatou Diallo");
      const text = JSON.stringify([read, await readOwnFile(own)]);
      expect(text).toContain("2001");
      expect(text).not.toMatch(/mamadou|2003/i);
      expect(await enter(link, MAMADOU.birth_date)).toBe("nobody");
    });

    test("lets few dates be tried, one after the other or at once", async () => {
      const { email } = await family();
      const link = await linkTo(email);
      const tries = Array.from({ length: LINK_TRIES + 3 }, (_, day) =>
        enter(link, `2001-01-0${day + 1}`),
      );
      const answers = await Promise.all(tries);
      expect(answers.filter((answer) => answer === "nobody")).toHaveLength(LINK_TRIES - 1);
      expect(await enter(link, AISSATOU.birth_date)).toBe("over");
      expect(await readDataLink(link)).toBeUndefined();
    });

    test("tells twins apart by the first name, whatever its accents and case", async () => {
      const { email } = await family();
      await add("members", { ...AISSATOU, first_name: "Fatou", email });
      const link = await linkTo(email);
      expect(await enter(link, AISSATOU.birth_date)).toBe("several");
      expect(await enter(link, AISSATOU.birth_date, "Hawa")).toBe("nobody");
      const own = await enter(link, AISSATOU.birth_date, "AISSATOU");
      expect((await readOwnData(own, "fr"))?.file.name).toBe("Aïssatou Diallo");
    });
  });

  describe("whoever gave no birth date, as the contact of a club", () => {
    const contact = { first_name: "Ibrahima", last_name: "Sow", birth_date: null };
    const club = { ...contact, member_type: "club", organisation: "Tigres de Matam" } as const;

    test("is asked for the first name alone, as often as others for their date", async () => {
      const email = `club-${newId()}@example.org`;
      await add("members", { ...club, email });
      const link = await linkTo(email);
      expect(await readDataLink(link)).toEqual({ asks: { birthDate: false, firstName: true } });
      expect(await enter(link, "")).toBe("nameless");
      expect(await enter(link, "", "Hawa")).toBe("nameless");
      const own = await enter(link, "", "ibrahima");
      expect((await readOwnData(own, "fr"))?.file.name).toBe("Ibrahima Sow");
      for (let tried = 1; tried < LINK_TRIES; tried += 1) await enter(link, "", "Hawa");
      expect(await enter(link, "", "Ibrahima")).toBe("over");
    });

    test("reads nothing of whoever has a date at the same address, nor they of the contact", async () => {
      const { email } = await family();
      await add("members", { ...club, email });
      const link = await linkTo(email);
      expect(await readDataLink(link)).toEqual({ asks: { birthDate: true, firstName: true } });
      expect(await enter(link, "", AISSATOU.first_name)).toBe("nameless");
      expect(await enter(link, "")).toBe("nobody");
      const text = JSON.stringify(await readOwnData(await enter(link, "", "Ibrahima"), "fr"));
      expect(text).toContain("Tigres de Matam");
      expect(text).not.toMatch(/aïssatou|mamadou/i);
      expect(await enter(link, AISSATOU.birth_date)).toBe("nobody");
    });

    test("of two namesakes with a date, a record without one is opened by neither name", async () => {
      const { email } = await family();
      await add("members", { ...AISSATOU, birth_date: "2005-01-01", email });
      await add("members", { ...AISSATOU, birth_date: null, email });
      expect(await enter(await linkTo(email), "", AISSATOU.first_name)).toBe("nameless");
    });
  });

  describe("a wish to be erased", () => {
    const asked = async () => {
      const people = await family();
      const own = await enter(await linkTo(people.email), AISSATOU.birth_date);
      await Promise.all([askErasure(own, "en"), askErasure(own, "en")]);
      const [request, ...more] = await database().asOwner<{ id: string; status: string }>(
        sql`select id, status from erasures where record_id = ${people.hers}`,
      );
      expect([request?.status, more]).toEqual(["requested", []]);
      return { ...people, own, request: request?.id ?? "" };
    };

    test("waits for staff, once, and names nobody", async () => {
      const { own, hers, his, request } = await asked();
      expect(await readOwnData(own, "fr")).toMatchObject({
        request: { status: "requested" },
        mayAsk: false,
      });
      expect((await readPerson(hers))?.request?.id).toBe(request);
      expect((await readPerson(his))?.request).toBeUndefined();
      const [row] = await database().asOwner<{ row: string }>(
        sql`select to_jsonb(e)::text as row from erasures e where id = ${request}`,
      );
      expect(row?.row).not.toMatch(/diallo|example|2001/i);
    });

    test("is done by staff, and told in the person's language; the sibling stays", async () => {
      const { email, own, hers, his } = await asked();
      expect(await eraseForStaff(ADMIN, hers, (await readPerson(hers))?.seen ?? "")).toBe(true);
      const [mail] = await mails(email, "erasure-decided");
      expect(mail).toMatchObject({ language: "en" });
      expect(mail?.text_body).toContain("This has been done");
      expect(await readOwnData(own, "fr")).toBeUndefined();
      expect((await readPerson(his))?.file.name).toBe("Mamadou Diallo");
      const rows = await database().asOwner(
        sql`select status from erasures where record_id = ${hers}`,
      );
      expect(rows).toEqual([{ status: "done" }]);
    });

    test("is refused with a reason, which the person reads; once", async () => {
      const { email, own, request } = await asked();
      const refuse = () => asStaff(ADMIN, (db) => refuseErasure(db, request, "Un litige."));
      await refuse();
      await expect(refuse()).rejects.toMatchObject({ kind: "conflict" });
      const told = await mails(email, "erasure-decided");
      expect(told.map(({ text_body }) => text_body.includes("Un litige."))).toEqual([true]);
      expect(await readOwnData(own, "fr")).toMatchObject({
        request: { status: "refused", reason: "Un litige." },
        mayAsk: true,
      });
    });
  });
});
