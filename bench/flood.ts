import { startProduct } from "../tests/support/product/product.ts";
import { PHONE_HEADERS, readAnswer } from "./against-bare.ts";
import type { BareApi } from "./bare.child.ts";
import { FLOOD } from "./budgets.ts";
import { startChild, workedSeconds } from "./child.ts";
import type { FloodApi, FloodResult } from "./flood.child.ts";
import type { LoadApi } from "./load.child.ts";
import { atMost, count, type Group, infoRow, milliseconds, type Row } from "./table.ts";
import { settle } from "./weight.ts";

const PAGE = { path: "/", headers: PHONE_HEADERS };
const SECONDS = 10;

/**
 * How long a visitor waits for a page that is ready while others ask for addresses that nobody gave
 * out; beside the same page at rest, and a server that does nothing but send it under the same load.
 */
export const measure: Group = async (tell) => {
  const product = await startProduct({ PAYMENTS_SIMULATED: "1" });
  const visitor = startChild<LoadApi>("load.child.ts");
  const others = startChild<FloodApi>("flood.child.ts");
  const bare = startChild<BareApi>("bare.child.ts");
  try {
    await settle(product.url, [PAGE.path]);
    const port = Number(new URL(product.url).port);
    const barePort = await bare.ask("serve", await readAnswer({ port, ...PAGE }));
    const flood = (to: number, seconds = SECONDS) =>
      others.ask("run", { port: to, connections: FLOOD.connections, seconds });
    const look = async (from: number) => {
      const load = { ...PAGE, port: from, connections: 1, seconds: SECONDS, status: 200 };
      const { p95, errors } = await visitor.ask("run", load);
      if (errors > 0) throw new Error(`${errors} wrong answers`);
      return p95;
    };
    tell("a cached page at rest");
    const atRest = await look(port);
    tell("a bare server under nonsense addresses");
    const [bareP95] = await Promise.all([look(barePort), flood(barePort)]);
    // What is compiled and made once is not what each address costs.
    await flood(port, 3);
    tell("a cached page under nonsense addresses");
    const before = workedSeconds(product.pid);
    const [p95, sent] = await Promise.all([look(port), flood(port)]);
    const after = workedSeconds(product.pid);
    const worked = before === undefined || after === undefined ? undefined : after - before;
    return rowsOf({ p95, atRest, bareP95, sent, worked });
  } finally {
    await Promise.all([visitor.stop(), others.stop(), bare.stop()]);
    await product.stop();
  }
};

type Measured = {
  p95: number;
  atRest: number;
  bareP95: number;
  sent: FloodResult;
  worked: number | undefined;
};

function rowsOf({ p95, atRest, bareP95, sent, worked }: Measured): Row[] {
  const answers = Object.entries(sent.statuses);
  const failures = answers.reduce((sum, [status, n]) => (Number(status) >= 500 ? sum + n : sum), 0);
  const each = worked === undefined ? "unknown" : milliseconds((worked * 1_000) / sent.requests);
  return [
    atMost(
      `${FLOOD.connections} connections of nonsense addresses: p95 of a cached page`,
      FLOOD.cachedP95Ms,
      p95,
      milliseconds,
    ),
    infoRow("  the same page at rest, p95", milliseconds(atRest)),
    infoRow("  a bare node:http server under the same load, p95", milliseconds(bareP95)),
    infoRow("  nonsense addresses answered per second", count(sent.requests / SECONDS)),
    infoRow("  processor for each, the visitor's pages included", each),
    infoRow("  every answer", answers.map(([status, n]) => `${status} × ${count(n)}`).join(", ")),
    { ...atMost("  answers of 500 or more", 0, failures, String), budget: "0" },
  ];
}
