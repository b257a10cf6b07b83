import { randomUUID } from "node:crypto";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { PLACES } from "./budgets.ts";
import { type Inside, startInside } from "./inside.ts";
import { atMost, count, type Group, median, none, type Row } from "./table.ts";

/** Callers are told apart by what the proxy before the product says of them, as in real life. */
const BEHIND_A_PROXY = { TRUST_PROXY: "1", PAYMENTS_SIMULATED: "1" };
/** How many of those who wait are asked, each round, what their ticket tells them. */
const ASKED_WAITING = 10;

type Round = {
  /** Registrations that hold a place, and what the event counts. */
  placed: number;
  counted: number;
  /** Answers that were neither a place nor a position in the line. */
  unclear: number;
  /** Positions on tickets that are not the ones of the line. */
  wrongPositions: number;
  slowestMs: number;
};

/** Everybody registers at once: on one process with its database, then on two that share a server. */
export const measure: Group = async (tell) => {
  const alone = await startInside(BEHIND_A_PROXY);
  const embedded = await rounds([alone], (done) => tell(`embedded ${done}`)).finally(() =>
    alone.stop(),
  );
  const postgres = await startPostgres();
  const two: Inside[] = [];
  try {
    for (let n = 0; n < 2; n++) {
      two.push(await startInside({ ...BEHIND_A_PROXY, DATABASE_URL: postgres.url }));
    }
    const server = await rounds(two, (done) => tell(`two processes ${done}`));
    return [
      ...rowsOf("one process, embedded", embedded, PLACES.embeddedSeconds),
      ...rowsOf("two processes", server, PLACES.serverSeconds),
    ];
  } finally {
    for (const one of two) await one.stop();
    await postgres.remove();
  }
};

function rowsOf(where: string, all: Round[], limit: number): Row[] {
  const { places, people } = PLACES;
  const most = (of: (round: Round) => number) => Math.max(...all.map(of));
  const right = all.filter(({ placed, counted }) => placed === places && counted === places);
  return [
    {
      what: `${count(people)} people at once for ${places} places, ${where}: confirmed or held`,
      budget: `${places}, every time`,
      measured: `${places} in ${right.length} of ${all.length} rounds`,
      ok: right.length === all.length,
    },
    none(
      "  answers without a place or a position",
      most(({ unclear }) => unclear),
    ),
    none(
      "  positions that are wrong",
      most(({ wrongPositions }) => wrongPositions),
    ),
    atMost(
      "  everybody answered within",
      limit * 1_000,
      median(all.map(({ slowestMs }) => slowestMs)),
      seconds,
    ),
  ];
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function rounds(processes: Inside[], tell: (doing: string) => void): Promise<Round[]> {
  const all: Round[] = [];
  while (all.length < PLACES.rounds) {
    const round = await oneRound(processes);
    all.push(round);
    tell(`${all.length}: ${round.placed} placed, ${seconds(round.slowestMs)}`);
  }
  return all;
}

async function oneRound(processes: Inside[]): Promise<Round> {
  const [first] = processes;
  if (!first) throw new Error("no process");
  const event = randomUUID();
  await first.ask(
    "execute",
    `insert into events (id, title, description, date, location, category, max_participants)
     values ('${event}', 'Open', 'Open', '2099-01-01', 'Conakry', 'Tournoi', ${PLACES.places})`,
  );
  await first.ask(
    "execute",
    `insert into event_packages (id, event_id, key, name, description, amount)
     values ('${randomUUID()}', '${event}', 'free', 'Gratuit', '', 0),
       ('${randomUUID()}', '${event}', 'paid', 'Standard', '', 25000)`,
  );
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: PLACES.people }, (_, n) =>
      register(processes[n % processes.length] ?? first, event, n),
    ),
  );
  const slowestMs = performance.now() - began;
  const line = await first.ask(
    "execute",
    `select ticket_token as token from event_registrations
     where event_id = '${event}' and status = 'waiting' order by arrival`,
  );
  const waiting = line.map(({ token }) => String(token));
  const tickets = new Set(waiting.map((token) => `/tickets/${token}`));
  const [counts] = await first.ask(
    "execute",
    `select current_participants as counted, (select count(*)::int from event_registrations
       where event_id = '${event}' and status in ('confirmed', 'held')) as placed
     from events where id = '${event}'`,
  );
  const placed = Number(counts?.placed);
  const gotPlace = answers.filter((to) => to !== undefined && !tickets.has(to)).length;
  const gotPosition = new Set(answers.filter((to) => to !== undefined && tickets.has(to))).size;
  return {
    placed,
    counted: Number(counts?.counted),
    unclear: PLACES.people - Math.min(gotPlace, placed) - gotPosition,
    wrongPositions: await wrongPositions(first, waiting),
    slowestMs,
  };
}

/** Asks again when the connection was closed under it, as anybody presses the button again. */
const ask = (address: string, what?: RequestInit) =>
  fetch(address, what).catch(() => fetch(address, what));

/** Where somebody is sent who registers: their payment, their ticket, or nowhere. */
async function register(inside: Inside, event: string, n: number): Promise<string | undefined> {
  const answer = await ask(`${inside.url}/events/${event}?register=1`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: inside.url, "x-forwarded-for": `10.${n >> 8}.${n & 255}.1` },
    body: new URLSearchParams({
      firstName: "Aïssatou",
      lastName: `Bah ${n}`,
      // Other people each round: so many registrations of one address are refused.
      email: `person-${n}-${event}@example.org`,
      phone: `622 ${String(100_000 + n).replace(/(..)(..)(..)/, "$1 $2 $3")}`,
      birthDate: "2001-02-03",
      gamertag: `player${n}`,
      platform: "mobile",
      priceId: n % 2 ? "free" : "paid",
      acceptRules: "on",
      acceptTerms: "on",
    }),
  });
  await answer.arrayBuffer();
  return answer.headers.get("location") ?? undefined;
}

async function wrongPositions(inside: Inside, waiting: string[]): Promise<number> {
  let wrong = 0;
  const step = Math.max(1, Math.floor(waiting.length / ASKED_WAITING));
  for (let place = 0; place < waiting.length; place += step) {
    const answer = await ask(`${inside.url}/en/tickets/${waiting[place]}`);
    const position = /in position ([\d,]+)\./.exec(await answer.text())?.[1];
    if (Number(position?.replaceAll(",", "")) !== place + 1) wrong++;
  }
  return wrong;
}
