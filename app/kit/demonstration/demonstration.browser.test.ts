import { expect, test } from "vitest";
import * as z from "zod";
import { parseListQuery } from "../../records/list/list-query.ts";
import { demonstration, moveRow, queryRows } from "./demonstration.browser.ts";

type Seat = { id: string; name: string; order: number; is_active: boolean };

const SPEC = { filters: { status: ["active", "inactive"] }, sorts: ["order"], descending: false };
const SEATS: Seat[] = [
  { id: "x", name: "Aïssatou", order: 1, is_active: true },
  { id: "y", name: "Boubacar", order: 3, is_active: false },
  { id: "z", name: "Cécile", order: 7, is_active: true },
];
const query = (search = "") => parseListQuery(SPEC, new URLSearchParams(search));
const names = (rows: readonly Seat[]) => rows.map(({ name }) => name).join(" ");

function start() {
  const list = demonstration<Seat, { name: string }>({
    list: "/admin/seats",
    spec: SPEC,
    searched: ["name"],
    flag: "is_active",
    schema: async () => z.object({ name: z.string().min(1, "Le nom est requis") }),
    fresh: (rows) => ({ order: rows.length + 10, is_active: true }),
  });
  return { list, standIn: list.standIn(SEATS, query()) };
}

const post = (fields: Record<string, string>) =>
  new Request("https://fge.example/admin/seats/new?status=active", {
    method: "POST",
    body: new URLSearchParams(fields),
  });
const url = (search = "") => new URL(`https://fge.example/admin/seats${search}`);

test("rows are found without case and accents, filtered, and in their order", () => {
  const what = { searched: ["name"], flag: "is_active" };
  expect(names(queryRows(SEATS, query("q=AISSA"), what))).toBe("Aïssatou");
  expect(names(queryRows(SEATS, query("status=inactive"), what))).toBe("Boubacar");
  expect(names(queryRows(SEATS, query("sort=-order"), what))).toBe("Cécile Boubacar Aïssatou");
});

test("a place is swapped with the neighbour's, and nobody passes the ends", () => {
  const orders = (rows: Seat[]) => rows.map(({ order }) => order);
  expect(orders(moveRow(SEATS, "x", "down", "order"))).toEqual([3, 1, 7]);
  expect(orders(moveRow(SEATS, "x", "up", "order"))).toEqual([1, 3, 7]);
  expect(orders(moveRow(SEATS, "z", "down", "order"))).toEqual([1, 3, 7]);
});

test("until a list of samples is on the screen, everything is the server's", async () => {
  const { list, standIn } = start();
  expect(standIn.rows.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(list.change(post({ intent: "delete", ids: "1" }))).toBeUndefined();
  expect(list.save(post({ name: "D" }), undefined)).toBeUndefined();
  expect(list.fieldsOf("1")).toBeUndefined();
  expect(await list.load(url(), async () => standIn)).toBe(standIn);
});

test("on the screen, changes are made here, survive a failed try, and go with the screen", async () => {
  const { list, standIn } = start();
  const calls: string[] = [];
  const server = async () => {
    calls.push("read");
    return standIn;
  };
  list.enter(standIn);
  await list.change(post({ intent: "toggle", ids: "1", on: "" }));
  await list.change(post({ intent: "delete", ids: "2" }));
  expect(list.fieldsOf("1")).toMatchObject({ name: "Aïssatou", is_active: "" });

  const refused = await list.save(post({ name: "" }), undefined);
  expect(refused).toMatchObject({
    data: { values: { name: "" }, errors: { name: "Le nom est requis" } },
    init: { status: 400 },
  });
  expect(list.takeMessage()).toBeUndefined();
  const saved = (await list.save(post({ name: "Djénabou" }), undefined)) as Response;
  expect(saved.headers.get("location")).toBe("/admin/seats?status=active");
  expect(list.takeMessage()?.text).toContain("rien n’est enregistré");
  await list.save(post({ name: "Cécile K." }), "3");

  expect(names((await list.load(url(), server)).rows)).toBe("Aïssatou Cécile K. Djénabou");
  expect(calls).toEqual([]);
  list.retry();
  expect(names((await list.load(url("?status=active"), server)).rows)).toBe("Cécile K. Djénabou");
  expect(calls).toEqual(["read"]);
  list.leave();
  expect(names((await list.load(url(), server)).rows)).toBe("Aïssatou Boubacar Cécile");
});
