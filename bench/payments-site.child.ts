// The product as far as money goes, in a process of its own: several share a server's database, and each may
// be killed at any moment.
import { SCHEMA } from "../app/core/database/database.server.ts";
import { openEmbedded, openInMemory } from "../app/core/database/embedded/embedded.server.ts";
import type { Engine } from "../app/core/database/engine.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import { LocalSite, type Site } from "../tests/payments/operators/site.ts";
import { offer } from "./child.ts";

/** Where its database is: at this address, in this folder, or in memory. */
export type Place = { url?: string; folder?: string };

export type SiteApi = Site & { stand: (place: Place) => Promise<void> };

let site: LocalSite | undefined;
const standing = (): LocalSite => {
  if (!site) throw new Error("the site does not stand yet");
  return site;
};

function open({ url, folder }: Place): Promise<Engine> | Engine {
  if (url) return openServer(url);
  return folder ? openEmbedded(folder) : openInMemory();
}

offer<SiteApi>({
  stand: async (place) => {
    const engine = await open(place);
    await engine.migrate(SCHEMA);
    await LocalSite.prepare(engine);
    site = await LocalSite.on(engine);
  },
  configure: (settings) => standing().configure(settings),
  address: () => standing().address(),
  open: (order) => standing().open(order),
  perform: (call) => standing().perform(call),
  standing: (order) => standing().standing(order),
});
