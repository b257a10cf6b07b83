import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../tests/support/product.ts";
import { type Child, startChild } from "./child.ts";
import type { InsideApi } from "./inside.child.ts";

export type Inside = Child<InsideApi> & { url: string; port: number };

/** Starts the product in a process that can be asked about itself, on a port of its own. */
export async function startInside(settings: Record<string, string> = {}): Promise<Inside> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  const child = startChild<InsideApi>("inside.child.ts", {
    DATA_DIR: folder,
    ...settings,
    PORT: String(port),
  });
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

/** Fills the news list to its full page, with what an editor would write. */
export async function fillNews(inside: Inside): Promise<void> {
  await inside.ask(
    "execute",
    `insert into news (id, title, title_en, excerpt, excerpt_en, content, category, image_url, tags,
       published, created_at, updated_at)
     select gen_random_uuid(), 'Une finale disputée à Conakry, épisode ' || n,
       'A close final in Conakry, episode ' || n,
       'Les meilleures équipes du pays se retrouvent pour deux jours de compétition et de fête.',
       'The best teams of the country meet for two days of competition and celebration.',
       'Un texte.', 'Compétition', '/pictures/arena-night.jpg', '{finale}', true,
       now() - n * interval '1 hour', now()
     from generate_series(1, ${CARDS}) n`,
  );
}
