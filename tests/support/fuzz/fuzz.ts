import { Agent, request } from "node:http";
import { type FuzzRequest, fuzzRequest } from "./fuzz-requests.ts";
import type { Target } from "./fuzz-targets.ts";
import { randomFrom } from "./fuzz-values.ts";

export { formTargets, routeTargets } from "./fuzz-targets.ts";

export type Fuzzed = {
  /** How many answers there were of each status. */
  statuses: Record<number, number>;
  /** What was sent when the answer was 500 or more, or none at all. */
  failures: string[];
};

type Fuzzing = {
  targets: readonly Target[];
  count: number;
  seed: number;
  /** Whoever has it is asked for; without, nobody is. */
  cookie?: string;
};

const AT_ONCE = 8;
/** A shorter body fits into what a connection holds. */
const REFUSED_UNREAD = 64 * 1024;
/** No answer takes longer. */
const SILENCE_MS = 60_000;

/** Sends requests to a product that trusts what a proxy says of the caller's address. */
export async function fuzz(
  url: string,
  { targets, count, seed, cookie }: Fuzzing,
): Promise<Fuzzed> {
  const random = randomFrom(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const result: Fuzzed = { statuses: {}, failures: [] };
  const open = targets.filter(({ forms, intents }) => forms.length + intents.length > 0);
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next++;
      // Every other request goes to where something can be changed.
      const request = fuzzRequest(random, random.one(n % 2 && open.length > 0 ? open : targets), n);
      if (cookie) request.headers = [...request.headers, ["cookie", cookie], ["origin", url]];
      try {
        const status = await answerTo(url, agent, request);
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        if (status >= 500) result.failures.push(`${status}: ${visible(request)}`);
      } catch (error) {
        result.failures.push(`${error}: ${visible(request)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return result;
}

const visible = ({ method, path, headers, body }: FuzzRequest) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${JSON.stringify(body.toString("latin1").slice(0, 500))}`;

const isReset = (error: Error) => (error as NodeJS.ErrnoException).code === "ECONNRESET";

/**
 * The status of the answer. The parser of HTTP refuses a line or a header without reading the body, and
 * a long body then loses its answer with the connection: it is asked for again without the body.
 */
async function answerTo(url: string, agent: Agent, request: FuzzRequest): Promise<number> {
  try {
    return await send(url, agent, request);
  } catch (error) {
    if (request.body.length < REFUSED_UNREAD) throw error;
    const status = await send(url, agent, { ...request, body: Buffer.alloc(0) });
    if (status !== 400 && status !== 431) throw error;
    return status;
  }
}

/** The status of the answer, once all of it has come. */
function send(url: string, agent: Agent, options: FuzzRequest): Promise<number> {
  const { method, path, headers, body } = options;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { hostname, port } = new URL(url);
  const flat = headers.flat();
  const named = new Set(headers.map(([name]) => name));
  if (!named.has("host")) flat.push("host", `${hostname}:${port}`);
  if (!named.has("transfer-encoding") && body.length > 0)
    flat.push("content-length", String(body.length));
  const asking = request({
    hostname,
    port,
    method,
    path,
    agent,
    headers: flat,
    timeout: SILENCE_MS,
  });
  asking.on("response", (answer) => {
    const { statusCode = 0 } = answer;
    answer.on("error", () => resolve(statusCode));
    answer.on("end", () => resolve(statusCode));
    answer.resume();
  });
  asking.on("timeout", () => asking.destroy(new Error("no answer in time")));
  asking.on("error", (error) => {
    // The server may close a connection at rest at the moment when it is used again.
    if (asking.reusedSocket && isReset(error)) resolve(send(url, agent, options));
    else reject(error);
  });
  asking.end(body);
  return promise;
}
