import { expect, test } from "vitest";
import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import {
  changeIntent,
  deleteIntent,
  intent,
  moveIntent,
  statusIntent,
  toggleIntent,
} from "./intents.server.ts";

const db = {} as StaffDb;
const three = [newId(), newId(), newId()].join(",");
const said = (count: number) => (count > 1 ? `${count} messages lus` : "Message lu");

test("a change of several says how many it changed, and how many it did not", async () => {
  const markRead = (changed: number) => changeIntent(async () => changed, said);
  const status = (changed: number) => statusIntent(["read"], async () => changed, said);
  for (const of of [markRead, status]) {
    const run = (changed: number) => of(changed).run(db, { ids: three, status: "read" });
    expect(await run(3)).toBe("3 messages lus");
    expect(await run(2)).toBe("2 messages lus ; une fiche n’a pas changé");
    expect(await run(1)).toBe("Message lu ; 2 n’ont pas changé");
    expect(await run(0)).toBe("Rien n’a changé : c’était déjà fait");
  }
});

test("a switch that was switched before, and a row at the end, say that nothing changed", async () => {
  const off = { run: async () => 0, text: () => "Actualité dépubliée" };
  const on = { run: async () => 1, text: () => "Actualité publiée" };
  const toggle = toggleIntent(on, off);
  expect(await toggle.run(db, { ids: three, on: "on" })).toBe("Actualité publiée");
  expect(await toggle.run(db, { ids: three, on: "" })).toMatch(/^Rien n’a changé/);
  const move = (moved: boolean) =>
    moveIntent(async () => moved).run(db, { id: newId(), direction: "up" });
  expect(await move(true)).toBe("Ordre mis à jour");
  expect(await move(false)).toMatch(/^Rien n’a changé/);
});

test("a deletion of what is gone is no success", async () => {
  const remove = (count: number) => deleteIntent(async () => ({ count, batch: "b" }), said);
  expect(await remove(3).run(db, { ids: three })).toEqual({ text: "3 messages lus", undo: "b" });
  await expect(remove(0).run(db, { ids: three })).rejects.toMatchObject({ kind: "not-found" });
});

test("what the schema refuses names its field", async () => {
  const book = intent(z.object({ amount: z.literal("1", "Un nombre") }), async () => "");
  await expect(book.run(db, { amount: "x" })).rejects.toMatchObject({
    field: "amount",
    message: "Un nombre",
  });
});
