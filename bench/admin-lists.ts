import type { StaffDb } from "../app/core/database/doors/doors.server.ts";
import { MEMBER_LIST } from "../app/membership/members/member-list.ts";
import { countMembers, listMembers } from "../app/membership/members/members.staff.server.ts";
import { MEMBER_STATUSES, MEMBER_TYPES } from "../app/membership/members/members.ts";
import { readCounts, readMonths } from "../app/office/home/dashboard.staff.server.ts";
import { countMoney } from "../app/payments/orders/orders.staff.server.ts";
import { parseListQuery, writeCursor } from "../app/records/list/list-query.ts";
import { countRegistrations } from "../app/registrations/registrations.staff.server.ts";
import { p95, type Staff, timesOf } from "./admin-staff.ts";
import type { OfficeBudget } from "./budgets.ts";
import {
  atMost,
  count,
  infoRow,
  median,
  milliseconds,
  percentile,
  type Row,
  ratio,
} from "./table.ts";

type Tell = (doing: string) => void;

const MOMENT = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Every order that the screen offers. */
const SORTS = {
  "-created_at": { name: "newest first", order: "created_at desc, id desc", value: MOMENT },
  created_at: { name: "oldest first", order: "created_at, id", value: MOMENT },
  name: { name: "by name", order: "sort_name, id", value: "sort_name" },
  "-name": { name: "by name backwards", order: "sort_name desc, id desc", value: "sort_name" },
} as const;
type Sort = keyof typeof SORTS;
const sorts = Object.keys(SORTS) as Sort[];

/** Each filter by itself, both together, and none. */
const FILTERS: Record<string, string>[] = [
  {},
  ...MEMBER_TYPES.map((type) => ({ type })),
  ...MEMBER_STATUSES.map((status) => ({ status })),
  { type: "club", status: "suspended" },
];

/** Rare ones and common ones, of one name or all over, with accents, inside words and addresses. */
const WORDS = ["dia", "Diallo", "Touré", "Éboué", "hélène", "gmail", "aïs", "fodé soumah", "bah12"];

const SEARCH_FILTERS: Record<string, string>[] = [{}, { status: "suspended" }];

/** Distance of the page that is compared with the first. */
const FAR = 1_000;
const PAGE = 50;
const ROUNDS = 40;
const SEARCH_ROUNDS = 10;

const address = (parameters: Record<string, string>) =>
  parseListQuery(MEMBER_LIST, new URLSearchParams(parameters));
const list = (staff: Staff, parameters: Record<string, string>) =>
  staff.ask((db) => listMembers(db, address(parameters)));

/** The first page in every order under every filter, and the thousandth. */
export async function listRows(staff: Staff, budget: OfficeBudget, tell: Tell): Promise<Row[]> {
  const rows: Row[] = [];
  const of = count(budget.members);
  for (const sort of sorts) {
    const { name, order, value } = SORTS[sort];
    tell(`${of} members: pages, ${name}`);
    const times: number[] = [];
    for (const filter of FILTERS)
      times.push(...(await timesOf(ROUNDS, () => list(staff, { ...filter, sort }))));
    rows.push(
      atMost(
        `${of} members, first page, ${name}, every filter: p95`,
        budget.firstMs,
        percentile(times, 0.95),
        milliseconds,
      ),
    );
    const after = writeCursor(await staff.cursorAt(order, value, (FAR - 1) * PAGE - 1));
    // In turns, so that whatever else the machine does is in both.
    const near: number[] = [];
    const far: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      near.push(...(await timesOf(1, () => list(staff, { sort }))));
      far.push(...(await timesOf(1, () => list(staff, { sort, after }))));
    }
    rows.push(
      atMost(
        `  page ${count(FAR)} against it, medians`,
        budget.farRatio,
        median(far) / median(near),
        (times) => `${ratio(times)} ×`,
      ),
    );
  }
  return rows;
}

/** Words of all kinds, in every order, without a filter and with one. */
export async function searchRows(staff: Staff, budget: OfficeBudget, tell: Tell): Promise<Row[]> {
  const rows: Row[] = [];
  const of = count(budget.members);
  for (const q of WORDS) {
    tell(`${of} members: '${q}'`);
    const times: number[] = [];
    for (const sort of sorts)
      for (const filter of SEARCH_FILTERS)
        times.push(...(await timesOf(SEARCH_ROUNDS, () => list(staff, { ...filter, sort, q }))));
    const { count: matches, more } = await list(staff, { q });
    rows.push(
      atMost(
        `${of} members, search '${q}' (${count(matches)}${more ? "+" : ""}), every order: p95`,
        budget.searchMs,
        percentile(times, 0.95),
        milliseconds,
      ),
    );
  }
  return rows;
}

const COUNTERS: Record<string, (db: StaffDb) => Promise<unknown>> = {
  "above the members": countMembers,
  "above the registrations": countRegistrations,
  "above the money": countMoney,
  "of the dashboard": (db) => readCounts(db, () => true),
  "of the dashboard's chart": readMonths,
};

/** The counters, with as many registrations and orders as members. */
export async function counterRows(staff: Staff, budget: OfficeBudget, tell: Tell): Promise<Row[]> {
  const rows: Row[] = [];
  const of = count(budget.members);
  for (const [name, read] of Object.entries(COUNTERS)) {
    tell(`${of} members: counters ${name}`);
    const began = performance.now();
    await staff.ask(read);
    const first = performance.now() - began;
    const usual = await p95(ROUNDS, () => staff.ask(read));
    rows.push(
      atMost(`${of} of each, counters ${name}: p95`, budget.countersMs, usual, milliseconds),
    );
    if (first > budget.countersMs) rows.push(infoRow("  the first time", milliseconds(first)));
  }
  return rows;
}
