import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { ENTITIES } from "../../../app/office/journal/audit-labels.ts";
import { findNamedRows } from "../../../app/office/journal/named-rows.staff.server.ts";
import { audit, listActors, listAudit } from "../../../app/records/history/audit.staff.server.ts";
import { NOBODY } from "../../../app/records/history/audit.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import { insertParents, insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";

const [FANTA, MORY] = [newId(), newId()];

withDatabase(() => {
  const as = <T>(id: string, work: (db: StaffDb) => Promise<T>) => asStaff({ id }, work);
  const add = (table: string, values: object = {}) =>
    asSystem("test", (db) => insertRow(db, table, { ...values }));
  const labels = async (address: string) => {
    const people = await as(FANTA, listActors);
    const spec = {
      filters: { entity: ENTITIES, staff: [...people.map(({ id }) => id), NOBODY] },
      days: ["from", "to"],
      sorts: ["created_at"],
      descending: true,
    };
    const query = parseListQuery(spec, new URLSearchParams(address));
    return (await as(FANTA, (db) => listAudit(db, query))).rows.map(({ label }) => label);
  };

  beforeAll(async () => {
    await asSystem("test", insertParents);
    await add("profiles", { id: FANTA, name: "Fanta Keïta", role: "admin" });
    await add("profiles", { id: MORY, name: "Mory Condé", role: "admin" });
    const write = (label: string) => (db: StaffDb) =>
      audit(db, { action: "news.create", entity: "news", entity_id: newId(), label });
    await as(FANTA, write("De Fanta"));
    await as(MORY, write("De Mory"));
    const id = await add("audit_log", {
      created_at: "2026-03-12T23:59:59Z",
      staff_name: "?",
      action: "profiles.refused",
      entity: "profiles",
    });
    await add("audit_values", { id, label: "De personne" });
  });

  describe("the log is narrowed", () => {
    test("to one person, or to nobody", async () => {
      expect(await labels(`staff=${FANTA}`)).toEqual(["De Fanta"]);
      expect(await labels(`staff=${MORY}`)).toEqual(["De Mory"]);
      expect(await labels(`staff=${NOBODY}`)).toEqual(["De personne"]);
    });

    test("to days, the last of them whole", async () => {
      expect(await labels("from=2026-03-12&to=2026-03-12")).toEqual(["De personne"]);
      expect(await labels("to=2026-03-11")).toEqual([]);
      expect(await labels("from=2026-03-13")).toEqual(["De Mory", "De Fanta"]);
    });

    test("by nothing that an address makes up", async () => {
      for (const address of ["from=2026-02-30", "from=x", "to=0000-01-01", `staff=${newId()}`]) {
        expect(await labels(address), address).toHaveLength(3);
      }
    });
  });

  test("people are offered by their names, also those whose account is gone", async () => {
    const gone = newId();
    const id = await add("audit_log", { staff_id: gone, staff_name: "Bangaly Traoré" });
    await add("audit_values", { id, label: "Ancien" });
    expect(await as(FANTA, listActors)).toEqual([
      { id: gone, name: "Bangaly Traoré" },
      { id: FANTA, name: "Fanta Keïta" },
      { id: MORY, name: "Mory Condé" },
    ]);
  });

  test("each record that is still there has a name and a screen; those that are gone have none", async () => {
    const wanted: { entity: string; id: string }[] = [];
    for (const entity of ENTITIES) wanted.push({ entity, id: await add(entity) });
    const gone = { entity: "news", id: newId() };
    const odd = [
      { entity: "news", id: "no id" },
      { entity: "nothing", id: newId() },
    ];
    const named = await as(FANTA, (db) => findNamedRows(db, [...wanted, gone, ...odd]));
    const nameless = wanted.filter(({ entity, id }) => !named.has(`${entity} ${id}`));
    expect(nameless.map(({ entity }) => entity).sort()).toEqual([
      "file_removals",
      "ledger_entries",
    ]);
    expect(named.size).toBe(wanted.length - nameless.length);
    for (const { label, to } of named.values()) {
      expect(label).not.toMatch(/null|undefined/);
      expect(to).toMatch(/^\/admin\/[a-z-]+/);
    }
  });
});
