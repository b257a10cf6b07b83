import { setTimeout as pause } from "node:timers/promises";
import type { OfficeBudget } from "./budgets.ts";
import type { Inside } from "./inside.ts";
import { atMost, count, percentile, type Row, ratio } from "./table.ts";

type Account = { email: string; password: string };

/** What somebody else looks at meanwhile, and how often. */
const OTHERS = ["/admin/members", "/"];
const EVERY_MS = 25;
const FEWEST_OTHERS = 300;

/** The file of all members, fetched as a browser does, while others go on working. */
export async function exportRows(
  inside: Inside,
  account: Account,
  budget: OfficeBudget,
): Promise<Row[]> {
  const cookie = await signIn(inside.url, account);
  const of = count(budget.members);
  await confirm(inside.url, cookie, account);
  await fetchFile(inside, cookie, budget.members);
  const seconds = await fetchFile(inside, cookie, budget.members);
  const before = await inside.ask("settledHeap");
  let highest = before;
  await during(fetchFile(inside, cookie, budget.members), async () => {
    highest = Math.max(highest, await inside.ask("settledHeap"));
    await pause(200);
  });
  const rows = [
    atMost(`${of} members as CSV`, budget.exportSeconds, seconds, (s) => `${s.toFixed(1)} s`),
  ];
  if (budget.exportHeapMb !== undefined) {
    const grown = (highest - before) / 1_000_000;
    rows.push(
      atMost("  heap above what it was", budget.exportHeapMb, grown, (mb) => `${mb.toFixed(1)} MB`),
    );
    rows.push(...(await othersRows(inside, cookie, budget)));
  }
  return rows;
}

async function signIn(url: string, account: Account): Promise<string> {
  const answer = await fetch(`${url}/admin/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams(account),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  if (cookies.length === 0) throw new Error(`not let in: ${answer.status}`);
  return cookies.join("; ");
}

/** Answers the question that stands before a file of people's data. */
async function confirm(url: string, cookie: string, { password }: Account): Promise<void> {
  const answer = await fetch(`${url}/admin/account/confirm`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, cookie },
    body: new URLSearchParams({ "proof.code": password }),
  });
  if (answer.status !== 302) throw new Error(`not confirmed: ${answer.status}`);
}

/** Fetches the export and counts its lines; how long it took, in seconds. */
async function fetchFile(inside: Inside, cookie: string, members: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${inside.url}/admin/members/export`, { headers: { cookie } });
  if (!answer.body || answer.status !== 200) throw new Error(`the export answers ${answer.status}`);
  let lines = 0;
  for await (const chunk of answer.body)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  if (lines !== members + 1) throw new Error(`${lines} lines for ${members} members`);
  return (performance.now() - began) / 1_000;
}

/** Repeats something for as long as another thing is not done. */
async function during(work: Promise<unknown>, action: () => Promise<void>): Promise<void> {
  let over = false;
  const end = work.finally(() => (over = true));
  while (!over) await action();
  await end;
}

/** What others wait for their pages, at rest and during exports. */
async function othersRows(inside: Inside, cookie: string, budget: OfficeBudget): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of OTHERS) {
    const atRest: number[] = [];
    while (atRest.length < FEWEST_OTHERS) await visit(inside.url + path, cookie, atRest);
    const meanwhile: number[] = [];
    while (meanwhile.length < FEWEST_OTHERS)
      await during(fetchFile(inside, cookie, budget.members), () =>
        visit(inside.url + path, cookie, meanwhile),
      );
    const times = percentile(meanwhile, 0.99) / percentile(atRest, 0.99);
    rows.push(
      atMost(
        `  p99 of ${path} meanwhile, against rest`,
        budget.othersRatio,
        times,
        (value) => `${ratio(value)} ×`,
      ),
    );
  }
  return rows;
}

async function visit(url: string, cookie: string, times: number[]): Promise<void> {
  const headers = url.includes("/admin") ? { cookie } : undefined;
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  times.push(performance.now() - began);
  await pause(EVERY_MS);
}
