// The flood: a process of its own that asks for addresses that nobody gave out, as fast as they are
// answered, over a few kept connections. No address is asked for twice.
import { randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { offer } from "./child.ts";

export type Flood = { port: number; connections: number; seconds: number };

export type FloodResult = {
  requests: number;
  /** How many answers there were of each status. */
  statuses: Record<number, number>;
};

export type FloodApi = { run: (flood: Flood) => Promise<FloodResult> };

offer<FloodApi>({ run });

type Nonsense = { path: string; method?: "HEAD" | "POST"; cookie?: string };

const token = (bytes = 24) => randomBytes(bytes).toString("base64url");
const word = () => randomBytes(6).toString("hex");
/** The same letters in another spelling, which a router may take for the same address. */
const respelled = (text: string) =>
  text.replaceAll(/[a-z]/g, (letter) => {
    const choice = randomBytes(1).readUInt8() % 3;
    if (choice === 0) return letter.toUpperCase();
    return choice === 1 ? letter : `%${letter.charCodeAt(0).toString(16)}`;
  });

/** Each kind of address that is nobody's, or that is a real one with something added. */
export const NONSENSE: readonly (() => Nonsense)[] = [
  () => ({ path: `/news/${randomUUID()}` }),
  () => ({ path: `/en/events/${randomUUID()}` }),
  () => ({ path: `/resources/${randomUUID()}` }),
  () => ({ path: `/en/resources/${randomUUID()}/download` }),
  () => ({ path: `/tickets/${token()}` }),
  () => ({ path: `/tickets/${token()}/calendar.ics` }),
  () => ({ path: `/en/payments/${token()}` }),
  () => ({ path: `/payments/simulated/${token()}` }),
  () => ({ path: `/membership/application/${token()}` }),
  () => ({ path: `/newsletter/unsubscribe/${token(48)}` }),
  () => ({ path: `/files/uploads/${randomUUID()}.pdf` }),
  () => ({ path: `/${word()}` }),
  () => ({ path: `/en/${word()}/${word()}` }),
  () => ({ path: `/${"long/".repeat(800)}${word()}` }),
  () => ({ path: `/news/tag/${word()}` }),
  () => ({ path: `/news?before=${randomUUID()}` }),
  () => ({ path: `/en/news?before=${word()}` }),
  () => ({ path: `/events?before=${randomUUID()}` }),
  () => ({ path: `/events?category=${word()}&type=${word()}` }),
  () => ({ path: `/membership?type=${randomUUID()}` }),
  () => ({ path: `/about?map=1&before=${word()}&register=1` }),
  () => ({ path: `/?utm_source=${word()}` }),
  () => ({ path: `/${respelled("partners")}` }),
  () => ({ path: `/${respelled("membership")}/community` }),
  () => ({ path: `/${word()}//` }),
  () => ({ path: `/contact.data?${word()}` }),
  () => ({ path: `/tickets/${token()}.data` }),
  () => ({ path: `/news/${randomUUID()}.data` }),
  () => ({ path: `/admin/${word()}` }),
  () => ({ path: `/events/${randomUUID()}`, method: "HEAD" }),
  () => ({ path: `/${word()}`, method: "POST" }),
  () => ({ path: "/about", cookie: `flash=${word()}` }),
  () => ({ path: "/about", cookie: "flash=contact" }),
  () => ({ path: "/partners", cookie: `fge.session_token=${token()}.${token(32)}%3D` }),
];

async function run({ port, connections, seconds }: Flood): Promise<FloodResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<number, number> = {};
  const until = performance.now() + seconds * 1_000;
  let requests = 0;
  const drive = async () => {
    while (performance.now() < until) {
      const make = NONSENSE[requests++ % NONSENSE.length];
      if (!make) throw new Error("nothing to ask for");
      const status = await ask(agent, port, make());
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, drive));
  agent.destroy();
  return { requests, statuses };
}

function ask(agent: Agent, port: number, { path, method, cookie }: Nonsense): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "br", ...(cookie && { cookie }) };
    const asking = request({ agent, port, host: "127.0.0.1", path, method, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    asking.once("error", reject);
    asking.end();
  });
}
