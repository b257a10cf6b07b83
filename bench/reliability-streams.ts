import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { packedTwice } from "../tests/files/attacks.ts";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { CUTS, cutRead } from "../tests/support/database/cut-reads.ts";
import { openThings } from "../tests/support/product/descriptors.ts";
import { type Product, startProduct } from "../tests/support/product/product.ts";
import { StaffClient } from "../tests/support/product/staff-client.ts";
import { STREAMS } from "./budgets.ts";
import { residentMegabytes } from "./child.ts";
import { atMost, count, infoRow, milliseconds, none, percentile, type Row } from "./table.ts";

const MB = 1024 ** 2;
const AT_ONCE = 20;
const SETTLED_MS = 3_000;
const LOOK_EVERY_MS = 25;
const ATTACK_WITHIN_MS = 180_000;

/** What readers who do not read leave open, and what one document can take. */
export async function streamRows(tell: (doing: string) => void): Promise<Row[]> {
  const product = await startProduct({
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  try {
    const staff = await StaffClient.signIn(product.url);
    return [
      ...(await unreadRows(product, staff, tell)),
      ...(await documentRows(product, staff, tell)),
    ];
  } finally {
    await product.stop();
  }
}

/** Does something so many times, some of them at once. */
async function times(number: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let count = 0; count < number; count += AT_ONCE) {
    const turns = Math.min(AT_ONCE, number - count);
    await Promise.all(Array.from({ length: turns }, (_, turn) => work(count + turn)));
  }
}

async function unreadRows(product: Product, staff: StaffClient, tell: (doing: string) => void) {
  const { id, url } = await staff.uploaded(Buffer.alloc(20 * MB, "a"), "grand.txt");
  const addresses = [url, `/resources/${id}/download`, `/admin/files/zip?ids=${id}`];
  const headers = { cookie: staff.cookie, connection: "close" };
  const address = (turn: number) => addresses[turn % addresses.length] ?? url;
  const head = (turn: number) => fetch(product.url + address(turn), { method: "HEAD", headers });
  const cut = (turn: number) =>
    cutRead(product.url, address(turn), CUTS[turn % CUTS.length] ?? "at once", {
      cookie: staff.cookie,
    });
  await times(AT_ONCE, head);
  await times(AT_ONCE, cut);
  const open = async () => {
    await pause(SETTLED_MS);
    return openThings(product.pid, product.dataDir).length;
  };
  const before = await open();
  tell(`${count(STREAMS.heads)} HEAD requests`);
  await times(STREAMS.heads, head);
  const afterHeads = await open();
  tell(`${count(STREAMS.cuts)} reads that are cut`);
  await times(STREAMS.cuts, cut);
  const afterCuts = await open();
  const left = (what: string, descriptors: number) => none(what, Math.max(0, descriptors));
  return [
    left(`${count(STREAMS.heads)} HEAD requests: descriptors left`, afterHeads - before),
    left(`${count(STREAMS.cuts)} cut reads: descriptors left`, afterCuts - afterHeads),
  ];
}

/** The processes that the product started, as Linux tells them. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.split(" ").filter(Boolean).map(Number);
}

async function documentRows(product: Product, staff: StaffClient, tell: (doing: string) => void) {
  const attack = packedTwice();
  tell("a document that takes all memory");
  const before = residentMegabytes(product.pid);
  if (before === undefined) return [infoRow("A document that takes all memory", "unknown here")];
  await staff.uploaded(attack, "attaque.pdf");
  let [own, others] = [0, 0];
  const waits: number[] = [];
  const until = performance.now() + ATTACK_WITHIN_MS;
  // Until the process of files has come and gone.
  for (let started = false; performance.now() < until; await pause(LOOK_EVERY_MS)) {
    const memory = childrenOf(product.pid).map((pid) => residentMegabytes(pid) ?? 0);
    others = Math.max(others, ...memory);
    own = Math.max(own, residentMegabytes(product.pid) ?? 0);
    const start = performance.now();
    await (await fetch(`${product.url}/`)).arrayBuffer();
    waits.push(performance.now() - start);
    if (memory.length > 0) started ||= Math.max(...memory) > STREAMS.mediaMb / 2;
    else if (started) break;
  }
  const megabytes = (mb: number) => `${Math.round(mb)} MB`;
  const what = `A document of ${(attack.length / 1_000).toFixed(1)} KB that unpacks to gigabytes`;
  return [
    atMost(`${what}: the process of files at its highest`, STREAMS.mediaMb, others, megabytes),
    atMost("  the product, above what it was", STREAMS.grownMb, own - before, megabytes),
    infoRow("  a cached page meanwhile, p95", milliseconds(percentile(waits, 0.95))),
  ];
}
