import { describe, expect, test } from "vitest";
import {
  counterAct,
  isUndoable,
  NEVER_UNDONE,
  UNDOABLE,
} from "../../records/history/undo-rules.ts";
import { actionWords, ENTITIES } from "./audit-labels.ts";
import { UNDOING } from "./undoing.operations.server.ts";

describe("what can be undone", () => {
  test("is said of every table that staff change, once", () => {
    const said = [...Object.keys(UNDOABLE), ...Object.keys(NEVER_UNDONE)];
    expect(said.sort()).toEqual([...ENTITIES].sort());
  });

  test("is known how, for every table that says so", () => {
    expect(Object.keys(UNDOING).sort()).toEqual(Object.keys(UNDOABLE).sort());
    for (const [table, acts] of Object.entries(UNDOABLE)) {
      const isMade = acts.includes("create") || acts.includes("restore");
      const removes = UNDOING[table]?.remove !== undefined;
      if (acts.includes("create")) expect(removes, table).toBe(true);
      if (!isMade) expect(removes, table).toBe(false);
    }
  });

  test("has words in the log", () => {
    for (const [table, acts] of Object.entries(UNDOABLE)) {
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
      const entry = { action, entity: action.split(".")[0] ?? "" };
      expect(isUndoable(entry), action).toBe(false);
      expect(counterAct(entry), action).toMatch(/[.]$/);
    }
  });
});
