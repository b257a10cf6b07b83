import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

// A client that asks so many times a second, whatever becomes of the answers, and never retries. Every third
// request is a message to the federation, with words of its own by which it is found again.

export type Load = {
  /** Where it connects. */
  port: number;
  /** The address that the site has for the world. */
  publicUrl: string;
  perSecond: number;
  /** Connections that are used again and again, as browsers do; otherwise one for each request. */
  keepAlive?: boolean;
};

export type LoadReport = {
  requests: number;
  posts: number;
  /** How often each status came, and each error by its code: `ECONNREFUSED`, `ECONNRESET`. */
  outcomes: Record<string, number>;
  /** The messages that were taken. */
  accepted: string[];
  slowestMs: number;
};

export type SteadyLoad = { end: () => Promise<LoadReport> };

const PAGES = ["/", "/events", "/news", "/search?q=tournoi", "/contact", "/en/about", "/nowhere"];
/** Visitors of as many networks: all of 127.0.0.0/8 is this machine. */
const NETWORKS = 20;
/** A connection that nobody used for so long is closed by the client, as the proxy of `deploy/` does. */
const KEPT_MS = 1_000;
const GIVE_UP_MS = 60_000;

export function startLoad(load: Load): SteadyLoad {
  const agent = load.keepAlive ? new Agent({ keepAlive: true, timeout: KEPT_MS }) : false;
  const report: LoadReport = { requests: 0, posts: 0, outcomes: {}, accepted: [], slowestMs: 0 };
  const underWay = new Set<Promise<void>>();
  const over = new AbortController();
  const began = performance.now();
  const ask = () => {
    const one = askOnce(load, agent, report).finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const running = (async () => {
    while (!over.signal.aborted) {
      const due = ((performance.now() - began) / 1_000) * load.perSecond;
      while (report.requests < due && !over.signal.aborted) ask();
      await pause(2);
    }
  })();
  return {
    async end() {
      over.abort();
      await running;
      await Promise.all(underWay);
      if (agent) agent.destroy();
      return report;
    },
  };
}

async function askOnce(load: Load, agent: Agent | false, report: LoadReport): Promise<void> {
  const turn = report.requests++;
  const isPost = turn % 3 === 0;
  if (isPost) report.posts++;
  const words = isPost ? `Message ${randomUUID()} pendant un remplacement` : undefined;
  const began = performance.now();
  const outcome = await send(load, agent, turn, words);
  report.slowestMs = Math.max(report.slowestMs, performance.now() - began);
  report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
  if (words && outcome === "302") report.accepted.push(words);
}

function send(load: Load, agent: Agent | false, turn: number, words?: string): Promise<string> {
  const { port, publicUrl } = load;
  const body = words && new URLSearchParams(messageOf(words, turn)).toString();
  const network = 2 + (turn % NETWORKS);
  return new Promise((resolve) => {
    const asking = request({
      host: "127.0.0.1",
      port,
      agent,
      localAddress: `127.0.${network}.1`,
      method: body ? "POST" : "GET",
      path: body ? "/contact" : PAGES[turn % PAGES.length],
      headers: {
        host: new URL(publicUrl).host,
        ...(body && {
          origin: publicUrl,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
        }),
      },
      timeout: GIVE_UP_MS,
    });
    asking.on("timeout", () => asking.destroy(Object.assign(new Error(), { code: "LATE" })));
    asking.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asking.on("response", (answer) => {
      answer.on("error", (error: NodeJS.ErrnoException) => resolve(`cut ${error.code}`));
      answer.on("end", () => resolve(String(answer.statusCode)));
      answer.resume();
    });
    asking.end(body);
  });
}

const messageOf = (words: string, turn: number) => ({
  name: "Aïssatou Bah",
  email: `visiteur-${turn}@example.org`,
  subject: "Un remplacement",
  message: words,
});

/** What went otherwise than for a visitor of a quiet day: other statuses, and errors. */
export function troubles({ outcomes }: LoadReport): Record<string, number> {
  const usual = new Set(["200", "302", "404"]);
  return Object.fromEntries(Object.entries(outcomes).filter(([outcome]) => !usual.has(outcome)));
}

/** Of what was taken, what is not there once; and what is there more than once. */
export function miscounted(
  { accepted }: LoadReport,
  stored: readonly { message: string; times: number }[],
): { lost: number; twice: number } {
  const there = new Map(stored.map(({ message, times }) => [message, times]));
  return {
    lost: accepted.filter((message) => !there.has(message)).length,
    twice: stored.filter(({ times }) => times > 1).length,
  };
}

/** Every message that is stored, and how often. */
export const STORED_MESSAGES =
  "select message, count(*)::int as times from contact_messages group by message";
