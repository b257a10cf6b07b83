import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { StaffClient } from "../tests/support/product/staff-client.ts";
import { PHONE_HEADERS } from "./against-bare.ts";
import { SPEED } from "./budgets.ts";
import { startChild } from "./child.ts";
import { startInside } from "./inside.ts";
import type { LoadApi } from "./load.child.ts";
import { atMost, count, infoRow, milliseconds, type Row, ratio } from "./table.ts";

const MEMBERS = 100_000;
const PICTURES = 500;
const REST_SECONDS = 5;
const CONNECTIONS = 4;
/** The load is asked for in pieces of this, until the work is over. */
const PIECE_SECONDS = 2;

/** A cached page, with the embedded database, while staff give it the most to do that they can. */
export async function othersRows(tell: (doing: string) => void): Promise<Row[]> {
  const { email, password } = ADMINISTRATOR;
  const inside = await startInside({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  const load = startChild<LoadApi>("load.child.ts");
  const p99 = async (seconds: number) => {
    const expected = { port: inside.port, path: "/", headers: PHONE_HEADERS, status: 200, seconds };
    return (await load.ask("run", { ...expected, connections: CONNECTIONS })).p99;
  };
  try {
    tell(`${count(MEMBERS)} members`);
    await inside.ask(
      "execute",
      `insert into members (id, first_name, last_name, email, city, member_type, status,
         membership_start, membership_end)
       select gen_random_uuid(), 'Aïssatou', 'Bah ' || n, 'member' || n || '@example.org', 'Conakry', 'player', 'active',
         current_date, current_date + 365
       from generate_series(1, ${MEMBERS}) n`,
    );
    const staff = await StaffClient.signIn(inside.url);
    await p99(REST_SECONDS);
    const rest = await p99(REST_SECONDS);
    const during = async (work: Promise<unknown>) => {
      let over = false;
      const done = work.finally(() => {
        over = true;
      });
      const all: number[] = [];
      while (!over) all.push(await p99(PIECE_SECONDS));
      await done;
      return Math.max(...all);
    };
    tell("an export meanwhile");
    await staff.confirm();
    const exporting = await during(
      staff.get("/admin/members/export").then((answer) => answer.arrayBuffer()),
    );
    tell(`${PICTURES} pictures meanwhile`);
    const preparing = await during(uploadPictures(staff));
    const times = (value: number) => `${ratio(value)} ×`;
    const limit = SPEED.othersRatio;
    return [
      atMost(
        `p99 of a cached page during an export of ${count(MEMBERS)}`,
        limit,
        exporting / rest,
        times,
      ),
      atMost(
        `p99 of a cached page while ${PICTURES} pictures are prepared`,
        limit,
        preparing / rest,
        times,
      ),
      infoRow(
        "  at rest, exporting, preparing",
        [rest, exporting, preparing].map(milliseconds).join(", "),
      ),
    ];
  } finally {
    await load.stop();
    await inside.stop();
  }
}

async function uploadPictures(staff: StaffClient): Promise<void> {
  const { default: sharp } = await import("sharp");
  for (let number = 0; number < PICTURES; number++) {
    const background = { r: number % 256, g: (number * 7) % 256, b: (number * 13) % 256 };
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } });
    await staff.upload(await picture.jpeg().toBuffer(), `photo-${number}.jpg`);
  }
}
