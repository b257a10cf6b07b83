import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVE } from "../scripts/supervise.mjs";
import { freePort } from "../tests/support/product/product.ts";
import { type Child, startChild } from "./child.ts";
import type { InsideApi } from "./inside.child.ts";

export type Inside = Child<InsideApi> & { url: string; port: number };

/** Starts the product in a process that can be asked about itself, on a port of its own. */
export async function startInside(settings: Record<string, string> = {}): Promise<Inside> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  const child = startChild<InsideApi>(
    "inside.child.ts",
    { DATA_DIR: folder, ...settings, PORT: String(port) },
    // As the site is served.
    SERVE.slice(0, -1),
  );
  // The first question is answered once the server listens.
  await child.ask("renderings");
  return {
    ...child,
    port,
    url: `http://localhost:${port}`,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How many cards the measured list shows. */
export const CARDS = 30;

/** Fills the list of events beside its samples, with what an editor would write. */
export async function fillEvents(inside: Inside): Promise<void> {
  await inside.ask(
    "execute",
    `insert into events (id, title, title_en, description, description_en, date, time, location,
       category, type, image_url, max_participants, price, status, created_at, updated_at)
     select gen_random_uuid(), 'Une finale disputée à Conakry, épisode ' || n,
       'A close final in Conakry, episode ' || n,
       'Les meilleures équipes du pays se retrouvent pour deux jours de compétition et de fête.',
       'The best teams of the country meet for two days of competition and celebration.',
       current_date + n, '18:30', 'Palais du Peuple, Conakry', 'Tournoi', 'in-person',
       '/pictures/arena-night.jpg', 64, 25000, 'upcoming', now(), now()
     from generate_series(1, ${CARDS} - (select count(*)::int from events)) n`,
  );
}
