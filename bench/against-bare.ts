import { request } from "node:http";
import type { BareAnswer, BareApi } from "./bare.child.ts";
import { startChild, workedSeconds } from "./child.ts";
import type { Load, LoadApi, LoadResult } from "./load.child.ts";
import { median } from "./table.ts";

const CONNECTIONS = 50;
/** Many short pairs: what disturbs the machine for a second spoils one pair, not the median. */
const ROUNDS = 21;
const ROUND_SECONDS = 1;

export type Comparison = {
  /** Ours divided by bare: requests per second. */
  rate: number;
  /** The same per second that the server's processor worked, which other programs cannot disturb. */
  rateOfWork: number | undefined;
  p99: number;
  perSecond: number;
  barePerSecond: number;
  p99Ms: number;
  bareP99Ms: number;
};

/** What a browser on an Android phone sends on its first visit. */
export const PHONE_HEADERS = {
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "fr-GN,fr;q=0.9",
};

type Target = { pid: number; port: number; path: string; headers: Record<string, string> };

/**
 * Loads ours and a bare server that sends the very same answer, in turn, and compares each pair of
 * rounds: what disturbs the machine disturbs both. The median pair counts.
 */
export async function compareWithBare(
  ours: Target,
  tell: (doing: string) => void,
): Promise<Comparison> {
  const answer = await readAnswer(ours);
  const bare = startChild<BareApi>("bare.child.ts");
  const load = startChild<LoadApi>("load.child.ts");
  try {
    const barePort = await bare.ask("serve", answer);
    const run = async (pid: number, port: number, seconds: number) => {
      const before = workedSeconds(pid);
      const target: Load = {
        port,
        path: ours.path,
        headers: ours.headers,
        connections: CONNECTIONS,
        seconds,
        status: answer.status,
      };
      const result = await load.ask("run", target);
      if (result.errors > 0) throw new Error(`${result.errors} wrong answers from ${ours.path}`);
      const after = workedSeconds(pid);
      const worked = before === undefined || after === undefined ? undefined : after - before;
      return { ...result, perWork: worked ? result.requests / worked : undefined };
    };
    await run(ours.pid, ours.port, 2);
    await run(bare.pid, barePort, 2);
    const pairs: { own: Measured; plain: Measured }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const own = await run(ours.pid, ours.port, ROUND_SECONDS);
      const plain = await run(bare.pid, barePort, ROUND_SECONDS);
      if (round % 7 === 0)
        tell(
          `round ${round}: ${Math.round(own.perSecond)} and bare ${Math.round(plain.perSecond)} /s`,
        );
      pairs.push({ own, plain });
    }
    const works = pairs.flatMap(({ own, plain }) =>
      own.perWork && plain.perWork ? [own.perWork / plain.perWork] : [],
    );
    return {
      rate: median(pairs.map(({ own, plain }) => own.perSecond / plain.perSecond)),
      rateOfWork: works.length > 0 ? median(works) : undefined,
      p99: median(pairs.map(({ own, plain }) => own.p99 / plain.p99)),
      perSecond: median(pairs.map(({ own }) => own.perSecond)),
      barePerSecond: median(pairs.map(({ plain }) => plain.perSecond)),
      p99Ms: median(pairs.map(({ own }) => own.p99)),
      bareP99Ms: median(pairs.map(({ plain }) => plain.p99)),
    };
  } finally {
    await load.stop();
    await bare.stop();
  }
}

type Measured = LoadResult & { perWork: number | undefined };

/** Node adds these by itself, to ours and to the bare server alike. */
const ADDED_BY_NODE = new Set(["date", "connection", "keep-alive"]);

/** One answer of ours as it came: its bytes still compressed, its headers in their order. */
export function readAnswer({ port, path, headers }: Omit<Target, "pid">): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, path, headers, host: "127.0.0.1" }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const flat: string[] = [];
      for (let at = 0; at < response.rawHeaders.length; at += 2) {
        const [name = "", value = ""] = response.rawHeaders.slice(at, at + 2);
        if (!ADDED_BY_NODE.has(name.toLowerCase())) flat.push(name, value);
      }
      resolve({ status: response.statusCode ?? 0, headers: flat, body: Buffer.concat(chunks) });
    });
    asking.once("error", reject);
    asking.end();
  });
}
