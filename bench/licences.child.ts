// The register of licences in a process of its own, so that what it works is counted.
import "../tests/mail/settings.ts";
import { brotliCompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { startApp } from "../app/core/app.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { asSystem } from "../app/core/database/doors/doors.server.ts";
import { rowsOf } from "../app/core/database/doors/rows.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import { checkCard, readCards } from "../app/licences/licence-cards.system.server.ts";
import { readClubNames } from "../app/licences/offline/club-names.system.server.ts";
import { readLicenceList } from "../app/licences/offline/licence-list.system.server.ts";
import { ON_A_SHEET, printSheets } from "../app/licences/printed-card.server.ts";
import { offer } from "./child.ts";

export type LicencesApi = {
  /** A database that was opened before is left without the indexes that the bench left out. */
  open: (database: { url: string; isNew?: boolean }) => Promise<void>;
  /** Signs the cards of all memberships with this word in their address. */
  sign: (word: string) => Promise<Work & { cards: number }>;
  check: (count: number) => Promise<Work & { times: number[]; verdicts: string[] }>;
  list: () => Promise<Work & { bytes: number }>;
  /** What the names of clubs weigh on the way to a phone. */
  clubs: () => Promise<{ bytes: number }>;
  /** Draws the sheets of the first cards as staff load them; the memory is the most that this process ever held. */
  print: (count: number) => Promise<Work & { bytes: number; sheets: number; peakMb: number }>;
};
/** Checks before the first one that counts, of other cards. */
const WARM_UP = 100;
type Work = { seconds: number; worked: number };

async function measured<T>(work: () => Promise<T>): Promise<T & Work> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  return { ...result, seconds, worked: (user + system) / 1e6 };
}

const query = <T>(text: ReturnType<typeof sql>) => asSystem("bench", (db) => rowsOf<T>(db, text));

offer<LicencesApi>({
  async open({ url, isNew }) {
    const engine = openServer(url);
    startApp({ database: { engine } });
    if (isNew) await engine.migrate(SCHEMA);
  },
  async sign(word) {
    const rows = await query<{ serial: number }>(
      sql`select licence_serial as serial from members where email like ${`%${word}%`}`,
    );
    const serials = rows.map(({ serial }) => serial);
    // By sheets, as staff have them signed.
    return measured(async () => {
      let cards = 0;
      for (let first = 0; first < serials.length; first += ON_A_SHEET) {
        cards += (await readCards(serials.slice(first, first + ON_A_SHEET))).length;
      }
      return { cards };
    });
  },
  async check(count) {
    const rows = await query<{ code: string }>(
      sql`select code from licence_cards where key_number = 1 and length(code) > 100 order by id limit ${count + WARM_UP}`,
    );
    // A process that has just started has nothing compiled yet.
    for (const { code } of rows.splice(0, WARM_UP)) await checkCard(code);
    const times: number[] = [];
    const verdicts = new Set<string>();
    const work = await measured(async () => {
      for (const { code } of rows) {
        const began = performance.now();
        verdicts.add((await checkCard(code)).verdict);
        times.push(performance.now() - began);
      }
      return {};
    });
    return { ...work, times, verdicts: [...verdicts] };
  },
  async print(count) {
    let sheets = 0;
    async function* drawn() {
      for (let serial = 1; serial <= count; serial += ON_A_SHEET) {
        sheets += 1;
        yield await readCards(Array.from({ length: ON_A_SHEET }, (_one, place) => serial + place));
      }
    }
    const work = await measured(async () => {
      let bytes = 0;
      for await (const piece of printSheets(drawn(), "fr")) bytes += piece.length;
      return { bytes };
    });
    return { ...work, sheets, peakMb: (process.resourceUsage().maxRSS * 1_024) / 1_000_000 };
  },
  clubs: async () => ({ bytes: brotliCompressSync(await readClubNames()).length }),
  list: () => measured(async () => ({ bytes: (await readLicenceList())?.length ?? 0 })),
});
