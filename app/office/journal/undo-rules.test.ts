import { describe, expect, test } from "vitest";
import { definitionOf } from "../../records/definitions.server.ts";
import { counterAct, isUndoable } from "../../records/record.ts";
import { RECORDS, recordsOf } from "../frame/notions.ts";
import { actionWords } from "./audit-labels.ts";
import { UNDOABLE_TABLES } from "./undo.staff.server.ts";

describe("what can be undone", () => {
  const undoable = RECORDS.flatMap(({ table, undo }) =>
    typeof undo === "string" ? [] : [{ table, acts: undo }],
  );

  test("is known how, for every table that says so", () => {
    expect(Object.keys(UNDOABLE_TABLES).sort()).toEqual(undoable.map(({ table }) => table).sort());
    for (const { table, acts } of undoable) {
      const isMade = acts.includes("create") || acts.includes("restore");
      const removes = UNDOABLE_TABLES[table]?.remove !== undefined;
      if (acts.includes("create")) expect(removes, table).toBe(true);
      if (!isMade) expect(removes, table).toBe(false);
    }
  });

  test("is said by the table itself too, so that a message offers it", () => {
    for (const { table, acts } of undoable) {
      expect(definitionOf(table)?.undo, table).toEqual(acts);
    }
  });

  test("has words in the log", () => {
    for (const { table, acts } of undoable) {
      for (const act of acts)
        expect(actionWords(`${table}.${act}`), `${table}.${act}`).not.toBe(act);
    }
  });

  test("is nothing of money, accounts or what people were told, and that says what does instead", () => {
    for (const action of [
      "profiles.update",
      "refunds.approve",
      "events.cancel",
      "members.status",
    ]) {
      const record = recordsOf(action.split(".")[0] ?? "");
      expect(isUndoable({ action }, record), action).toBe(false);
      expect(counterAct({ action }, record), action).toMatch(/[.]$/);
    }
  });
});
