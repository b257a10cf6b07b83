import { randomUUID } from "node:crypto";
import { PHONE_HEADERS } from "./against-bare.ts";
import { SPEED } from "./budgets.ts";
import { CARDS, type Inside } from "./inside.ts";
import { atMost, infoRow, median, type Row, ratio } from "./table.ts";

const ROUNDS = 150;
/** The first rounds compile the code, and bring the database to its plans. */
const WARM_UPS = 150;
const REACT_TIMES = 200;

/** Compression is another thread's: the answer is asked for as it was rendered. */
const HEADERS = { ...PHONE_HEADERS, "accept-encoding": "identity" };

type Work = { serving: number; database: number };

/**
 * What a page without cache costs each thread, in milliseconds of processor, beside what React alone costs
 * for the same tree in the same run. The list of events is changed before each request, and shows it.
 */
export async function costRows(inside: Inside): Promise<Row[]> {
  await inside.ask("keepNothing");
  const cards = await workOf(inside, "/events", async () => {
    const title = `Changé ${randomUUID()}`;
    await inside.ask(
      "execute",
      `update events set title = '${title}' where id =
         (select id from events where status = 'upcoming' order by date, id limit 1)`,
    );
    return title;
  });
  const react = await inside.ask("reactAlone", { address: "/events", times: REACT_TIMES });
  const plain = await workOf(inside, "/privacy", async () => "</html>");
  const times = (value: number) => `${ratio(value)} ×`;
  const page = `Page of ${CARDS} cards without cache`;
  return [
    atMost(
      `${page}, serving thread against React`,
      SPEED.servingRatio,
      cards.serving / react,
      times,
    ),
    atMost(`${page}, database against React`, SPEED.databaseRatio, cards.database / react, times),
    infoRow(
      "  serving thread, database and React alone",
      [cards.serving, cards.database, react].map(exact).join(", "),
    ),
    atMost("Page that reads nothing, without cache", SPEED.plainPageMs, plain.serving, exact),
    infoRow("  a calibration of this run", exact(await inside.ask("calibration"))),
  ];
}

const exact = (ms: number) => `${ms.toFixed(2)} ms`;

/** The median work for one request. `prepare` says what its answer must hold. */
async function workOf(
  inside: Inside,
  address: string,
  prepare: () => Promise<string>,
): Promise<Work> {
  const all: Work[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const sign = await prepare();
    const idle = await inside.ask("work");
    const before = await inside.ask("work");
    const body = await (await fetch(inside.url + address, { headers: HEADERS })).text();
    const after = await inside.ask("work");
    if (!body.includes(sign)) throw new Error(`${address} does not show what was changed`);
    // What asking costs is taken off.
    const own = (part: keyof Work) => after[part] - before[part] - (before[part] - idle[part]);
    if (round >= 0) all.push({ serving: own("serving"), database: own("database") });
  }
  return {
    serving: median(all.map(({ serving }) => serving)),
    database: median(all.map(({ database }) => database)),
  };
}
