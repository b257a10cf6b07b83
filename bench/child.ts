import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Functions that one process offers to the one that started it. Everything crosses as JSON. */
type Offer = Record<string, (argument: never) => unknown>;

export type Child<Api extends Offer> = {
  pid: number;
  ask<Name extends keyof Api & string>(
    name: Name,
    ...argument: Parameters<Api[Name]>
  ): Promise<Awaited<ReturnType<Api[Name]>>>;
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
};

type Question = { id: number; name: string; argument: unknown };
type Answer = { id: number; result?: unknown; failure?: string };

/**
 * Starts a file of this folder as a process of its own. The load, the bare server and the product
 * must not share a thread, or each would measure the others.
 */
export function startChild<Api extends Offer>(
  file: string,
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
): Child<Api> {
  const child = fork(join(import.meta.dirname, file), {
    env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "warn", ...settings },
    execArgv: [...process.execArgv, ...flags],
    serialization: "advanced",
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let calls = 0;
  child.on("message", (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.once("exit", (code) => {
    for (const tell of waiting.values()) tell({ id: 0, failure: `${file} ended (${code})` });
  });
  return {
    pid: child.pid ?? 0,
    async ask(name, ...[argument]) {
      const id = ++calls;
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve);
        child.send({ id, name, argument } satisfies Question, (error) => {
          if (error) resolve({ id, failure: `${file} ended` });
        });
      });
      waiting.delete(id);
      if (answer.failure !== undefined) throw new Error(answer.failure);
      return answer.result as never;
    },
    stop: () => ended(child, "SIGTERM"),
    kill: () => ended(child, "SIGKILL"),
  };
}

/** In the child: answers what the parent asks. Ends with it. */
export function offer<Api extends Offer>(api: Api): Api {
  process.on("message", async ({ id, name, argument }: Question) => {
    const tell = (answer: Omit<Answer, "id">) => process.send?.({ id, ...answer });
    try {
      tell({ result: await api[name]?.(argument as never) });
    } catch (error) {
      tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.once("disconnect", () => process.exit());
  return api;
}

async function ended(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await exited;
  clearTimeout(late);
}

/** Linux counts a process's work in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The seconds that a process's threads have worked so far; undefined where it cannot be known. */
export function workedSeconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** The memory that a process holds now, in MB; undefined where it cannot be known. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return match === undefined ? undefined : (Number(match) * 1_024) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** The same of a process with all that it started, and those again. */
export function familyMegabytes(pid: number): number | undefined {
  const own = residentMegabytes(pid);
  if (own === undefined) return undefined;
  return childrenOf(pid).reduce((sum, child) => sum + (familyMegabytes(child) ?? 0), own);
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const lists = threads.map((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8");
    } catch {
      return "";
    }
  });
  return lists.join(" ").split(/\s+/).filter(Boolean).map(Number);
}
