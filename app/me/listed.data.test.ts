import "../../tests/mail/settings.ts";
import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Values } from "../../tests/database/table-expectation.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem, asVisitor } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { findListed, listAffiliatedClubs } from "../licences/register.system.server.ts";
import { parseLicence } from "../membership/members/licence-number.ts";
import { countCommunity } from "../membership/membership.visitor.server.ts";
import { readSpace, setListed } from "./space.system.server.ts";

const NOW = Date.parse("2030-03-01T12:00:00.050Z");
const MARIAMA = {
  first_name: "Mariama",
  last_name: "Diallo",
  birth_date: "1988-02-03",
  status: "active",
  membership_end: "2030-12-31",
};

/** A child, with the consent of a parent. */
const SORY = {
  birth_date: "2018-05-06",
  guardian_name: "Mariama Diallo",
  guardian_phone: "+224622123456",
  guardian_relation: "mother",
  guardian_consent: "J’autorise.",
  guardian_consent_at: "2030-01-02T10:00:00Z",
};

withDatabase(() => {
  beforeEach(() => setClock(() => NOW));
  afterEach(() => setClock());
  const query = (statement: SQL) => asSystem("test", (db) => rowsOf(db, statement));
  const add = (values: Values) => asSystem("test", (db) => insertRow(db, "members", values));
  const somebody = () => `register-${newId()}@example.org`;

  /** Adds a player, and gives what their own space shows and what the register says of their number. */
  async function addPlayer(values: Values, email = somebody()) {
    await add({ ...MARIAMA, email, ...values });
    const own = async () => (await readSpace(email)).memberships.find(({ licence }) => licence);
    const serial = parseLicence((await own())?.licence?.number ?? "") ?? 0;
    return { email, own, look: () => findListed(serial) };
  }

  test("a number is found once its holder agreed, and no more once they did not", async () => {
    const { email, own, look } = await addPlayer({});
    expect(await look()).toBeUndefined();
    const { id = "", register } = (await own()) ?? {};
    expect(register).toEqual({ isListed: false });
    await setListed(somebody(), id, true);
    expect(await look()).toBeUndefined();
    await setListed(email.toUpperCase(), id, true);
    expect(await look()).toMatchObject({ name: "Mariama Diallo", state: "valid" });
    expect((await own())?.register).toEqual({ isListed: true });
    await setListed(somebody(), id, false);
    expect(await look()).toBeDefined();
    await setListed(email, id, false);
    expect(await look()).toBeUndefined();
  });

  test("an application may agree; the name of a minor, or of nobody knows what age, never appears", async () => {
    const listed_since = "2030-02-01";
    expect(await (await addPlayer({ listed_since })).look()).toBeDefined();
    const minor = await addPlayer({ listed_since, ...SORY });
    expect(await minor.look()).toBeUndefined();
    const { id = "", register } = (await minor.own()) ?? {};
    expect(register).toBeUndefined();
    await query(sql`update members set listed_since = null where id = ${id}`);
    await setListed(minor.email, id, true);
    expect(await query(sql`select listed_since from members where id = ${id}`)).toEqual([
      { listed_since: null },
    ]);
    expect(await (await addPlayer({ listed_since, birth_date: null })).look()).toBeUndefined();
  });

  test("a number that was never given, an ended licence and a suspended one", async () => {
    expect(await findListed(999_999)).toBeUndefined();
    const listed_since = "2030-02-01";
    const ended = await addPlayer({ listed_since });
    await query(
      sql`update members set status = 'expired', membership_end = '2030-02-28' where email = ${ended.email}`,
    );
    expect(await ended.look()).toMatchObject({ state: "ended" });
    const suspended = await addPlayer({ listed_since });
    await query(sql`update members set status = 'suspended' where email = ${suspended.email}`);
    expect(await suspended.look()).toMatchObject({ state: "suspended" });
  });

  test("clubs are those with a current membership but no tests, as many as the home page counts", async () => {
    const club = { ...MARIAMA, member_type: "club", birth_date: null, city: "Labé" };
    const named = async (organisation: string, more: Values = {}) =>
      add({ ...club, organisation, email: somebody(), ...more });
    await named("Étoile de Labé");
    await named("Lions sans ville", { city: null });
    for (const city of ["N'Zérékoré", "N’Zérékoré"]) await named("Éperviers", { city });
    await named("Fini", { membership_end: "2030-02-28" });
    await named("En attente", { status: "pending" });
    await named("Essai", { is_test: true });
    await named("Exemple", { is_sample: true });
    expect(await asVisitor(listAffiliatedClubs)).toEqual([
      { name: "Étoile de Labé", town: "Labé" },
      { name: "Exemple", town: "Labé" },
      { name: "Éperviers", town: "N’Zérékoré" },
      { name: "Lions sans ville", town: "" },
    ]);
    expect((await asVisitor(countCommunity)).clubs).toBe(4);
  });
});
