import { setTimeout as pause } from "node:timers/promises";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { type Fuzzed, formTargets, fuzz, routeTargets } from "../tests/support/fuzz/fuzz.ts";
import { type Product, startProduct } from "../tests/support/product/product.ts";
import { StaffClient } from "../tests/support/product/staff-client.ts";
import { RELIABILITY } from "./budgets.ts";
import { residentMegabytes } from "./child.ts";
import { atMost, count, type Group, infoRow, median } from "./table.ts";

const SEED = 20_260_101;

/** Whatever is sent to whatever address: no answer of 500 or more, and no memory kept of it. */
export const fuzzRows: Group = async (tell) => {
  const product = await startProduct({
    TRUST_PROXY: "1",
    PAYMENTS_SIMULATED: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  try {
    // What stays in memory once is not growth: caches fill, code is compiled.
    tell("warming up");
    const { cookie } = await StaffClient.signIn(product.url);
    await everywhere(product, cookie, RELIABILITY.requests / 2, SEED);
    const before = await settledMegabytes(product.pid);
    tell(`${count(RELIABILITY.requests)} requests`);
    const { statuses, failures } = await everywhere(
      product,
      cookie,
      RELIABILITY.requests,
      SEED + 1,
    );
    const after = await settledMegabytes(product.pid);
    for (const failure of failures.slice(0, 5)) tell(failure);
    const list = Object.entries(statuses).map(([status, times]) => `${status} × ${count(times)}`);
    const what = `${count(RELIABILITY.requests)} fuzzed requests to every route, by nobody and by staff`;
    return [
      { ...atMost(`${what}: answers of 500 or more`, 0, failures.length, String), budget: "0" },
      infoRow("  every answer", list.join(", ")),
      before === undefined || after === undefined
        ? infoRow("  memory that they left behind", "unknown on this system")
        : atMost(
            "  memory that they left behind",
            RELIABILITY.grownMb,
            after - before,
            (mb) => `${Math.round(mb)} MB`,
          ),
    ];
  } finally {
    await product.stop();
  }
};

/** Forms, then every address as nobody, then every address as staff: a third of the requests each. */
async function everywhere(product: Product, cookie: string, requests: number, seed: number) {
  const { url } = product;
  const each = { count: Math.ceil(requests / 3), seed };
  const office = (await routeTargets(url, cookie)).filter(
    ({ pattern }) => pattern !== "/admin/logout",
  );
  const results = [
    await fuzz(url, { targets: await formTargets(url), ...each }),
    await fuzz(url, { targets: await routeTargets(url), ...each }),
    await fuzz(url, { targets: office, cookie, ...each }),
  ];
  const statuses: Fuzzed["statuses"] = {};
  for (const [status, times] of results.flatMap((one) => Object.entries(one.statuses))) {
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times;
  }
  return { statuses, failures: results.flatMap(({ failures }) => failures) };
}

async function settledMegabytes(pid: number): Promise<number | undefined> {
  const readings: number[] = [];
  for (let second = 0; second < 5; second++) {
    await pause(1_000);
    const megabytes = residentMegabytes(pid);
    if (megabytes !== undefined) readings.push(megabytes);
  }
  return readings.length > 0 ? median(readings) : undefined;
}
