import { parseArgs } from "node:util";
import { RETENTION, RETENTION_RULES } from "../app/core/values/retention.ts";
import { SEASON } from "./budgets.ts";
import { live, type Outcome, type Season } from "./season/run.ts";
import {
  atMost,
  count,
  formatTable,
  type Group,
  infoRow,
  milliseconds,
  type Row,
} from "./table.ts";

const OPTIONS = {
  days: { type: "string", default: String(SEASON.days) },
  members: { type: "string", default: String(SEASON.members) },
  events: { type: "string", default: String(SEASON.events) },
  kills: { type: "string" },
  engine: { type: "string" },
  seed: { type: "string" },
} as const;

/** What is asked for after the name: a smaller season, one engine, or the seed of one that failed. */
function readOptions(args: readonly string[]): Season[] {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const days = Number(values.days);
  const size = {
    days,
    members: Number(values.members),
    events: Number(values.events),
    kills: Number(values.kills ?? Math.ceil((SEASON.kills * days) / SEASON.days)),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  };
  const engines = ["embedded", "server"] as const;
  const wanted = engines.filter((engine) => !values.engine || values.engine === engine);
  if (wanted.length === 0 || Object.values(size).some(Number.isNaN)) {
    throw new Error(
      "--days --members --events --kills --seed take numbers, --engine embedded or server",
    );
  }
  return wanted.map((engine) => ({ ...size, engine }));
}

/** 400 days in the life of a federation, on each engine. */
export const measure: Group = async (tell) => {
  const rows: Row[] = [];
  for (const season of readOptions(process.argv.slice(2))) {
    const { members, events, days, seed, engine } = season;
    tell(`${engine}: ${members} members, ${events} events, ${days} days, --seed ${seed}`);
    const outcome = await live(season, tell);
    const results = rowsOf(season, outcome);
    rows.push(...results);
    const over = results.filter(({ ok }) => ok === false).map(({ what }) => what.trim());
    if (over.length === 0) continue;
    console.error(formatTable(rows));
    const wrong = [...over, ...outcome.wrong].join("\n");
    throw new Error(`${engine}, --seed ${seed}\n${wrong}`);
  }
  return rows;
};

function rowsOf({ engine, members, days, kills }: Season, outcome: Outcome): Row[] {
  const { removed, jobs, nightMs, done } = outcome;
  const people = Object.entries(done).map(([what, times]) => `${what} ${count(times)}`);
  const swept = RETENTION_RULES.filter((rule) => RETENTION[rule].by === "job");
  const ordered = Object.entries(jobs).sort(([, one], [, other]) => other.worstMs - one.worstMs);
  return [
    {
      what: `${count(days)} days with ${count(members)} members, ${engine}: what is wrong`,
      budget: "nothing",
      measured: outcome.wrong.length === 0 ? "nothing" : "found, see below",
      ok: outcome.wrong.length === 0,
    },
    infoRow("  who did what", people.join(", ")),
    infoRow("  letters that arrived", `${count(outcome.letters)}, and ${outcome.copies} copies`),
    {
      what: "  killed and started again",
      budget: `${kills}`,
      measured: `${outcome.kills}`,
      ok: outcome.kills >= kills,
    },
    ...(engine === "embedded" ? [refusalRow(outcome.refusal)] : []),
    ...swept.map((rule): Row => {
      const rows = removed[rule] ?? 0;
      return { what: `  removed: ${rule}`, budget: "not 0", measured: count(rows), ok: rows > 0 };
    }),
    infoRow("  kept by law: orders of nine years ago", count(outcome.oldOrders)),
    atMost("  the daily jobs of the slowest night", SEASON.nightMs, nightMs, milliseconds),
    infoRow("    of the processor, at worst", milliseconds(outcome.nightProcessorMs)),
    ...ordered.map(([name, { worstMs, daily }]) =>
      infoRow(`    ${name}${daily ? ", daily" : ""}, at worst at midnight`, milliseconds(worstMs)),
    ),
    infoRow(
      "  minutes went to",
      Object.entries(outcome.spent)
        .map(([on, minutes]) => `${on} ${minutes.toFixed(1)}`)
        .join(", "),
    ),
    atMost("  minutes", SEASON.minutes, outcome.minutes, (minutes) => minutes.toFixed(1)),
  ];
}

const refusalRow = (refusal = ""): Row => ({
  what: "  a second process on its folder",
  budget: "refused",
  measured: /data folder in use/.test(refusal) ? "refused" : "let in",
  ok: /data folder in use/.test(refusal),
});
