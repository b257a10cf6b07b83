import { log } from "../core/log/log.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { reapplyErasures, saveErasures } from "./erasure-file.system.server.ts";
import { forgetDataLinks } from "./own-data.system.server.ts";

/** At every start, since a backup may have been restored before it. */
export const erasuresJob: Job = {
  name: "people.erasures",
  everyMs: 60 * 60_000,
  async run() {
    const count = await reapplyErasures();
    if (count > 0) log.warn({ count }, "people whom a backup brought back were erased again");
    await saveErasures();
  },
};

/** Links to one's own data that open nothing any more. */
export const forgetDataLinksJob: Job = {
  name: "people.forget",
  byCalendar: true,
  everyMs: 60 * 60_000,
  run: forgetDataLinks,
};
