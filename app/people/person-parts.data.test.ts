import "../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Values } from "../../tests/database/table-expectation.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { mayDo } from "../core/values/permissions.ts";
import type { OfficeRole } from "../core/values/roles.ts";
import { deleteMembers } from "../membership/members/members.staff.server.ts";
import { eraseForStaff, findPersonRows, readPerson } from "./people.system.server.ts";
import { readPersonParts } from "./person-parts.staff.server.ts";
// What an order is for is set with it.
import "../../tests/registrations/event.ts";

const ADMIN = newId();
const FAMILY = "famille.diallo@example.org";
const AISSATOU = {
  first_name: "Aïssatou",
  last_name: "Diallo",
  birth_date: "2001-05-04",
  email: FAMILY,
};

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );
  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const order = (kind: string, subject: string, label: string) =>
    add("orders", {
      kind,
      subject_id: subject,
      label_fr: label,
      label_en: label,
      price_amount: 15_000,
      price_currency: "GNF",
      token: newId(),
      language: "fr",
      payer_name: "Fatou Diallo",
      payer_email: "paie@example.org",
      status: "confirmed",
    });
  const colleague = (...roles: OfficeRole[]) =>
    add("profiles", { role: "user", roles: `{${roles.join(",")}}`, name: roles.join(" ") });
  async function readAs(id: string, staff: string, roles?: OfficeRole[]) {
    const rights = { isAdmin: roles === undefined, roles: roles ?? [] };
    const whole = roles === undefined ? await readPerson(id) : undefined;
    const rows = whole?.rows ?? (await findPersonRows(id));
    return (
      rows &&
      asStaff({ id: staff }, (db) => readPersonParts(db, rows, (address) => mayDo(rights, address)))
    );
  }

  test("each role sees of a person what its lists show, and nothing of who shares the address", async () => {
    const member = await add("members", {
      ...AISSATOU,
      status: "active",
      membership_end: "2099-01-01",
    });
    const sister = await add("members", { ...AISSATOU, first_name: "Binta" });
    const event = await add("events", {
      date: "2030-05-01",
      title: "Coupe de Labé",
      max_participants: 9,
    });
    const registration = await add("event_registrations", {
      ...AISSATOU,
      event_id: event,
      phone: "+224622000001",
      ticket_token: newId(),
    });
    await order("membership", member, "Licence");
    await order("registration", registration, "Coupe");
    await order("membership", sister, "De la sœur");
    const mail = (key: string, text: string) =>
      add("mail_outbox", {
        key,
        recipient: FAMILY,
        subject: key,
        text_body: text,
        html_body: text,
      });
    const [{ token } = { token: "" }] = await database().asOwner<{ token: string }>(
      sql`select application_token as token from members where id = ${member}`,
    );
    await mail("Sa carte", `/licences/${token}`);
    await mail("De la sœur", "rien");
    const treasurer = await colleague("treasurer");
    const eventStaff = await colleague("events");
    const editor = await colleague("editor");

    const all = await readAs(member, ADMIN);
    expect(all).toMatchObject({ name: "Aïssatou Diallo", email: FAMILY });
    expect(all?.licence?.words).toMatch(/^FGE-\d{6}-[A-Z], valable/);
    expect(all?.memberships.map(({ id }) => id)).toEqual([member]);
    expect(all?.registrations.map((row) => row.event)).toEqual(["Coupe de Labé"]);
    expect(all?.payments.map(({ label_fr }) => label_fr).sort()).toEqual(["Coupe", "Licence"]);
    expect(all?.mails.map(({ subject }) => subject)).toEqual(["Sa carte"]);
    // The same from each of their records.
    expect(await readAs(registration, ADMIN)).toEqual(all);

    const money = await readAs(registration, treasurer, ["treasurer"]);
    expect(money?.payments).toHaveLength(2);
    expect(money).toMatchObject({
      name: "Aïssatou Diallo",
      licence: undefined,
      club: undefined,
      registrations: [],
      mails: [],
      log: [],
    });
    expect(JSON.stringify(money)).not.toContain("2001-05-04");

    const desk = await readAs(member, eventStaff, ["events"]);
    expect(desk).toMatchObject({ memberships: [], payments: [], mails: [], log: [] });
    expect(desk?.registrations).toHaveLength(1);

    // Nothing is theirs: the sister has no registration, and an editor no list of people.
    for (const nothing of [
      await readAs(sister, eventStaff, ["events"]),
      await readAs(member, editor, ["editor"]),
    ]) {
      expect(nothing).toMatchObject({ name: undefined, email: undefined });
      expect(JSON.stringify(nothing)).not.toContain("Diallo");
    }
    expect(await readAs(newId(), treasurer, ["treasurer"])).toBeUndefined();
  });

  test("the log says who of the staff did what; who is in the bin or erased has no screen", async () => {
    const person = { ...AISSATOU, email: "seule@example.org" };
    const member = await add("members", person);
    const other = await add("members", person);
    await asStaff({ id: ADMIN }, (db) => deleteMembers(db, [other]));
    const all = await readAs(member, ADMIN);
    expect(all?.memberships).toHaveLength(1);
    expect(all?.log).toMatchObject([{ staff_name: "Mariama Bah", words: expect.any(String) }]);
    expect(await readPerson(other)).toBeUndefined();
    expect(await eraseForStaff({ id: ADMIN }, member, (await readPerson(member))?.seen ?? "")).toBe(
      true,
    );
    expect(await readPerson(member)).toBeUndefined();
    expect(await findPersonRows(member)).toBeUndefined();
  });

  test("an address that names nobody is for administrators alone", async () => {
    const message = await add("contact_messages", {
      name: "Sans fiche",
      email: "inconnu@example.org",
      subject: "S",
      message: "M",
    });
    expect(await findPersonRows(message)).toBeUndefined();
    expect(await readAs(message, ADMIN)).toMatchObject({ memberships: [], payments: [] });
  });
});
