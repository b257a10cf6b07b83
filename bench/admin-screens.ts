import { StaffClient, signIn } from "../tests/support/product/staff-client.ts";
import type { OfficeBudget } from "./budgets.ts";
import type { Inside } from "./inside.ts";
import { atMost, count, milliseconds, none, type Row } from "./table.ts";

/** How many of the slowest are named. */
const NAMED = 3;
const LINK = /href="(\/admin[^"?#]*)/g;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** A list has a link to each of its rows: of screens of one kind, one is enough. */
const kindOf = (address: string) => address.replace(ID, ":id");

/** Every screen of the back office that a link of another leads to, each opened once, with nothing of it read before. */
export async function screenRows(
  { url }: Inside,
  account: { email: string; password: string },
  budget: OfficeBudget,
): Promise<Row[]> {
  const staff = new StaffClient(url, await signIn(url, account), account.password);
  const times: { address: string; ms: number }[] = [];
  let failed = 0;
  const kinds = new Map([["/admin", "/admin"]]);
  for (const address of kinds.values()) {
    const began = performance.now();
    const answer = await staff.get(address);
    const page = await answer.text();
    times.push({ address, ms: performance.now() - began });
    if (answer.status >= 500) failed++;
    for (const [, to = ""] of page.matchAll(LINK)) {
      // A file of everybody has a row of its own.
      if (!/\/export|\.csv$/.test(to) && !kinds.has(kindOf(to))) kinds.set(kindOf(to), to);
    }
  }
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, NAMED);
  const of = `${count(budget.members)} members`;
  return [
    none(`${of}: of ${times.length} screens, those that fail`, failed),
    ...slowest.map(({ address, ms }) =>
      atMost(`  one of the slowest: ${kindOf(address)}`, budget.screenMs, ms, milliseconds),
    ),
  ];
}
