import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  type Options,
  playDeaths,
  playRandom,
  type Tally,
  wordsOf,
} from "../tests/payments/operators/campaign.ts";
import type { OperatorName } from "../tests/payments/operators/operator.ts";
import type { Settings, Site } from "../tests/payments/operators/site.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { type Child, startChild } from "./child.ts";
import type { PaymentsApi } from "./payments.child.ts";
import type { Place, SiteApi } from "./payments-site.child.ts";
import { count, type Group, infoRow, none, type Row } from "./table.ts";

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

type EngineName = "embedded" | "server";

type Plan = {
  operator: OperatorName;
  engine: EngineName;
  schedules: number;
  kills: number;
  /** The seed of the first schedule. */
  seed: number;
  /** Nothing but these. */
  only?: Part;
  /** How long each part may last, however many were asked for. */
  minutes?: number;
};

/** Random schedules, a death at each moment of each journey, and processes that are killed. */
const PARTS = ["schedules", "deaths", "kills"] as const;
type Part = (typeof PARTS)[number];

/** A process of the product that can be killed, and another put in its place. */
class Process implements Site {
  #child: Child<SiteApi>;
  #settings: Settings | undefined;
  #kills = 0;
  readonly #place: Place;

  private constructor(place: Place) {
    this.#place = place;
    this.#child = this.#start();
  }

  static async at(place: Place): Promise<Process> {
    const process = new Process(place);
    await process.#child.ask("stand", place);
    return process;
  }

  #start = () => startChild<SiteApi>("payments-site.child.ts", { LOG_LEVEL: "silent" });

  async killAndReplace(): Promise<void> {
    this.#kills += 1;
    await this.#child.kill();
    this.#child = this.#start();
    await this.#child.ask("stand", this.#place);
    if (this.#settings) await this.configure(this.#settings);
  }

  stop = () => this.#child.stop();

  configure(settings: Settings) {
    this.#settings = settings;
    return this.#child.ask("configure", settings);
  }
  address = () => this.#child.ask("address");
  open: Site["open"] = (order) => this.#child.ask("open", order);
  /** Whatever a process was doing when it was killed died with it. */
  perform: Site["perform"] = async (call) => {
    const kills = this.#kills;
    try {
      return await this.#child.ask("perform", call);
    } catch (error) {
      if (this.#kills === kills) throw error;
      return { isDead: true };
    }
  };
  standing: Site["standing"] = (order) => this.#child.ask("standing", order);
}

/** As many processes as an engine takes, on a database of their own. */
async function startProcesses(engine: EngineName, isKilled: boolean) {
  if (engine === "server") {
    const server = await startPostgres();
    const place = { url: server.url };
    // One after the other, since the first one makes the schema.
    const processes = [await Process.at(place), await Process.at(place)];
    return { processes, remove: () => server.remove() };
  }
  // In memory, unless the next process has to find what a dead one left.
  const folder = isKilled ? mkdtempSync(join(tmpdir(), "fge-payments-")) : undefined;
  const remove = async () => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
  return { processes: [await Process.at(folder ? { folder } : {})], remove };
}

/** A call within which the process is killed, and how long after it began. */
type Kill = { atCall: number; afterMs: number };

/** One in each schedule, anywhere in it. */
const killOf = (): Kill => ({
  atCall: 1 + Math.floor(Math.random() * 9),
  afterMs: Math.floor(Math.random() * 25),
});

class Stages {
  kills = 0;
  readonly #processes: readonly Process[];

  constructor(processes: readonly Process[]) {
    this.#processes = processes;
  }

  /** Both processes take turns; `kill`: one of them dies in it. */
  of(operator: Parameters<Options["stageOf"]>[0], kill?: Kill): ReturnType<Options["stageOf"]> {
    let calls = 0;
    return {
      operator,
      sites: this.#processes,
      call: async (turn, call) => {
        const process = this.#processes[turn % this.#processes.length];
        if (!process) throw new Error("no process");
        calls += 1;
        if (calls !== kill?.atCall) return process.perform(call);
        const answer = process.perform(call);
        await pause(kill.afterMs);
        this.kills += 1;
        await process.killAndReplace();
        return answer;
      },
    };
  }
}

/** Plays a plan, each of its parts with processes of its own. */
async function playPlan(plan: Plan, tell: (doing: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of PARTS.filter((one) => !plan.only || plan.only === one)) {
    tell(`${plan.operator}, ${plan.engine}: ${part}, --seed ${plan.seed}`);
    rows.push(
      ...(await withProcesses(plan, part === "kills", (stages) => PLAYS[part](plan, stages))),
    );
  }
  return rows;
}

const PLAYS: Record<Part, (plan: Plan, stages: Stages) => Promise<Row[]>> = {
  async schedules(plan, stages) {
    const range = { from: plan.seed, count: plan.schedules };
    const tally = await playRandom({ ...optionsOf(plan, stages), ...range });
    return rowsOf(plan, `${count(tally.schedules)} schedules`, tally);
  },
  async deaths(plan, stages) {
    const tally = await playDeaths(optionsOf(plan, stages));
    return rowsOf(plan, `${count(tally.deaths)} deaths in turn`, tally);
  },
  async kills(plan, stages) {
    const range = { from: plan.seed + plan.schedules, count: plan.kills };
    const tally = await playRandom({ ...optionsOf(plan, stages, killOf), ...range });
    return rowsOf(plan, `${count(stages.kills)} SIGKILLs`, tally);
  },
};

const optionsOf = (plan: Plan, stages: Stages, killOfNext?: () => Kill): Options => ({
  operator: plan.operator,
  stageOf: (operator) => stages.of(operator, killOfNext?.()),
  tell: (finding) => console.error(wordsOf(finding, plan.engine)),
  ...(plan.minutes && { until: performance.now() + plan.minutes * 60_000 }),
});

async function withProcesses<T>(
  { engine }: Plan,
  isKilled: boolean,
  work: (stages: Stages) => Promise<T>,
): Promise<T> {
  const { processes, remove } = await startProcesses(engine, isKilled);
  try {
    return await work(new Stages(processes));
  } finally {
    for (const process of processes) await process.stop();
    await remove();
  }
}

function rowsOf({ operator, engine }: Plan, what: string, tally: Tally): Row[] {
  const { schedules, findings, seconds, ends } = tally;
  const having = (text: string) =>
    findings.filter(({ wrongs }) => wrongs.some((wrong) => wrong.includes(text))).length;
  const ended = Object.entries(ends).map(([status, times]) => `${status} ${times}`);
  return [
    none(`${operator}, ${engine}, ${what}: wrong states`, findings.length),
    none("  books that differ", having("the ledger says")),
    none("  double charges", having("double charge")),
    none("  lost refunds", having("lost refund")),
    infoRow("  ended as", ended.join(", ")),
    infoRow("  a second", (schedules / seconds).toFixed(1)),
  ];
}
