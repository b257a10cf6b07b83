import { parseArgs } from "node:util";
import { startChild } from "./child.ts";
import type { PaymentsApi } from "./payments.child.ts";
import { PARTS, type Plan, playPlan } from "./payments-operators.ts";
import { count, type Group, infoRow, type Row } from "./table.ts";

const SIMULATED = 10_000;
const OPERATORS = ["djomy", "paypal"] as const;
const ENGINES = ["embedded", "server"] as const;

const OPTIONS = {
  schedules: { type: "string", default: "500" },
  kills: { type: "string", default: "10" },
  operator: { type: "string" },
  engine: { type: "string" },
  seed: { type: "string" },
  only: { type: "string" },
  minutes: { type: "string" },
} as const;

/** What is asked for after the name: how many, at one operator or on one engine, or a seed to play again. */
function readPlans(args: readonly string[]): Plan[] {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const numbers = {
    schedules: Number(values.schedules),
    kills: Number(values.kills),
    ...(values.minutes && { minutes: Number(values.minutes) }),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000)),
  };
  const plans = OPERATORS.flatMap((operator) => ENGINES.map((engine) => ({ operator, engine })))
    .filter(({ operator }) => !values.operator || values.operator === operator)
    .filter(({ engine }) => !values.engine || values.engine === engine);
  const only = PARTS.find((part) => part === values.only);
  if (values.only !== undefined && !only) throw new Error(`--only takes ${PARTS.join(", ")}`);
  if (plans.length === 0 || Object.values(numbers).some(Number.isNaN)) {
    throw new Error(
      "--schedules --kills --seed --minutes take numbers, --operator djomy or paypal, --engine embedded or server",
    );
  }
  return plans.map((plan) => ({ ...plan, ...numbers, ...(only && { only }) }));
}

/** Payments under everything that goes wrong: at the simulated provider, and at both operators over HTTP. */
export const measure: Group = async (tell) => {
  const args = process.argv.slice(2);
  // Whoever chooses among these wants no others.
  const isChosen = args.some((arg) => /^--(?:operator|engine|seed|only)/.test(arg));
  const rows = isChosen ? [] : await measureSimulated(tell);
  for (const plan of readPlans(args)) rows.push(...(await playPlan(plan, tell)));
  return rows;
};

/** Half of the orders hold a place, half do not. */
const measureSimulated: Group = async (tell) => {
  tell(`${count(SIMULATED)} random schedules, several minutes`);
  const began = performance.now();
  const outcomes = await Promise.all((["places", "memberships"] as const).map(share));
  for (const { wrong } of outcomes) if (wrong) console.error(wrong);
  const wrongs = outcomes.filter(({ wrong }) => wrong !== undefined).length;
  const minutes = (performance.now() - began) / 60_000;
  const row: Row = {
    what: `Wrong states in ${count(SIMULATED)} payment schedules`,
    budget: "0",
    measured: wrongs === 0 ? "0" : "found, see above",
    ok: wrongs === 0,
  };
  return [row, infoRow("Time for them", `${minutes.toFixed(1)} min`)];
};

async function share(kind: "places" | "memberships"): Promise<{ wrong?: string }> {
  const child = startChild<PaymentsApi>("payments.child.ts", { LOG_LEVEL: "silent" });
  try {
    await child.ask("play", [SIMULATED / 2, kind]);
    return {};
  } catch (error) {
    return { wrong: String(error) };
  } finally {
    await child.stop();
  }
}
